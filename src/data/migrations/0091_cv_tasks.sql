-- squawk-ignore-file ban-drop-column, ban-drop-table, renaming-table, constraint-missing-not-valid
-- Only workers of the version before read what goes, and what they were to do is moved.
-- CVs are checked, scanned and read by tasks of the one queue. Their tables keep what came of it.
insert into background_tasks (kind, key, organization_id, due_at, attempts, created_at)
select 'check-cv', id::text, organization_id, next_check_at, check_attempts, created_at
from cv_files
where checked_at is null;
drop index cv_files_unchecked_idx;
drop index cv_files_unscanned_idx;
alter table cv_files
drop column check_attempts,
drop column next_check_at;
-- What waits for a scanner, which may be set long after the file came.
create index cv_files_unscanned_idx on cv_files (id)
where scan_state = 'none' and checked_at is not null;

insert into background_tasks
  (kind, key, organization_id, lane, rank, due_at, attempts)
select
  'read-cv',
  cv_id::text,
  organization_id,
  organization_id::text,
  is_heavy::integer,
  next_attempt_at,
  attempts
from cv_texts
where text is null and reason is null;
drop index cv_texts_due_idx;
alter table cv_texts
drop column is_heavy,
drop column attempts,
drop column next_attempt_at;

alter table cv_text_turns rename to heavy_cvs;
alter table heavy_cvs
drop column taken_at;
grant insert, update on heavy_cvs to storehand_tenant;

-- A file is due to be checked however it got there, in the same transaction: none can be forgotten.
create function queue_cv_check()
returns trigger
language plpgsql
as $$
begin
  insert into background_tasks (kind, key, organization_id)
  values ('check-cv', new.id::text, new.organization_id);
  return null;
end;
$$;
create trigger cv_files_queue_check
after insert on cv_files
for each row
when (new.checked_at is null)
execute function queue_cv_check();

-- A file that an applicant has is due to be read, likewise. An infected file that was found before it had an applicant has no
-- text.
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
  insert into background_tasks (kind, key, organization_id, lane)
  values ('read-cv', new.id::text, new.organization_id, new.organization_id::text)
  on conflict do nothing;
  return null;
end;
$$;
