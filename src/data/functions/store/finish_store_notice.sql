-- A notice is marked as done in the transaction of what it asks for, which is the organization's: a process that ended between the two
-- did it twice. With the owner's rights, because a transaction of an organization sees nothing of this table.
create or replace function finish_store_notice(notice uuid)
returns boolean
language sql
security definer
set search_path = public, pg_temp
as $$
  with
    finished as (
      update store_notices
      set
        state = 'done',
        payload_sealed = null
      where
        id = notice
        and state = 'waiting'
        and shop in (select shop from store_sessions where organization_id = tenant_id())
      returning id
    )
  select exists (select from finished);
$$;
revoke execute on function finish_store_notice(uuid) from public;
grant execute on function finish_store_notice(uuid) to storehand_tenant;
