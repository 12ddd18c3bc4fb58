-- How people come into an organization and out of it: invitations by mail, requests by name, and what owners decide.
create table organization_invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  email text not null check (email = lower(email)),
  -- SHA-256 of what was mailed; the mail is the only place the token itself stands in.
  token_hash bytea not null unique,
  invited_by uuid references users (id) on delete set null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- A second invitation replaces the first, whose link ends with it.
  unique (organization_id, email)
);
create index organization_invitations_expires_at_idx on organization_invitations (expires_at);

-- Whoever asked to join. Without an organization the name was of none, or of several: the person cannot tell the difference.
create table join_requests (
  user_id uuid primary key references users (id) on delete cascade,
  organization_id uuid references organizations (id) on delete cascade,
  organization_name text not null check (char_length(organization_name) between 1 and 120),
  created_at timestamptz(3) not null default now()
);
create index join_requests_organization_id_idx on join_requests (organization_id);

-- Owners see whether the address of someone who waits was ever proved.
alter table profiles add column email_verified boolean not null default false;
update profiles set email_verified = users.email_verified from users where users.id = profiles.id;
create function update_profile_proof() returns trigger language plpgsql as $$
begin
  update profiles set email_verified = new.email_verified where id = new.id;
  return new;
end $$;
-- After users_create_profile: triggers of one moment run in the order of their names.
create trigger users_prove_profile after insert or update of email_verified on users
  for each row execute function update_profile_proof();

grant select, insert, update on organization_invitations to storehand_tenant;
grant select, delete on join_requests to storehand_tenant;
grant update (role, is_approved, approved_by, approved_at) on profiles to storehand_tenant;
-- Nobody renames an organization yet; locking its row needs the right to.
grant update (name) on organizations to storehand_tenant;

do $$
declare
  name text;
begin
  foreach name in array array['organization_invitations', 'join_requests'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to storehand_tenant using (organization_id = tenant_id()) with check (organization_id = tenant_id())',
      name
    );
  end loop;
end $$;

-- The profile of someone who asked this organization, and belongs to none.
create policy asking on profiles for select to storehand_tenant using (
  organization_id is null
  and exists (select from join_requests where user_id = profiles.id and join_requests.organization_id = tenant_id())
);

-- The two moves across an organization's border. A policy cannot let a row in or out of what it shows, so these run with the
-- owner's rights, and name the organization themselves.
create function admit_requester(person uuid, approver uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- First the profile, as everyone does who changes it.
  perform from profiles where id = person for update;
  delete from join_requests where user_id = person and organization_id = tenant_id();
  if not found then return false; end if;
  update profiles
  set organization_id = tenant_id(), role = 'staff', is_approved = true, approved_by = approver, approved_at = now()
  where id = person and organization_id is null;
  return found;
end $$;

create function release_member(person uuid) returns boolean
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  was_member boolean;
  has_asked boolean;
begin
  update profiles
  set organization_id = null, role = 'staff', is_approved = false, approved_by = null, approved_at = null
  where id = person and organization_id = tenant_id();
  was_member := found;
  delete from join_requests where user_id = person and organization_id = tenant_id();
  has_asked := found;
  return was_member or has_asked;
end $$;

revoke execute on function admit_requester(uuid, uuid), release_member(uuid) from public;
grant execute on function admit_requester(uuid, uuid), release_member(uuid) to storehand_tenant;
