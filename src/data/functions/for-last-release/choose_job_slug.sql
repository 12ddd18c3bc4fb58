-- The database chooses it: also for products that are imported.
create or replace function choose_job_slug()
returns trigger
language plpgsql
as $$
begin
  -- Two of the same title at the same moment: the second waits, and then sees the first.
  perform pg_advisory_xact_lock(hashtextextended(new.organization_id::text, 77));
  new.slug := free_job_slug(new.organization_id, coalesce(new.slug, slug_of(new.title)));
  return new;
end;
$$;

create or replace trigger job_posts_choose_slug
before insert on job_posts
for each row
execute function choose_job_slug();
