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
  mailed_on date
);
select add_tenant_policy('retention_states', 'select, insert, update');

-- Mails belong to no tenant's role, so these two run with the owner's rights; the organization is the transaction's own.

-- What was mailed to an address. A mail can be on its way into the local mailbox while its person leaves: first the row that it
-- must have, then what came of it. The worker that puts one there locks that row, so either the copy is seen here, or it is
-- never made. The counts of src/data/rate-limits.ts stay: an organization that may remove a person could otherwise mail that person
-- without end.
create function erase_address(address text, kinds text[])
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  gone uuid[];
begin
  with
    taken as (
      delete from mail_outbox
      where
        organization_id = tenant_id()
        and lower(recipient) = lower(address)
        and kind = any (kinds)
      returning id
    )
  select array_agg(id)
  into gone
  from taken;
  delete from local_mailbox where id = any (gone);
end;
$$;

-- What was and will be mailed about these applications, wherever it is kept, and what staff were told of them. The worker that
-- puts a copy into the local mailbox locks its notifications: either the copy is seen here, or it is rendered without these
-- people.
create function erase_applicant_mails(applicants uuid[])
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  gone uuid[];
begin
  select array_agg(id)
  into gone
  from applicant_mails
  where organization_id = tenant_id() and applicant_id = any (applicants);
  delete from mail_outbox where id = any (gone);
  delete from local_mailbox where id = any (gone);
  perform
  from notifications
  where organization_id = tenant_id() and applicant_id = any (applicants)
  order by id
  for update;
  delete from local_mailbox
  where
    id in (
      select mail_id
      from notifications
      where organization_id = tenant_id() and applicant_id = any (applicants)
    );
end;
$$;
revoke execute on function erase_address(text, text[]), erase_applicant_mails(uuid[]) from public;
grant execute
on function erase_address(text, text[]), erase_applicant_mails(uuid[])
to storehand_tenant;
