-- Security incidents, and breaches: the record that begins with a critical incident of that kind, its drafted notices, and who
-- was written to.

create table security_incidents (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
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
  status text not null default 'open' check (
    status in ('open', 'investigating', 'resolved', 'closed')
  ),
  assigned_to uuid references users (id)
    on delete set null,
  resolved_at timestamptz(3),
  -- A false alarm: it ends, its clock with it, and stays in the register with the reason.
  withdrawn_at timestamptz(3),
  withdrawn_reason text,
  created_at timestamptz(3) not null default now(),
  constraint security_incidents_organization_key unique (organization_id, id),
  constraint security_incidents_withdrawn_check
    check (
      (withdrawn_at is null and withdrawn_reason is null)
      or (withdrawn_at is not null and withdrawn_reason is not null and status = 'closed')
    )
);
create index security_incidents_organization_id_idx on security_incidents (
  organization_id,
  created_at desc
);
create index security_incidents_list_idx on security_incidents (
  organization_id,
  created_at desc,
  id desc
);
select add_tenant_policy('security_incidents', 'select, insert, update, delete');

create table breach_records (
  incident_id uuid primary key,
  organization_id uuid not null references organizations (id)
    on delete cascade,
  -- 72 hours from here: the moment the incident was written down.
  aware_at timestamptz(3) not null,
  deadline_at timestamptz(3) not null,
  -- The notice to the authority, and that a person sent it.
  authority_text text not null default '',
  authority_told_at timestamptz(3),
  authority_reference text,
  -- The notice to the people concerned.
  notice_happened text not null default '',
  notice_when text not null default '',
  notice_data text not null default '',
  notice_measures text not null default '',
  notice_advice text not null default '',
  notice_contact text not null default '',
  -- Who they are: every applicant, those since a day, or a list of addresses.
  audience text not null default 'all' check (audience in ('all', 'since', 'list')),
  audience_since date,
  audience_list text[] not null default '{}',
  -- An owner let the notices go, to so many; finished once each was sent, failed, or its person is gone.
  confirmed_by uuid,
  confirmed_at timestamptz(3),
  recipients_count integer not null default 0,
  finished_at timestamptz(3),
  sent_count integer not null default 0,
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, incident_id) references security_incidents (organization_id, id)
    on delete cascade
);
create index breach_records_organization_id_idx on breach_records (organization_id);
create index breach_records_sending_idx on breach_records (incident_id)
where confirmed_at is not null and finished_at is null;
select add_tenant_policy('breach_records', 'select, insert, update');

create table breach_notices (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  incident_id uuid not null references breach_records (incident_id)
    on delete cascade,
  -- Emptied once it stands in the outbox, or its person is gone.
  recipient text,
  -- Nobody is written to twice.
  recipient_digest bytea not null,
  state text not null default 'waiting' check (state in ('waiting', 'queued', 'removed')),
  mail_id uuid,
  unique (incident_id, recipient_digest)
);
create index breach_notices_waiting_idx on breach_notices (incident_id) where state = 'waiting';
create index breach_notices_organization_id_idx on breach_notices (organization_id);
select add_tenant_policy('breach_notices', 'select, insert, update');
