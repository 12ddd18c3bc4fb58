-- What open screens are told of: written in the transaction of the act, so an event exists if and only if the act does.

create sequence live_positions;

create table live_events (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id)
    on delete cascade,
  name text not null,
  -- What it is about, by id alone: a person who is deleted leaves nothing behind here.
  subject_id uuid not null,
  -- Its place in the order that readers follow, given after the commit: ids become visible out of order, positions never do.
  position bigint unique,
  created_at timestamptz(3) not null default now()
);
create index live_events_organization_id_idx on live_events (organization_id, position);
create index live_events_unplaced_idx on live_events (id) where position is null;
select add_tenant_policy('live_events', 'select, insert');
