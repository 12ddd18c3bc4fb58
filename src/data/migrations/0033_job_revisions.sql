-- Two people editing one job post: each save has a number, and a save that was begun on an older one is told. And the indexes
-- of the staff's list, which is read by key.
alter table job_posts add column revision integer not null default 1;
drop index job_posts_organization_id_idx;
create index job_posts_list_idx on job_posts (organization_id, created_at desc, id desc);
create index job_posts_title_idx on job_posts (organization_id, lower(title), id);
