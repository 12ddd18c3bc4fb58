-- Writing the pages of one shop: an organization can have several, and what happens in one says nothing about another.
create table page_syncs (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  shop text not null check (shop = lower(shop)),
  -- One process writes the shop's pages at a time.
  running_until timestamptz(3),
  -- Why the last run failed, as a code of the catalogue.
  problem text,
  -- Null: not asked yet.
  is_password_protected boolean,
  primary key (organization_id, shop)
);
create index page_syncs_shop_idx on page_syncs (shop);
select add_tenant_policy('page_syncs', 'select, insert, update, delete');

-- It was the state of the store that was connected last.
insert into page_syncs (organization_id, shop, problem, is_password_protected)
select distinct on (store_syncs.organization_id)
  store_syncs.organization_id,
  store_sessions.shop,
  store_syncs.problem,
  store_syncs.is_password_protected
from
  store_syncs
  inner join store_sessions on store_sessions.organization_id = store_syncs.organization_id
where store_sessions.uninstalled_at is null
order by store_syncs.organization_id, store_sessions.connected_at desc, store_sessions.shop;
