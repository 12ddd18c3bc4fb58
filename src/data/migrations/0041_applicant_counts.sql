-- What a list of 100,000 applicants costs no more than one of a thousand: exact counts that are kept, and orders the policies let an index serve.

-- How many there are, by everything the filters ask but the search text. Each statement adds rows with its difference, and the
-- sum counts: nobody waits for anybody else's row, and whoever sees an applicant sees the difference that came with it. Small
-- differences are put together by the clock (src/features/retention/fold-applicant-counts.ts).
create table applicant_counts (
  organization_id uuid not null references organizations (id) on delete cascade,
  role_id uuid not null,
  is_existing_customer boolean not null,
  contacted boolean not null,
  status text not null,
  difference integer not null
);
create index applicant_counts_organization_idx on applicant_counts (organization_id, role_id);

alter table applicant_counts enable row level security;
create policy tenant on applicant_counts to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
grant select on applicant_counts to storehand_tenant;

-- With the owner's rights: nobody but these triggers and the folding writes here. An organization that goes takes its counts
-- along, and the applicants that go after it are counted nowhere.
create function count_new_applicants() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, count(*)
  from added group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger applicants_count_new after insert on applicants
  referencing new table as added for each statement execute function count_new_applicants();

create function count_gone_applicants() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, -count(*)
  from removed where exists (select from organizations where id = organization_id) group by 1, 2, 3, 4, 5;
  return null;
end $$;
create trigger applicants_count_gone after delete on applicants
  referencing old table as removed for each statement execute function count_gone_applicants();

create function count_changed_applicants() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, sum(change)
  from (
    select organization_id, role_id, is_existing_customer, contacted, status, 1 as change from added
    union all
    select organization_id, role_id, is_existing_customer, contacted, status, -1 from removed
  ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5 having sum(change) <> 0;
  return null;
end $$;
create trigger applicants_count_changed after update on applicants
  referencing old table as removed new table as added for each statement execute function count_changed_applicants();

insert into applicant_counts
select organization_id, role_id, is_existing_customer, contacted, status, count(*)
from applicants group by 1, 2, 3, 4, 5;

-- lower() is not leakproof: under a row policy no index serves a comparison with it, and the hundredth page would read all before it.
alter table applicants
  add column sort_role text collate "C" not null generated always as (lower(role_title)) stored,
  add column sort_email text collate "C" not null generated always as (lower(email)) stored;
drop index applicants_position_order_idx;
create index applicants_role_order_idx on applicants (organization_id, sort_role, created_at, id);
-- What else came from the same address.
create index applicants_person_idx on applicants (organization_id, sort_email);
-- A position's applicants, newest first; it serves what the narrower one did.
drop index applicants_position_idx;
create index applicants_position_idx on applicants (organization_id, role_id, created_at desc, id desc);
