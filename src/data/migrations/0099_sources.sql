-- Where applicants come from, and how often the page of a job was seen (docs/decisions/0105-sources-without-traces.md).
-- The word of the link that was followed, or the class of the site that led here.
alter table email_verifications
add column source text check (source ~ '^[a-z0-9][a-z0-9_.-]{0,39}$');
alter table applicants
add column source text check (source ~ '^[a-z0-9][a-z0-9_.-]{0,39}$');
create index applicants_source_idx on applicants (organization_id, source, role_id)
where source is not null;

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
