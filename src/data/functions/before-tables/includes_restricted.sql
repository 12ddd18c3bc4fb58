-- Only transactions that erase, or that act for the person themselves, say so (includingRestricted of src/data/database.ts).
create or replace function includes_restricted()
returns boolean
language sql
stable
as $$
  select coalesce(current_setting('storehand.includes_restricted', true), '') = 'on';
$$;
