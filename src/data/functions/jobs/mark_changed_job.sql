create or replace function mark_changed_job()
returns trigger
language plpgsql
as $$
begin
  if (old.is_active or new.is_active) and seen_of_job(old) <> seen_of_job(new) then
    new.changed_at := now();
  end if;
  return new;
end;
$$;

create or replace trigger job_posts_mark_changed
before update on job_posts
for each row
execute function mark_changed_job();
