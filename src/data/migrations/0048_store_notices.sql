-- What the platform tells the app about its shops: kept before it is answered, worked once, and forgotten.
create table store_notices (
  id uuid primary key default gen_random_uuid(),
  webhook_id text not null unique,
  -- The same event can come under another delivery.
  event_id text not null,
  topic text not null,
  shop text not null,
  triggered_at timestamptz(3) not null,
  -- Sealed, because it can name a person; null once it was worked.
  payload_sealed text,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  received_at timestamptz(3) not null default now(),
  unique (topic, shop, event_id)
);
create index store_notices_due_idx on store_notices (next_attempt_at) where state = 'waiting';

-- Two changes of what a store allows can arrive in the wrong order.
alter table store_sessions add column scope_changed_at timestamptz(3);

-- A customer asked the store what is known of them; an owner passes on what is held here, until the day it is due.
create table data_requests (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  shop text not null,
  email text not null,
  requested_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  exported_at timestamptz(3)
);
create index data_requests_organization_idx on data_requests (organization_id, due_at);
grant select, insert, update, delete on data_requests to storehand_tenant;
alter table data_requests enable row level security;
create policy tenant on data_requests to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
