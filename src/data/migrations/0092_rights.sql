-- squawk-ignore-file constraint-missing-not-valid
-- What applicants ask of an organization about their data (docs/decisions/0096-rights-of-applicants.md).

-- Beside the status, because a person's own decision is no step of the hiring.
alter table applicants
add column withdrawn_at timestamptz(3),
-- The person asked that the data is kept and not used.
add column restricted_at timestamptz(3),
-- The person objected, and nobody has decided it yet.
add column objected_at timestamptz(3),
-- The organization may not write to this address.
add column no_contact_at timestamptz(3),
-- The question whether the application may be kept for another six months: when it was mailed, and the yes to it.
add column keep_asked_at timestamptz(3),
add column kept_at timestamptz(3),
-- Null: as the organization has chosen for everybody.
add column keep_question boolean;
alter table organizations
add column asks_to_keep boolean not null default false;
grant update (asks_to_keep) on organizations to storehand_tenant;

-- More reasons for which a mail to an applicant is not sent; no row can have another one.
alter table applicant_mails
drop constraint applicant_mails_reason_check,
add constraint applicant_mails_reason_check
  check (reason in ('moved', 'active', 'withdrawn', 'no-contact', 'restricted'));

-- The few that nobody is shown, and the few that have left the lists.
create index applicants_restricted_idx on applicants (organization_id, id)
where restricted_at is not null or objected_at is not null;
create index applicants_withdrawn_idx on applicants (organization_id, created_at desc, id desc)
where withdrawn_at is not null;
create index applicants_no_contact_idx on applicants (organization_id, lower(email))
where no_contact_at is not null;
-- The counts of the overview are still answered from the index alone, with the columns that the policy below reads.
drop index applicants_overview_idx;
create index applicants_overview_idx on applicants (organization_id, created_at)
include (status, reached, role_id, first_reply_at, restricted_at, objected_at);
drop index applicants_waiting_idx;
create index applicants_waiting_idx on applicants (organization_id, created_at)
include (restricted_at, objected_at)
where status = 'applied' and not contacted and withdrawn_at is null;

-- Only transactions that erase, or that act for the person themselves, say so (includingRestricted of src/data/database.ts).
create function includes_restricted()
returns boolean
language sql
stable
as $$
  select coalesce(current_setting('storehand.includes_restricted', true), '') = 'on';
$$;

-- Whom the transaction may not see. With the owner's rights, because it looks for what its reader may not see.
create function restricted_applicants()
returns uuid[]
language sql
stable
security definer
set search_path = public, pg_temp
as $$
  select
    case
      when includes_restricted() then array[]::uuid[]
      else array(
        select id
        from applicants
        where
          organization_id = tenant_id()
          and (restricted_at is not null or objected_at is not null)
      )
    end;
$$;
revoke execute on function restricted_applicants() from public;
grant execute on function restricted_applicants() to storehand_tenant;

-- Restricted data is shown to nobody: in no query of an organization, however it asks. Beside the policy of the organization,
-- both must agree. What may be written is not its matter.
create policy unrestricted on applicants
as restrictive
to storehand_tenant
using ((restricted_at is null and objected_at is null) or includes_restricted())
with check (true);

-- The same for what belongs to an applicant. The ids are looked up once for each query, not for each row.
do $$
declare
  part text;
begin
  foreach part in array array[
    'applicant_customers',
    'applicant_mails',
    'applicant_notes',
    'applicant_searches',
    'applicant_status_history',
    'applicant_tags',
    'cv_files',
    'cv_texts',
    'notifications'
  ] loop
    execute
      format(
        'create policy unrestricted on %I as restrictive to storehand_tenant using (applicant_id is null or applicant_id <> all ((select restricted_applicants())::uuid[])) with check (true)',
        part
      );
  end loop;
end $$;

-- Deletion counts them too, and says no more than a number: the days of those who go by `through`. As `expiresOn` of
-- src/data/retention/retention.ts, which names them.
create function expiring_days(kept_months integer, through date)
returns setof date
language sql
stable
security definer
set search_path = public, pg_temp
as $$
  select day
  from
    (
      select
        (
          (created_at at time zone 'UTC')::date + make_interval(
            months =>
              kept_months * case
                when kept_at is null then 1
                else 2
              end
          )
        )::date as day
      from applicants
      where
        organization_id = tenant_id()
        and created_at < (
          (through - make_interval(months => kept_months)) + interval '4 days'
        ) at time zone 'UTC'
    ) as old
  where day <= through;
