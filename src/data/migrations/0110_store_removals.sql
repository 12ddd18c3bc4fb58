-- An owner takes everything of the app out of a shop, before uninstalling it. While there is a row, nothing is written into that shop.
create table store_removals (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  shop text not null check (shop = lower(shop)),
  status text not null check (status in ('running', 'failed', 'finished')),
  -- The pages, and the jobs in the theme as one.
  total integer not null,
  done integer not null default 0,
  -- Why it waits or has failed, as a code of the catalogue.
  problem text,
  -- Pages that the store did not delete: titles, each with the store's own words.
  refused jsonb not null default '[]',
  begun_at timestamptz(3) not null default now(),
  primary key (organization_id, shop)
);
select add_tenant_policy('store_removals', 'select, insert, update, delete');
