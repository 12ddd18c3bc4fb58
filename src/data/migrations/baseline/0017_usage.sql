-- How often an address, a network or an organization did something; shared by all server processes.

-- Uses that are limited, each with its moment: any stretch of time of a limit's length can be counted, not only those that
-- begin by the clock. One row for each thing that is counted.
create table usage_times (
  -- SHA-256 of what is counted and for whom. Whoever reads this learns no address, so nothing has to go when a person does: a
  -- count that a shop could remove by removing the person would be none.
  key bytea primary key,
  -- The uses that may still count, oldest first: never more than the limit has.
  times timestamptz[] not null default '{}',
  -- From then on none of them counts.
  over_at timestamptz not null default clock_timestamp()
)
with (fillfactor = 70);

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
