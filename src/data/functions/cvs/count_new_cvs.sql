create or replace function count_new_cvs()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into cv_space select organization_id, sum(byte_size) from added group by 1;
  return null;
end;
$$;
-- The formatter does not know `referencing` with two tables.
/* sql-parser-cst-disable */
create or replace trigger cv_files_count_new
after insert on cv_files
referencing new table as added
for each statement
execute function count_new_cvs();
/* sql-parser-cst-enable */
