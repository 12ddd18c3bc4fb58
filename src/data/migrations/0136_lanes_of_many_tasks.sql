-- The next task of a lane was found by sorting all of it, and whether one is leased by reading all of it.
drop index background_tasks_lanes_idx;
create index background_tasks_lanes_idx on background_tasks (
  kind,
  lane,
  rank,
  (lease is null),
  due_at
)
where lane <> '' and given_up_at is null;
create index background_tasks_leased_idx on background_tasks (kind, lane)
where lane <> '' and given_up_at is null and lease is not null;
