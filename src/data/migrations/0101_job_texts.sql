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
  primary key (organization_id, job_id, language),
  foreign key (organization_id, job_id) references job_posts (organization_id, id)
    on delete cascade
);
select add_tenant_policy('job_texts', 'select, insert, update, delete');