$$;

-- How many are in no list and no count.
create function count_unlisted()
returns integer
language sql
stable
security definer
set search_path = public, pg_temp
as $$
  select count(*)::integer
  from
    (
      select id
      from applicants
      where organization_id = tenant_id() and (restricted_at is not null or objected_at is not null)
      union
      select id
      from applicants
      where organization_id = tenant_id() and withdrawn_at is not null
    ) as unlisted;
$$;
revoke execute on function expiring_days(integer, date), count_unlisted() from public;
grant execute on function expiring_days(integer, date), count_unlisted() to storehand_tenant;

-- Restricted and withdrawn applications are counted nowhere else.
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
  return null;
end;
$$;

-- The register: who asked what, how we know that it was them, until when it is to be answered, and what became of it. It stays
-- when the application goes, and names nobody then.
create table rights_requests (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  applicant_id uuid,
  kind text not null check (
    kind in (
      'access',
      'rectification',
      'erasure',
      'portability',
      'restriction',
      'objection',
      'consent_withdrawal',
      'no_contact'
    )
  ),
  came_by text not null check (came_by in ('applicant_page', 'staff', 'store')),
  -- Null: nobody has verified yet who is asking.
  verified_by text check (
    verified_by in (
      'signed_link',
      'known_address',
      'identity_document',
      'phone',
      'in_person',
      'store'
    )
  ),
  -- A store asks for an address, which may have no application. Emptied when that address is erased.
  email text check (char_length(email) <= 254),
  shop text,
  -- Who recorded it; null where the person or a store did.
  recorded_by uuid references users (id)
    on delete set null,
  -- For a letter the date on which it came.
  requested_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null,
  -- The last reminder that was mailed to owners, in days before the due date.
  reminded_days smallint,
  completed_at timestamptz(3),
  -- Null where the person did it on their own page.
  completed_by uuid references users (id)
    on delete set null,
  outcome text check (outcome in ('done', 'lifted', 'upheld', 'refused', 'erased')),
  -- What the person wrote with it, and why staff decided as they did. Emptied with the application.
  words text check (char_length(words) <= 2000),
  reason text check (char_length(reason) <= 2000),
  created_at timestamptz(3) not null default now(),
  check ((completed_at is null) = (outcome is null)),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete set null (applicant_id)
);
create index rights_requests_open_idx on rights_requests (organization_id, due_at, id)
where completed_at is null;
create index rights_requests_list_idx on rights_requests (
  organization_id,
  requested_at desc,
  id desc
);
create index rights_requests_applicant_idx on rights_requests (organization_id, applicant_id);
select add_tenant_policy('rights_requests', 'select, insert, update');

-- With its application a request loses every word that was written about the person, whoever deletes it and why. One that is
-- still open has been answered by that.
create function forget_requester()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update rights_requests
  set
    email = null,
    words = null,
    reason = null,
    completed_at = coalesce(completed_at, now()),
    outcome = coalesce(outcome, 'erased')
  where organization_id = old.organization_id and applicant_id = old.id;
  return old;
end;
$$;
create trigger applicants_forget_requester
before delete on applicants
for each row
execute function forget_requester();

-- What stores have asked becomes rows of the register.
insert into rights_requests
  (
    id,
    organization_id,
    kind,
    came_by,
    verified_by,
    email,
    shop,
    requested_at,
    due_at,
    completed_at,
    outcome,
    created_at
  )
select
  id,
  organization_id,
  'access',
  'store',
  'store',
  email,
  shop,
  requested_at,
  due_at,
  exported_at,
  case
    when exported_at is not null then 'done'
  end,
  requested_at
from data_requests;
delete from data_requests;
-- Empty, and closed: a server of the version before, which still runs, fails to write here, and its task is tried again by a new
-- one. The table goes with a later version.
revoke insert on data_requests from storehand_tenant;
