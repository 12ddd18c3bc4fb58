-- A permission is given from wherever it is missing, and the merchant comes back there.
alter table store_installs drop constraint store_installs_began_at_check;
alter table store_installs add constraint store_installs_began_at_check check (began_at in (
  '/shopify-install', '/connect-shopify', '/organizations', '/admin/store-pages', '/admin/jobs', '/admin/customers'
));

-- Whether the widget is in what was written: where it is not, the store cannot have taken it out.
alter table store_pages add column has_frame boolean not null default true;

-- The pages in the stores show each job once and have readable addresses from now on: each is written anew.
insert into store_syncs (organization_id, wanted)
  select distinct organization_id, 1 from store_pages
  on conflict (organization_id) do update
    set wanted = store_syncs.wanted + 1, attempts = 0, next_attempt_at = now();
