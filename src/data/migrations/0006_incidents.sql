-- Security incidents.
create table security_incidents (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  incident_type text not null default '',
  severity text not null default 'medium' check (severity in ('critical', 'high', 'medium', 'low')),
  title text not null default '',
  description text not null default '',
  affected_users integer not null default 0 check (affected_users >= 0),
  data_types_affected text[] not null default '{}',
  source_ip text,
  user_agent text,
  detection_method text not null default 'manual',
  metadata jsonb not null default '{}',
  status text not null default 'open' check (status in ('open', 'investigating', 'resolved', 'closed')),
  assigned_to uuid references users (id) on delete set null,
  resolved_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index security_incidents_organization_id_idx on security_incidents (organization_id, created_at desc);
