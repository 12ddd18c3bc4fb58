create or replace function mark_job_of_text()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update job_posts
  set changed_at = now()
  where
    organization_id = coalesce(new.organization_id, old.organization_id)
    and id = coalesce(new.job_id, old.job_id)
    and is_active;
  return null;
end;
$$;

create or replace trigger job_texts_mark_job
after insert or update or delete on job_texts
for each row
execute function mark_job_of_text();
