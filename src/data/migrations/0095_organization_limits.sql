-- Limits of each organization (docs/decisions/0101-limits-of-each-organization.md).

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

-- Which mail of an organization goes first: one that a person waits for (0), one that no limit holds back (1), all others (2).
alter table mail_outbox
add column rank smallint not null default 2;

create or replace function queue_mail()
returns trigger
language plpgsql
as $$
begin
  insert into background_tasks (kind, key, organization_id, rank)
  values ('send-mail', new.id::text, new.organization_id, new.rank);
  return null;
end;
$$;

-- How many mails of rank 2 an organization sent in each hour of the clock.
create table mail_counts (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  hour timestamptz(3) not null,
  sent integer not null,
  primary key (organization_id, hour)
);
select add_tenant_policy('mail_counts', 'select');

-- The most that an organization's requests came to in one minute, where that was near its limit or at it. Written then only.
create table limit_peaks (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  about text not null,
  used integer not null,
  most integer not null,
  seen_at timestamptz(3) not null default now(),
  primary key (organization_id, about)
);
select add_tenant_policy('limit_peaks', 'select, insert, update');
