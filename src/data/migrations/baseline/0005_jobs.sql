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
  -- What search engines and job boards read of a job beside its words (docs/decisions/0076-public-pages-of-jobs.md). All of it is optional.
  salary_from numeric(12, 2) check (salary_from > 0),
  salary_to numeric(12, 2) check (salary_to > 0),
  salary_currency text check (salary_currency ~ '^[A-Z]{3}$'),
  salary_period text check (salary_period in ('hour', 'day', 'week', 'month', 'year')),
  -- Without an office to come to. Else the place below.
  is_remote boolean not null default false,
  street text check (char_length(street) between 1 and 120),
  town text check (char_length(town) between 1 and 80),
  region text check (char_length(region) between 1 and 80),
  postcode text check (char_length(postcode) between 1 and 20),
  country text check (country ~ '^[A-Z]{2}$'),
  -- Of a remote job: from where one may work. Empty: from everywhere.
  remote_countries text[] not null default '{}',
  weekly_hours numeric(4, 1) check (weekly_hours > 0 and weekly_hours <= 168),
  openings integer check (openings between 1 and 9999),
  starts_on date,
  -- The last day on which one can apply, and its end in the shop's time zone, which the database keeps in step.
  closes_on date,
  closes_at timestamptz(3),
  -- How to reach a person about the job.
  contact text check (char_length(contact) between 1 and 200),
  -- In no list and no feed: only who has the link finds it.
  is_unlisted boolean not null default false,
  -- A job for several shops: its first place is in its own columns, the others are here.
  further_places jsonb not null default '[]' check (jsonb_typeof(further_places) = 'array'),
  -- What the first words of a job post are written in; null: the language of its organization.
  language text,
  unique (organization_id, id),
  constraint job_posts_salary_check check (salary_from <= salary_to)
);
create index job_posts_active_idx on job_posts (created_at desc) where is_active;
-- The orders of the staff's list, which is read by key.
create index job_posts_list_idx on job_posts (organization_id, created_at desc, id desc);
create index job_posts_title_idx on job_posts (organization_id, lower(title), id);
create unique index job_posts_slug_idx on job_posts (organization_id, slug);
-- What is open and has an end, for the work that closes it.
create index job_posts_closing_idx on job_posts (closes_at)
where is_active and closes_at is not null;
select add_tenant_policy('job_posts', 'select, insert, update, delete');

-- Counted in batches. Nothing of who looked.
create table job_views (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  job_post_id uuid not null references job_posts (id)
    on delete cascade,
  day date not null,
  views integer not null check (views > 0),
  primary key (organization_id, job_post_id, day)
);
create index job_views_job_post_id_idx on job_views (job_post_id);
select add_tenant_policy('job_views', 'select, insert, update');

-- The words of an ad in further languages. Its first words are in job_posts, in the language of the organization.
create table job_texts (
  organization_id uuid not null,
  job_id uuid not null,
  language text not null check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  title text not null check (char_length(btrim(title)) between 1 and 120),
  description text not null check (char_length(btrim(description)) between 1 and 4000),
  requirements text not null default '' check (char_length(requirements) <= 4000),
  benefits text not null default '' check (char_length(benefits) <= 4000),
  changed_at timestamptz(3) not null default now(),
  -- Whether a text in a further language was translated by a machine and no person has read it yet, and how often it was saved.
  is_machine_made boolean not null default false,
  revision integer not null default 1,
  primary key (organization_id, job_id, language),
  foreign key (organization_id, job_id) references job_posts (organization_id, id)
    on delete cascade
);
select add_tenant_policy('job_texts', 'select, insert, update, delete');
