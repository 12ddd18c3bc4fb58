-- The organization of the transaction, null outside of one.
create or replace function tenant_id()
returns uuid
language sql
stable
as $$
  select nullif(current_setting('storehand.organization_id', true), '')::uuid;
$$;
