-- The list has listed jobs alone: what happens to others is not to be seen from it.
create or replace function mark_list_of_job()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if
    (tg_op <> 'INSERT' and old.is_active and not old.is_unlisted)
    or (tg_op <> 'DELETE' and new.is_active and not new.is_unlisted)
  then
    update organizations
    set jobs_changed_at = now()
    where
      id = coalesce(new.organization_id, old.organization_id)
      -- Once, however many jobs a transaction writes.
      and jobs_changed_at is distinct from now()::timestamptz(3);
  end if;
  return null;
end;
$$;

create or replace trigger job_posts_mark_list
after insert or delete on job_posts
for each row
execute function mark_list_of_job();

create or replace trigger job_posts_mark_changed_list
after update on job_posts
for each row
when (old.changed_at is distinct from new.changed_at)
execute function mark_list_of_job();
