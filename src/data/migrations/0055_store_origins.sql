-- What came by a store is marked with it, so that a store that asks for deletion takes that, and not what came another way.

-- The shop whose widget the person came by, or 'elsewhere' for a widget that names no shop; null where nobody can say.
alter table email_verifications add column came_by text
  check (came_by = 'elsewhere' or came_by like '%.myshopify.com');
alter table applicants add column came_by text
  check (came_by = 'elsewhere' or came_by like '%.myshopify.com');

-- The shop that said so.
alter table applicant_customers add column shop text;
update applicant_customers set shop = newest.shop
  from (select distinct on (organization_id) organization_id, shop from store_sessions
        where organization_id is not null
        order by organization_id, uninstalled_at is null desc, connected_at desc) as newest
  where newest.organization_id = applicant_customers.organization_id;

-- A permission is granted from the pages, and the merchant comes back to them.
alter table store_installs drop constraint store_installs_began_at_check;
alter table store_installs add constraint store_installs_began_at_check
  check (began_at in ('/shopify-install', '/connect-shopify', '/admin/store-pages'));

-- When the store was last asked whether the connection still holds.
alter table store_sessions add column checked_at timestamptz(3);
