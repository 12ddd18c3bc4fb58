create or replace function count_changed_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, sum(change)
  from
    (
      select organization_id, role_id, is_existing_customer, contacted, status, 1 as change
      from added
      where restricted_at is null and objected_at is null and withdrawn_at is null
      union all
      select organization_id, role_id, is_existing_customer, contacted, status, -1
      from removed
      where restricted_at is null and objected_at is null and withdrawn_at is null
    ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5
  having sum(change) <> 0;
  insert into applicant_weeks
  select organization_id, week_of(created_at), wait_of(created_at, first_reply_at), sum(change)
  from
    (
      select organization_id, created_at, first_reply_at, 1 as change
      from added
      where restricted_at is null and objected_at is null
      union all
      select organization_id, created_at, first_reply_at, -1
      from removed
      where restricted_at is null and objected_at is null
    ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3
  having sum(change) <> 0;
  insert into applicant_days
  select organization_id, day_of(created_at), source, reached, status = 'rejected', sum(change)
  from
    (
      select organization_id, created_at, source, reached, status, 1 as change
      from added
      where restricted_at is null and objected_at is null
      union all
      select organization_id, created_at, source, reached, status, -1
      from removed
      where restricted_at is null and objected_at is null
    ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5
  having sum(change) <> 0;
  return null;
end;
$$;
-- The formatter does not know two transition tables yet.

-- The formatter does not know `referencing` with two tables.
/* sql-parser-cst-disable */
create or replace trigger applicants_count_changed
after update on applicants
referencing old table as removed new table as added
for each statement
execute function count_changed_applicants();
/* sql-parser-cst-enable */
