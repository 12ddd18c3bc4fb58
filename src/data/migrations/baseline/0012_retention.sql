-- Erasure: what an organization needs to let people go, and what the deletion by the clock remembers of each.

create table retention_states (
  organization_id uuid primary key references organizations (id)
    on delete cascade,
  -- Set while a run that would delete too much waits for an owner's word.
  stopped_at timestamptz(3),
  -- Whatever is due up to this day an owner has agreed to.
  confirmed_through date,
  confirmed_by uuid references users (id)
    on delete set null,
  -- Who goes up to this day has been announced to the owners.
  announced_through date,
  -- The day of the last mail to the owners: one a day at most.
  mailed_on date,
  -- A deletion that waits for an owner goes on by itself after some days (docs/decisions/0032-retention.md).
  -- On how many different days it has waited while the clocks of the machine and of the database agreed, and the last of them.
  waited_days smallint not null default 0,
  waited_on date
);
select add_tenant_policy('retention_states', 'select, insert, update');
