-- A mail that is on its way into the local mailbox while its person leaves: first the row that it must have, then what came of it.
-- Whoever puts one there holds that row, so either the copy is seen here, or it is never made.
create or replace function erase_address(address text, kinds text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone uuid[];
begin
  with taken as (
    delete from mail_outbox
    where organization_id = tenant_id() and lower(recipient) = lower(address) and kind = any (kinds)
    returning id
  )
  select array_agg(id) into gone from taken;
  delete from local_mailbox where id = any (gone);
  delete from usage_counts where starts_with(key, 'mail address ' || lower(address) || ' ');
end $$;

create or replace function erase_applicant_mails(applicants uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone uuid[];
begin
  select array_agg(id) into gone from applicant_mails
  where organization_id = tenant_id() and applicant_id = any (applicants);
  delete from mail_outbox where id = any (gone);
  delete from local_mailbox where id = any (gone);
end $$;
