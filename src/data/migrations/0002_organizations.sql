-- The tenants, the people in them, and the store each is connected to.
create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 120),
  slug text not null unique,
  created_at timestamptz(3) not null default now()
);

create table profiles (
  id uuid primary key references users (id) on delete cascade,
  first_name text not null,
  last_name text not null,
  email text not null,
  organization_id uuid references organizations (id) on delete set null,
  role text not null default 'staff' check (role in ('staff', 'organization_owner')),
  is_approved boolean not null default false,
  approved_by uuid references users (id) on delete set null,
  approved_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- Nobody is approved or an owner outside an organization.
  check (organization_id is not null or (not is_approved and role = 'staff'))
);
create index profiles_organization_id_idx on profiles (organization_id, created_at desc);

-- A profile exists from the moment its account does: a crash between the two must not leave an account without one.
create function create_profile() returns trigger language plpgsql as $$
begin
  insert into profiles (id, first_name, last_name, email)
  values (new.id, new.first_name, new.last_name, new.email);
  return new;
end $$;
create trigger users_create_profile after insert on users
  for each row execute function create_profile();

create function update_profile() returns trigger language plpgsql as $$
begin
  update profiles set first_name = new.first_name, last_name = new.last_name, email = new.email
  where id = new.id;
  return new;
end $$;
create trigger users_update_profile after update of first_name, last_name, email on users
  for each row execute function update_profile();

-- A shop belongs to one organization; its access token is sealed by the application before it comes here.
create table store_sessions (
  shop text primary key check (shop = lower(shop)),
  organization_id uuid references organizations (id) on delete cascade,
  access_token_sealed text,
  scope text not null default '',
  connected_at timestamptz(3) not null default now(),
  uninstalled_at timestamptz(3)
);
create index store_sessions_organization_id_idx on store_sessions (organization_id);

-- Other addresses of a store that visitors may be sent back to.
create table store_domains (
  domain text primary key check (domain = lower(domain)),
  organization_id uuid not null references organizations (id) on delete cascade
);
create index store_domains_organization_id_idx on store_domains (organization_id);
