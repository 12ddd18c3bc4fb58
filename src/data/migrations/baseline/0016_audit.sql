-- What was done, by whom: appended in the transaction of the act, never changed. A chain: each row carries a hash over itself
-- and over the row before it, so that nothing can be changed, taken out or slipped in without showing (docs/decisions/0035).
-- Every organization has a chain of its own; what belongs to none stands in the one of zeros.
create table audit_events (
  id bigint generated always as identity primary key,
  organization_id uuid references organizations (id)
    on delete set null,
  actor_id uuid,
  action text not null,
  resource_type text not null,
  resource_id text,
  details jsonb not null default '{}',
  -- Where an act of security came from stands here for thirty days; after that only a keyed hash of it does, so that two acts
  -- of one network can still be told from two of different ones, and nobody can tell which network it was.
  ip_address text,
  user_agent text,
  network_hash text,
  browser_hash text,
  -- The organization of then: it stays when the organization is deleted.
  chain_id uuid not null,
  -- 1, 2, 3, … within the chain, without a gap.
  place bigint not null,
  hash bytea not null,
  -- Address and browser enter the hash as a salted digest: they can be emptied later, and the chain still holds.
  origin_salt bytea,
  origin_digest bytea,
  created_at timestamptz(3) not null default now(),
  constraint audit_events_chain_key unique (chain_id, place)
);
create index audit_events_organization_id_idx on audit_events (organization_id, id desc);
-- The log of a shop can have a million rows: a filter finds its page without reading all the others.
create index audit_events_action_idx on audit_events (
  organization_id,
  (action collate "C"),
  id desc
);
create index audit_events_actor_idx on audit_events (organization_id, actor_id, id desc)
where actor_id is not null;
create index audit_events_time_idx on audit_events (organization_id, created_at);
-- What happened to one applicant. Without the arrivals, which have a row of their own and are written while somebody waits.
create index audit_events_applicant_idx on audit_events (organization_id, resource_id, id desc)
where resource_type = 'applicant' and action <> 'applicant.created';
-- An incident's own history is read beside it.
create index audit_events_incident_idx on audit_events (resource_id, id desc)
where resource_type = 'security_incident';
-- Whose origin is to be emptied next.
create index audit_events_origin_idx on audit_events (created_at)
where ip_address is not null or user_agent is not null;
select add_tenant_policy('audit_events', 'select, insert');

-- Where each chain ends, and where it begins now: the rows up to the anchor were removed after their years.
create table audit_chains (
  chain_id uuid primary key,
  place bigint not null,
  hash bytea not null,
  anchor_place bigint not null default 0,
  anchor_hash bytea not null default decode(repeat('00', 32), 'hex')
);

-- What a row says, in one spelling; src/features/audit/check-chain.ts hashes the same.
create function audit_text(event audit_events, at bigint)
returns text
language sql
stable
as $$
  select
    jsonb_build_array(
      at,
      event.chain_id,
      event.actor_id,
      event.action,
      event.resource_type,
      event.resource_id,
      event.details,
      (extract(epoch from event.created_at) * 1000)::bigint,
      encode(event.origin_digest, 'hex')
    )::text;
$$;

create function audit_hash(previous bytea, event audit_events, at bigint)
returns bytea
language sql
stable
as $$
  select sha256(previous || convert_to(audit_text(event, at), 'UTF8'));
$$;

-- The head's row is locked until the transaction ends, so that two acts of one organization follow each other.
-- With the owner's rights: nobody but this trigger writes the heads.
create function chain_audit_event()
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
create trigger audit_events_chain
before insert on audit_events
for each row
execute function chain_audit_event();

-- Nobody edits the trail. A deleted organization's id is cleared, what points to a person can be emptied, and rows leave after
-- seven years from the front, once the anchor stands behind them. The hashes of the origin come in the update that empties what
-- they are of, and may be emptied in their turn.
create function refuse_audit_change()
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
create trigger audit_events_append_only
before update or delete on audit_events
for each row
execute function refuse_audit_change();
create trigger audit_events_no_truncate
before truncate on audit_events
for each statement
execute function refuse_audit_change();

-- A head only moves on, one row at a time, and its anchor only after it.
create function refuse_chain_change()
returns trigger
language plpgsql
as $$
begin
  if
    tg_op = 'UPDATE'
    and new.chain_id = old.chain_id
    and new.place between old.place and old.place + 1
    and (new.place > old.place or new.hash = old.hash)
    and new.anchor_place between old.anchor_place and new.place
  then
    return new;
  end if;
  raise exception 'audit chains only move on';
end;
$$;
create trigger audit_chains_move_on
before update or delete on audit_chains
for each row
execute function refuse_chain_change();
create trigger audit_chains_no_truncate
before truncate on audit_chains
for each statement
execute function refuse_chain_change();
