create or replace function count_gone_cvs()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into cv_space
  select organization_id, -sum(byte_size)
  from removed
  where exists (select from organizations where id = organization_id)
  group by 1;
  return null;
end;
$$;
-- The formatter does not know `referencing` with two tables.
/* sql-parser-cst-disable */
create or replace trigger cv_files_count_gone
after delete on cv_files
referencing old table as removed
for each statement
execute function count_gone_cvs();
/* sql-parser-cst-enable */
