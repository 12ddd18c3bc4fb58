-- How many are in no list and no count.
create or replace function count_unlisted()
returns integer
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
begin
  return (
    select count(*)
    from
      (
        select id
        from applicants
        where
          organization_id = tenant_id()
          and (restricted_at is not null or objected_at is not null)
        union
        select id
        from applicants
        where organization_id = tenant_id() and withdrawn_at is not null
      ) as unlisted
  );
end;
$$;
revoke execute on function count_unlisted() from public;
grant execute on function count_unlisted() to storehand_tenant;
