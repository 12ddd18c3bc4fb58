-- A deletion counts those whom a transaction may not see, and needs no more of them than when they came and whether they are kept.
create or replace function restricted_ages()
returns table (created_at timestamptz, kept_at timestamptz)
language sql
stable
security definer
set search_path = public, pg_temp
as $$
  select created_at, kept_at
  from applicants
  where organization_id = tenant_id() and (restricted_at is not null or objected_at is not null);
$$;
revoke execute on function restricted_ages() from public;
grant execute on function restricted_ages() to storehand_tenant;
