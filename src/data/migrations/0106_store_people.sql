-- Which user of a shop is which person of ours: the link by which the dashboard opens inside the shop's admin without signing in.
create table store_people (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  shop text not null check (shop = lower(shop)),
  -- The platform's own number of the user, as its session tokens name them.
  platform_user_id text not null,
  user_id uuid not null references users (id)
    on delete cascade,
  -- The session that the session tokens of this user stand for; empty until they come again.
  session_id uuid references sessions (id)
    on delete set null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, shop, platform_user_id)
);
create index store_people_user_idx on store_people (user_id);
create index store_people_session_idx on store_people (session_id);
create index store_people_shop_idx on store_people (shop, platform_user_id);
select add_tenant_policy('store_people', 'select');
