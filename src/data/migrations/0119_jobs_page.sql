-- Whether the page of all jobs is the one that the theme's block fills: then its text has none of them.
alter table store_pages
add column has_block boolean not null default false;
