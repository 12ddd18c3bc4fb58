-- What was done, by whom: appended in the transaction of the act, never changed.
create table audit_events (
  id bigint generated always as identity primary key,
  organization_id uuid references organizations (id) on delete set null,
  actor_id uuid,
  action text not null,
  resource_type text not null,
  resource_id text,
  details jsonb not null default '{}',
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default now()
);
create index audit_events_organization_id_idx on audit_events (organization_id, id desc);

-- Nobody edits the trail. Deleting an organization may still clear its id from the row.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.organization_id is null
    and to_jsonb(new) - 'organization_id' = to_jsonb(old) - 'organization_id' then
    return new;
  end if;
  raise exception 'audit events are append-only';
end $$;
create trigger audit_events_append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
