-- Job posts.
create table job_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(btrim(title)) between 1 and 120),
  -- The word of a job in its public address, /careers/{organization}/{job}: made once from the title, and the same from then
  -- on, so that a link on a poster outlives every new title.
  slug text not null,
  description text not null check (char_length(btrim(description)) between 1 and 4000),
  requirements text not null default '' check (char_length(requirements) <= 4000),
  benefits text not null default '' check (char_length(benefits) <= 4000),
  location text check (char_length(location) between 1 and 120),
  employment_type text not null default 'full-time' check (
    employment_type in ('full-time', 'part-time', 'contract', 'intern')
  ),
  salary_range text check (char_length(salary_range) between 1 and 120),
  experience_level text not null default 'mid-level' check (
    experience_level in ('entry-level', 'mid-level', 'senior-level', 'executive')
  ),
  is_active boolean not null default true,
  organization_id uuid not null references organizations (id)
    on delete cascade,
  created_by uuid references users (id)
    on delete set null,
  -- Two people editing one job post: each save has a number, and a save that was begun on an older one is refused.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id)
);
create index job_posts_active_idx on job_posts (created_at desc) where is_active;
-- The orders of the staff's list, which is read by key.
create index job_posts_list_idx on job_posts (organization_id, created_at desc, id desc);
create index job_posts_title_idx on job_posts (organization_id, lower(title), id);
create unique index job_posts_slug_idx on job_posts (organization_id, slug);
select add_tenant_policy('job_posts', 'select, insert, update, delete');

-- Letters and digits joined by dashes; 'job' where none is left.
create function slug_of(words text)
returns text
language sql
stable
as $$
  select
    coalesce(
      nullif(
        btrim(
          left(
            regexp_replace(
              -- 'Driver''s' is one word.
              regexp_replace(
                lower(unaccent(normalize(words, NFKC))),
                '[\u0027\u2018\u2019]',
                '',
                'g'
              ),
              -- By ranges: which signs are letters, the database's locale may not know.
              '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\uff00-\uff0f\U0001f000-\U0001faff]+',
              '-',
              'g'
            ),
            60
          ),
          '-'
        ),
        ''
      ),
      'job'
    );
$$;

-- The word itself, or with an ending where another job of the organization has it.
create function free_job_slug(organization uuid, word text)
returns text
language plpgsql
as $$
declare
  candidate text := word;
  tries integer := 1;
begin
  while exists (
    select from job_posts where organization_id = organization and slug = candidate
  ) loop
    tries := tries + 1;
    -- A long row of the same titles is not counted through again for each.
    candidate := word || '-' || case
      when tries < 6 then tries::text
      else substr(gen_random_uuid()::text, 1, 6)
    end;
  end loop;
  return candidate;
end;
$$;

-- The database chooses it: also for products that are imported.
create function choose_job_slug()
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
create trigger job_posts_choose_slug
before insert on job_posts
for each row
execute function choose_job_slug();
