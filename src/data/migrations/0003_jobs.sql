-- Job posts and the store pages that show them.
create table job_posts (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(btrim(title)) between 1 and 120),
  description text not null check (char_length(btrim(description)) between 1 and 4000),
  requirements text not null default '' check (char_length(requirements) <= 4000),
  benefits text not null default '' check (char_length(benefits) <= 4000),
  location text check (char_length(location) between 1 and 120),
  employment_type text not null default 'full-time'
    check (employment_type in ('full-time', 'part-time', 'contract', 'intern')),
  salary_range text check (char_length(salary_range) between 1 and 120),
  experience_level text not null default 'mid-level'
    check (experience_level in ('entry-level', 'mid-level', 'senior-level', 'executive')),
  is_active boolean not null default true,
  organization_id uuid not null references organizations (id) on delete cascade,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id)
);
create index job_posts_organization_id_idx on job_posts (organization_id, created_at desc);
create index job_posts_active_idx on job_posts (created_at desc) where is_active;

create table store_pages (
  id text not null,
  organization_id uuid not null references organizations (id) on delete cascade,
  title text not null,
  handle text not null,
  content text not null default '',
  job_post_id uuid references job_posts (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
