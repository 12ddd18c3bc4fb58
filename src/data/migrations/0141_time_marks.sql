-- The time that the servers have seen pass, by which a clock that jumped is noticed (docs/decisions/0032-retention.md).
create table time_marks (
  is_current boolean primary key default true check (is_current),
  -- Null until the first look.
  seen_at timestamptz(3),
  looked_at timestamptz(3),
  steady_seconds real not null default 0,
  -- Changes when a person says that the time is right: marks in files from before do not count any more.
  word uuid not null default gen_random_uuid()
);
-- Owners are told while nothing is deleted.
grant select on time_marks to storehand_tenant;
-- An installation has a task that was due within a minute of the last time a server ran.
insert into time_marks (seen_at, looked_at)
select last.ran_at, last.ran_at
from
  (
    select
      (
        select least(due_at, now())
        from background_tasks
        where kind = 'queue-mails'
      ) as ran_at
  ) as last;
