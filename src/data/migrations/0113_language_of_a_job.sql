-- What the first words of a job post are written in; null: the language of its organization.
alter table job_posts
add column language text;
