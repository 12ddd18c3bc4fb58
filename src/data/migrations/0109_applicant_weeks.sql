-- How many applied in which week and how long they waited for the first reply, kept as applicant_counts is: each statement adds
-- its difference, and the sum counts. So the overview costs the same however many there are.

create table applicant_weeks (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  -- The Monday of the week in which they applied.
  week date not null,
  -- Seconds; null: without a reply.
  wait integer,
  difference integer not null
);
create index applicant_weeks_idx on applicant_weeks (organization_id, week)
include (wait, difference);
select add_tenant_policy('applicant_weeks', 'select');

create function week_of(moment timestamptz)
returns date
language sql
immutable
as $$
  select date_trunc('week', moment at time zone 'UTC')::date;
$$;

-- As exactly as a median needs it, so that there are a few hundred different ones: by the minute within an hour, by ten minutes
-- within a day, by three hours within a week, by the day after it.
create function wait_of(applied timestamptz, replied timestamptz)
returns integer
language sql
immutable
as $$
  select
    (
      case
        when seconds < 3600 then round(seconds / 60) * 60
        when seconds < 86400 then floor(seconds / 600) * 600
        when seconds < 604800 then floor(seconds / 10800) * 10800
        else floor(seconds / 86400) * 86400
      end
    )::integer
  from (select extract(epoch from replied - applied) as seconds) as waited;
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
  return null;
end;
$$;

insert into applicant_weeks
select organization_id, week_of(created_at), wait_of(created_at, first_reply_at), count(*)
from applicants
where restricted_at is null and objected_at is null
group by 1, 2, 3;

-- Weeks are not asked of it any more.
drop index applicants_overview_idx;
create index applicants_overview_idx on applicants (organization_id, created_at)
include (status, reached, role_id, restricted_at, objected_at);
