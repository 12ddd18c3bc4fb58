-- What was mailed to an address. It only finds, because of `lower`, as shared_mails_about does.
create or replace function mails_to_address(address text, kinds text[])
returns setof uuid
language sql
stable
security definer
set search_path = public, pg_temp
as $$
  select id
  from mail_outbox
  where organization_id = tenant_id() and lower(recipient) = lower(address) and kind = any (kinds);
$$;
revoke execute on function mails_to_address(text, text[]) from public;
grant execute on function mails_to_address(text, text[]) to storehand_tenant;
