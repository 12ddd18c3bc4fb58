-- An owner may want a code by mail also from customers who are signed in to the shop.
alter table organizations
add column asks_customers_for_code boolean not null default false;
grant update (asks_customers_for_code) on organizations to storehand_tenant;

-- The jobs in the themes of stores that are connected already.
insert into background_tasks (kind, key, organization_id)
select 'write-theme-jobs', shop, organization_id
from store_sessions
where organization_id is not null and uninstalled_at is null
on conflict do nothing;
