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
