-- A file is due to be checked however it got there, in the same transaction: none can be forgotten.
create or replace function queue_cv_check()
returns trigger
language plpgsql
as $$
begin
  insert into background_tasks (kind, key, organization_id)
  values ('check-cv', new.id::text, new.organization_id)
  on conflict do nothing;
  return null;
end;
$$;

create or replace trigger cv_files_queue_check
after insert on cv_files
for each row
when (new.checked_at is null)
execute function queue_cv_check();
