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
