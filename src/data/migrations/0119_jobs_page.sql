-- Whether the page of all jobs is the one that the theme's block fills: then its text has none of them.
alter table store_pages
add column has_block boolean not null default false;

-- Where the shop has the app's own pages, after its merchant has changed the address of the app proxy.
alter table store_sessions
add column proxy_path text;

-- The button on every page reads a metafield of its own.
insert into background_tasks (kind, key, organization_id)
select 'write-theme-jobs', shop, organization_id
from store_sessions
where organization_id is not null and uninstalled_at is null
on conflict do nothing;
