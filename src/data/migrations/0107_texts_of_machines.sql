-- Whether a text in a further language was translated by a machine and no person has read it yet, and how often it was saved.
alter table job_texts
add column is_machine_made boolean not null default false,
add column revision integer not null default 1;
