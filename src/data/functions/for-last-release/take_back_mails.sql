-- Mails of the organization that no worker has in hand leave the outbox. Returns those that did.
create or replace function take_back_mails(ids uuid[])
returns setof uuid
language sql
security definer
set search_path = public, pg_temp
as $$
  with
    canceled as (
      delete from background_tasks
      where
        kind = 'send-mail'
        and organization_id = tenant_id()
        and key = any (ids::text[])
        and (leased_until is null or leased_until < now())
      returning key::uuid as id
    )
  delete from mail_outbox
  where organization_id = tenant_id() and id in (select id from canceled) and state = 'waiting'
  returning id;
$$;
revoke execute on function take_back_mails(uuid[]) from public;
grant execute on function take_back_mails(uuid[]) to storehand_tenant;
