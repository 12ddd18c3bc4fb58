-- Deletion counts them too, and says no more than a number: the days of those who go by `through`. As `expiresOn` of
-- src/data/retention/retention.ts, which names them.
create or replace function expiring_days(kept_months integer, through date)
returns setof date
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
begin
  return query select old.day
    from
      (
        select
          (
            (created_at at time zone 'UTC')::date + make_interval(
              months =>
                kept_months * case
                  when kept_at is null then 1
                  else 2
                end
            )
          )::date as day
        from applicants
        where
          organization_id = tenant_id()
          and created_at < (
            (through - make_interval(months => kept_months)) + interval '4 days'
          ) at time zone 'UTC'
      ) as old
    where old.day <= through;
end;
$$;
revoke execute on function expiring_days(integer, date) from public;
grant execute on function expiring_days(integer, date) to storehand_tenant;
