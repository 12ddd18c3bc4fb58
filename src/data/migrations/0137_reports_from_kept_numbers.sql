-- How far those who applied on a day have come, and where they came from, kept as applicant_weeks is: the funnel and the sources
-- cost the same however many there are.

-- Replaced at the end. First, because it locks the table: nobody changes an applicant between the numbers below and the triggers that
-- keep them.
drop index applicants_overview_idx;

create table applicant_days (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  -- On which they applied, in UTC.
  day date not null,
  source text,
  reached smallint not null,
  is_rejected boolean not null,
  difference integer not null
);
create index applicant_days_idx on applicant_days (organization_id, day)
include (source, reached, is_rejected, difference);
select add_tenant_policy('applicant_days', 'select');

create function day_of(moment timestamptz)
returns date
language sql
immutable
as $$
  select (moment at time zone 'UTC')::date;
$$;

-- Restricted applications are counted nowhere; withdrawn ones have been applications.
create or replace function count_new_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, count(*)
  from added
  where restricted_at is null and objected_at is null and withdrawn_at is null
  group by 1, 2, 3, 4, 5;
  insert into applicant_weeks
  select organization_id, week_of(created_at), wait_of(created_at, first_reply_at), count(*)
  from added
  where restricted_at is null and objected_at is null
  group by 1, 2, 3;
  insert into applicant_days
  select organization_id, day_of(created_at), source, reached, status = 'rejected', count(*)
  from added
  where restricted_at is null and objected_at is null
  group by 1, 2, 3, 4, 5;
  return null;
end;
$$;

create or replace function count_gone_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, -count(*)
  from removed
  where
    restricted_at is null
    and objected_at is null
    and withdrawn_at is null
    and exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5;
  insert into applicant_weeks
  select organization_id, week_of(created_at), wait_of(created_at, first_reply_at), -count(*)
  from removed
  where
    restricted_at is null
    and objected_at is null
    and exists (select from organizations where id = organization_id)
  group by 1, 2, 3;
  insert into applicant_days
  select organization_id, day_of(created_at), source, reached, status = 'rejected', -count(*)
  from removed
  where
    restricted_at is null
    and objected_at is null
    and exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5;
  return null;
end;
$$;

create or replace function count_changed_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, sum(change)
  from
    (
      select organization_id, role_id, is_existing_customer, contacted, status, 1 as change
      from added
      where restricted_at is null and objected_at is null and withdrawn_at is null
      union all
      select organization_id, role_id, is_existing_customer, contacted, status, -1
      from removed
      where restricted_at is null and objected_at is null and withdrawn_at is null
    ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5
  having sum(change) <> 0;
  insert into applicant_weeks
  select organization_id, week_of(created_at), wait_of(created_at, first_reply_at), sum(change)
  from
    (
      select organization_id, created_at, first_reply_at, 1 as change
      from added
      where restricted_at is null and objected_at is null
      union all
      select organization_id, created_at, first_reply_at, -1
      from removed
      where restricted_at is null and objected_at is null
    ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3
  having sum(change) <> 0;
  insert into applicant_days
  select organization_id, day_of(created_at), source, reached, status = 'rejected', sum(change)
  from
    (
      select organization_id, created_at, source, reached, status, 1 as change
      from added
      where restricted_at is null and objected_at is null
      union all
      select organization_id, created_at, source, reached, status, -1
      from removed
      where restricted_at is null and objected_at is null
    ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5
  having sum(change) <> 0;
  return null;
end;
$$;

insert into applicant_days
select
  organization_id,
  day_of(created_at),
  source,
  reached,
  status = 'rejected',
  count(*)
from applicants
where restricted_at is null and objected_at is null
group by 1, 2, 3, 4, 5;

-- The overview counts by moment who has applied since the last visit, and whose application is deleted soon.
create index applicants_overview_idx on applicants (organization_id, created_at)
include (kept_at, restricted_at, objected_at);
