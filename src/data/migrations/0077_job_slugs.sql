-- The word of a job in its public address, /careers/{organization}/{job}: made once from the title, and the same from then on, so
-- that a link on a poster outlives every new title. The database chooses it: also for products that are imported, and for a server
-- of the former version that is still running.

-- Letters and digits joined by dashes; 'job' where none is left.
create function slug_of(words text) returns text language sql stable as $$
  select coalesce(nullif(btrim(left(
    regexp_replace(
      -- 'Driver''s' is one word.
      regexp_replace(lower(unaccent(normalize(words, NFKC))), '[\u0027\u2018\u2019]', '', 'g'),
      -- By ranges: which signs are letters, the database's locale may not know.
      '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\uff00-\uff0f\U0001f000-\U0001faff]+', '-', 'g'),
    60), '-'), ''), 'job')
$$;

-- The word itself, or with an ending where another job of the organization has it.
create function free_job_slug(organization uuid, word text) returns text language plpgsql as $$
declare
  candidate text := word;
  tries integer := 1;
begin
  while exists (select from job_posts where organization_id = organization and slug = candidate) loop
    tries := tries + 1;
    -- A long row of the same titles is not counted through again for each.
    candidate := word || '-' || case when tries < 6 then tries::text else substr(gen_random_uuid()::text, 1, 6) end;
  end loop;
  return candidate;
end $$;

alter table job_posts add column slug text;
create unique index job_posts_slug_idx on job_posts (organization_id, slug);

do $$
declare
  job record;
begin
  for job in select id, organization_id, title from job_posts order by created_at, id loop
    update job_posts set slug = free_job_slug(job.organization_id, slug_of(job.title)) where id = job.id;
  end loop;
end $$;

alter table job_posts alter column slug set not null;

create function choose_job_slug() returns trigger language plpgsql as $$
begin
  -- Two of the same title at the same moment: the second waits, and then sees the first.
  perform pg_advisory_xact_lock(hashtextextended(new.organization_id::text, 77));
  new.slug := free_job_slug(new.organization_id, coalesce(new.slug, slug_of(new.title)));
  return new;
end $$;
create trigger job_posts_choose_slug before insert on job_posts
  for each row execute function choose_job_slug();
