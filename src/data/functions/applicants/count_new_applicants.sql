-- Restricted applications are counted nowhere; withdrawn ones have been applications.
create or replace function count_new_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, count(*)
  from added
  where restricted_at is null and objected_at is null and withdrawn_at is null
  group by 1, 2, 3, 4, 5;
  insert into applicant_weeks
  select organization_id, week_of(created_at), wait_of(created_at, first_reply_at), count(*)
  from added
  where restricted_at is null and objected_at is null
  group by 1, 2, 3;
  insert into applicant_days
  select organization_id, day_of(created_at), source, reached, status = 'rejected', count(*)
  from added
  where restricted_at is null and objected_at is null
  group by 1, 2, 3, 4, 5;
  return null;
end;
$$;
-- The formatter does not know `referencing` with two tables.
/* sql-parser-cst-disable */
create or replace trigger applicants_count_new
after insert on applicants
referencing new table as added
for each statement
execute function count_new_applicants();
/* sql-parser-cst-enable */
