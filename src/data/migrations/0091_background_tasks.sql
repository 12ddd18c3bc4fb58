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
create index background_tasks_lanes_idx on background_tasks (kind, lane, rank, due_at)
where lane <> '' and given_up_at is null;
select add_tenant_policy('background_tasks', 'select, insert, update, delete');

insert into background_tasks (kind, key, organization_id, due_at, attempts, created_at)
select 'send-mail', id::text, organization_id, next_attempt_at, attempts, created_at
from mail_outbox
where state = 'waiting';
drop index mail_outbox_due_idx;
alter table mail_outbox
drop column attempts,
drop column next_attempt_at,
drop column taken_until;

-- A mail is due to be sent however it got there, in the same transaction: none can be forgotten.
create function queue_mail()
returns trigger
language plpgsql
as $$
begin
  insert into background_tasks (kind, key, organization_id)
  values ('send-mail', new.id::text, new.organization_id);
  return null;
end;
$$;
create trigger mail_outbox_queue_mail
after insert on mail_outbox
for each row
when (new.state = 'waiting')
execute function queue_mail();

-- Mails of the organization that no worker has in hand leave the outbox. Returns those that did.
create or replace function take_back_mails(ids uuid[])
returns setof uuid
language sql
security definer
set search_path = public, pg_temp
as $$
  with
    canceled as (
      delete from background_tasks
      where
        kind = 'send-mail'
        and organization_id = tenant_id()
        and key = any (ids::text[])
        and (leased_until is null or leased_until < now())
      returning key::uuid as id
    )
  delete from mail_outbox
  where organization_id = tenant_id() and id in (select id from canceled) and state = 'waiting'
  returning id;
$$;

-- Counts by windows of the clock, to which nothing has written since usage_times.
drop table usage_counts;
