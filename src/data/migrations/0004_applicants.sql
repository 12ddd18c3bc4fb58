-- Applicants, what happened to them, and the files they sent.
create table applicants (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  -- Deleting a job keeps its applicants: role_id and role_title remember what they applied for.
  job_post_id uuid,
  role_id uuid not null,
  role_title text not null,
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(btrim(last_name)) between 1 and 100),
  phone text check (char_length(phone) <= 40),
  experience_years integer check (experience_years between 0 and 50),
  linkedin_url text check (char_length(linkedin_url) <= 500),
  website_url text check (char_length(website_url) <= 500),
  cover_letter text check (char_length(cover_letter) <= 4000),
  additional_info text check (char_length(additional_info) <= 4000),
  is_existing_customer boolean not null default false,
  status text not null default 'applied'
    check (status in ('applied', 'reviewing', 'interviewed', 'hired', 'rejected')),
  cv_url text,
  contacted boolean not null default false,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The job, where there still is one, is the same organization's.
  foreign key (organization_id, job_post_id) references job_posts (organization_id, id)
    on delete set null (job_post_id),
  unique (organization_id, id)
);
create unique index applicants_job_email_idx on applicants (job_post_id, lower(email));
create index applicants_list_idx on applicants (organization_id, created_at desc, id desc);
create index applicants_tab_idx on applicants (organization_id, status, created_at desc, id desc);
create index applicants_position_idx on applicants (organization_id, role_id);

create table applicant_status_history (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  applicant_id uuid not null,
  from_status text check (from_status in ('applied', 'reviewing', 'interviewed', 'hired', 'rejected')),
  to_status text not null check (to_status in ('applied', 'reviewing', 'interviewed', 'hired', 'rejected')),
  changed_by uuid references users (id) on delete set null,
  changed_at timestamptz(3) not null default now(),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
create index applicant_status_history_idx on applicant_status_history (applicant_id, changed_at desc);
