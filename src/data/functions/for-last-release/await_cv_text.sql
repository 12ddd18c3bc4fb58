-- Whoever checks a file reads its text too, while its content is in hand. The task to read it waits for that, and is for what the check
-- could not read.
create or replace function await_cv_text()
returns trigger
language plpgsql
as $$
begin
  insert into cv_texts (cv_id, organization_id, applicant_id, reason)
  values
    (
      new.id,
      new.organization_id,
      new.applicant_id,
      case
        when new.scan_state = 'infected' then 'gone'
      end
    )
  on conflict do nothing;
  insert into background_tasks (kind, key, organization_id, lane, due_at)
  values
    (
      'read-cv',
      new.id::text,
      new.organization_id,
      new.organization_id::text,
      case
        when new.checked_at is null then now() + interval '30 seconds'
        else now()
      end
    )
  on conflict do nothing;
  return null;
end;
$$;

create or replace trigger cv_files_await_text
after insert or update of applicant_id on cv_files
for each row
when (new.applicant_id is not null)
execute function await_cv_text();
