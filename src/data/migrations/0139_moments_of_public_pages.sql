-- When visitors last saw an open job change, and a shop's list of jobs: feeds and the sitemap say it. Kept by the database, because
-- jobs are written in many places, also by the version before this one during an upgrade. Null: not since this migration.
alter table job_posts
add column changed_at timestamptz(3);
alter table organizations
add column jobs_changed_at timestamptz(3);
