-- What visitors do not see of a job, or what follows from the rest.
create or replace function seen_of_job(job job_posts)
returns jsonb
language sql
stable
as $$
  select to_jsonb(job) - '{revision,created_by,changed_at,closes_at}'::text[];
$$;
