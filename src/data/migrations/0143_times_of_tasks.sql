-- A retry moves due_at, so neither the age of what waits nor the time of the last success could be read from it.
alter table background_tasks
-- When work that has been tried was first due. Null: not tried since it was due.
add column waiting_since timestamptz(3),
-- When a standing task last succeeded; before its first run, when it was inserted.
add column succeeded_at timestamptz(3) not null default now();
