-- The head's row is locked until the transaction ends, so that two acts of one organization follow each other.
-- With the owner's rights: nobody but this trigger writes the heads.
create or replace function chain_audit_event()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  new.chain_id := coalesce(new.organization_id, '00000000-0000-0000-0000-000000000000');
  new.origin_salt := null;
  new.origin_digest := null;
  if new.ip_address is not null or new.user_agent is not null then
    new.origin_salt := uuid_send(gen_random_uuid());
    new.origin_digest := sha256(
      new.origin_salt || convert_to(jsonb_build_array(new.ip_address, new.user_agent)::text, 'UTF8'));
  end if;
  insert into audit_chains as head (chain_id, place, hash)
  values (new.chain_id, 1, audit_hash(decode(repeat('00', 32), 'hex'), new, 1))
  on conflict (chain_id) do update
  set place = head.place + 1, hash = audit_hash(head.hash, new, head.place + 1)
  returning head.place, head.hash into new.place, new.hash;
  return new;
end $$;

create or replace trigger audit_events_chain
before insert on audit_events
for each row
execute function chain_audit_event();
