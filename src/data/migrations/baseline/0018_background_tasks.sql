-- squawk-ignore-file ban-drop-column, ban-drop-table, renaming-table, constraint-missing-not-valid
-- Only workers of the version before read what goes, and what they were to do is moved.
-- One queue for all background work (docs/decisions/0091-one-queue.md), and the outbox without a queue of its own.
create table background_tasks (
  kind text not null,
  -- The id of what it is about, empty for work that is always there. What that is stands in its own table, and goes with it.
  key text not null,
  organization_id uuid references organizations (id)
    on delete cascade,
  -- Of one lane one task at a time is worked on, and lanes take turns. Empty: no lane.
  lane text not null default '',
  -- Within kinds that have lanes: a higher one comes when nothing of a lower one is due.
  rank smallint not null default 0,
  -- While it is in hand: the end of the lease.
  due_at timestamptz(3) not null default now(),
  attempts integer not null default 0,
  -- Queued again while somebody works on it, it is worked on once more.
  times_queued integer not null default 1,
  -- Who has it in hand, until when.
  lease uuid,
  leased_until timestamptz(3),
  last_error text,
  given_up_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  primary key (kind, key)
);
create index background_tasks_due_idx on background_tasks (kind, due_at) where given_up_at is null;
-- Whose task is next: from one organization to the next by the index, however many tasks each of them has. Tasks of no
-- organization take their turn as one.
create index background_tasks_turns_idx on background_tasks (
  kind,
  coalesce(organization_id, '00000000-0000-0000-0000-000000000000'),
  rank,
  due_at
)
where given_up_at is null;
-- How many tasks of an organization wait.
create index background_tasks_organization_idx on background_tasks (organization_id)
where given_up_at is null;
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
select add_tenant_policy('background_tasks', 'select, insert, update, delete');
