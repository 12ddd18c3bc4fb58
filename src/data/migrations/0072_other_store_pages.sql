-- Pages of a store that the shop made itself, as they were listed last: shown beside ours, and never changed.
create table other_store_pages (
  organization_id uuid not null references organizations (id) on delete cascade,
  -- The platform's own id.
  id text not null,
  shop text not null,
  title text not null,
  handle text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create index other_store_pages_shop_idx on other_store_pages (shop);

grant select, insert, update, delete on other_store_pages to storehand_tenant;
alter table other_store_pages enable row level security;
create policy tenant on other_store_pages to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
