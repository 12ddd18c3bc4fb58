-- Nobody edits the trail. A deleted organization's id is cleared, what points to a person can be emptied, and rows leave after
-- seven years from the front, once the anchor stands behind them. The hashes of the origin come in the update that empties what
-- they are of, and may be emptied in their turn.
create or replace function refuse_audit_change()
returns trigger
language plpgsql
as $$
declare
  may_empty constant text[] := array[
    'organization_id',
    'ip_address',
    'user_agent',
    'origin_salt',
    'network_hash',
    'browser_hash'
  ];
begin
  if
    tg_op = 'UPDATE'
    and to_jsonb(new) - may_empty = to_jsonb(old) - may_empty
    and (new.organization_id is null or new.organization_id = old.organization_id)
    and (new.ip_address is null or new.ip_address = old.ip_address)
    and (new.user_agent is null or new.user_agent = old.user_agent)
    and (new.origin_salt is null or new.origin_salt = old.origin_salt)
    and (
      new.network_hash is null
      or new.network_hash = old.network_hash
      or (old.network_hash is null and old.ip_address is not null and new.ip_address is null)
    )
    and (
      new.browser_hash is null
      or new.browser_hash = old.browser_hash
      or (old.browser_hash is null and old.user_agent is not null and new.user_agent is null)
    )
  then
    return new;
  end if;
  if
    tg_op = 'DELETE'
    and old.created_at < now() - interval '7 years'
    and exists (
      select from audit_chains where chain_id = old.chain_id and anchor_place >= old.place
    )
  then
    return old;
  end if;
  raise exception 'audit events are append-only';
end;
$$;

create or replace trigger audit_events_append_only
before update or delete on audit_events
for each row
execute function refuse_audit_change();

create or replace trigger audit_events_no_truncate
before truncate on audit_events
for each statement
execute function refuse_audit_change();
