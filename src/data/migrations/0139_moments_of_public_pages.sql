-- When visitors last saw an open job change, and a shop's list of jobs: feeds and the sitemap say it. Kept by the database, because
-- jobs are written in many places, also by the version before this one during an upgrade. Null: not since this migration.
alter table job_posts
add column changed_at timestamptz(3);
alter table organizations
add column jobs_changed_at timestamptz(3);

-- What visitors do not see of a job, or what follows from the rest.
create function seen_of_job(job job_posts)
returns jsonb
language sql
stable
as $$
  select to_jsonb(job) - '{revision,created_by,changed_at,closes_at}'::text[];
$$;

create function mark_changed_job()
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
create trigger job_posts_mark_changed
before update on job_posts
for each row
execute function mark_changed_job();

create function mark_job_of_text()
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
create trigger job_texts_mark_job
after insert or update or delete on job_texts
for each row
execute function mark_job_of_text();

-- The list has listed jobs alone: what happens to others is not to be seen from it.
create function mark_list_of_job()
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
create trigger job_posts_mark_list
after insert or delete on job_posts
for each row
execute function mark_list_of_job();
create trigger job_posts_mark_changed_list
after update on job_posts
for each row
when (old.changed_at is distinct from new.changed_at)
execute function mark_list_of_job();

-- What the page of the jobs shows of the shop itself.
create function mark_changed_list()
returns trigger
language plpgsql
as $$
begin
  new.jobs_changed_at := now();
  return new;
end;
$$;
create trigger organizations_mark_list
before update on organizations
for each row
when
  (
    (
      old.name,
      old.slug,
      old.accent,
      old.logo_name,
      old.about,
      old.website,
      old.address,
      old.picture_name,
      old.language
    ) is distinct from (
      new.name,
      new.slug,
      new.accent,
      new.logo_name,
      new.about,
      new.website,
      new.address,
      new.picture_name,
      new.language
    )
  )
execute function mark_changed_list();
