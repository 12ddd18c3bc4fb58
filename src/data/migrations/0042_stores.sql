-- Stores: tokens that end and are renewed, who is on the way to connect one, and notices that were worked once.
alter table store_sessions
  -- The platform's own number of the shop, which a renamed shop keeps.
  add column shop_gid text,
  add column shop_name text,
  add column currency text check (currency ~ '^[A-Z]{3}$'),
  add column primary_domain text,
  add column refresh_token_sealed text,
  -- Null: the token does not end.
  add column expires_at timestamptz(3),
  add column refresh_expires_at timestamptz(3),
  -- One process renews at a time; the others wait for what it writes.
  add column refreshing_until timestamptz(3),
  -- Connected before there was an organization: waits for this person's, until then.
  add column claimed_by uuid references users (id) on delete cascade,
  add column claim_ends_at timestamptz(3),
  add column updated_at timestamptz(3) not null default now();
create unique index store_sessions_gid_idx on store_sessions (shop_gid) where uninstalled_at is null;

-- One visit to the store's page that asks for permission; only a hash of its state is kept.
create table store_installs (
  state_hash bytea primary key,
  shop text not null check (shop = lower(shop)),
  redirect_uri text not null,
  scopes text not null,
  -- Who began it, where somebody was signed in.
  user_id uuid references users (id) on delete cascade,
  ends_at timestamptz(3) not null
);
create index store_installs_ends_idx on store_installs (ends_at);
