-- What was mailed to an address. A mail can be on its way into the local mailbox while its person leaves: first the row that it
-- must have, then what came of it. The worker that puts one there locks that row, so either the copy is seen here, or it is
-- never made. The counts of src/data/rate-limits.ts stay: an organization that may remove a person could otherwise mail that person
-- without end.
create or replace function erase_address(address text, kinds text[])
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
revoke execute on function erase_address(text, text[]) from public;
grant execute on function erase_address(text, text[]) to storehand_tenant;
