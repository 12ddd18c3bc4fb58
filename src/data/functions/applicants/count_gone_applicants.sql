create or replace function count_gone_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, -count(*)
  from removed
  where
    restricted_at is null
    and objected_at is null
    and withdrawn_at is null
    and exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5;
  insert into applicant_weeks
  select organization_id, week_of(created_at), wait_of(created_at, first_reply_at), -count(*)
  from removed
  where
    restricted_at is null
    and objected_at is null
    and exists (select from organizations where id = organization_id)
  group by 1, 2, 3;
  insert into applicant_days
  select organization_id, day_of(created_at), source, reached, status = 'rejected', -count(*)
  from removed
  where
    restricted_at is null
    and objected_at is null
    and exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5;
  return null;
end;
$$;
-- The formatter does not know `referencing` with two tables.
/* sql-parser-cst-disable */
create or replace trigger applicants_count_gone
after delete on applicants
referencing old table as removed
for each statement
execute function count_gone_applicants();
/* sql-parser-cst-enable */
