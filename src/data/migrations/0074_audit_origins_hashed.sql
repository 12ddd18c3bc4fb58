-- Where an act of security came from stands in the log for thirty days; after that only a keyed hash of it does, so that two
-- acts of one network can still be told from two of different ones, and nobody can tell which network it was.
alter table audit_events
  add column network_hash text,
  add column browser_hash text;

create index audit_events_origin_idx on audit_events (created_at)
  where ip_address is not null or user_agent is not null;

/* As before (0035); the hashes come in the update that empties what they are of, and may be emptied in their turn. */
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare
  may_empty constant text[] :=
    array['organization_id', 'ip_address', 'user_agent', 'origin_salt', 'network_hash', 'browser_hash'];
begin
  if tg_op = 'UPDATE'
    and to_jsonb(new) - may_empty = to_jsonb(old) - may_empty
    and (new.organization_id is null or new.organization_id = old.organization_id)
    and (new.ip_address is null or new.ip_address = old.ip_address)
    and (new.user_agent is null or new.user_agent = old.user_agent)
    and (new.origin_salt is null or new.origin_salt = old.origin_salt)
    and (new.network_hash is null or new.network_hash = old.network_hash
      or (old.network_hash is null and old.ip_address is not null and new.ip_address is null))
    and (new.browser_hash is null or new.browser_hash = old.browser_hash
      or (old.browser_hash is null and old.user_agent is not null and new.user_agent is null)) then
    return new;
  end if;
  if tg_op = 'DELETE' and old.created_at < now() - interval '7 years'
    and exists (select from audit_chains where chain_id = old.chain_id and anchor_place >= old.place) then
    return old;
  end if;
  raise exception 'audit events are append-only';
end $$;
