-- A job for several shops: its first place is in its own columns, the others are here.
alter table job_posts
add column further_places jsonb not null default '[]' check (
  jsonb_typeof(further_places) = 'array'
);
