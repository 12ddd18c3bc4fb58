-- With the owner's rights: a transaction of an organization sees nothing of these tables. Called by triggers, because what a foreign
-- key deletes counts as well.
create or replace function record_act(kind text, organization uuid, subject text, state jsonb)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  -- A task for each, so that two transactions never wait for each other's.
  with
    act as (
      insert into copied_acts (kind, organization, subject, state)
      values (record_act.kind, record_act.organization, record_act.subject, record_act.state)
      returning id
    )
  insert into background_tasks (kind, key)
  select 'copy-erasures', id::text
  from act;
$$;
revoke execute on function record_act(text, uuid, text, jsonb) from public;
