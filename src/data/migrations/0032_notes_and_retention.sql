-- What staff write about an applicant, and what the deletion by the clock remembers of each organization.
create table applicant_notes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  applicant_id uuid not null,
  -- Cleared when the author's account goes; the note stays with the applicant.
  author_id uuid references users (id) on delete set null,
  body text not null check (char_length(body) between 1 and 4000),
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
create index applicant_notes_applicant_idx on applicant_notes (applicant_id, created_at desc, id desc);

create table retention_states (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- Set while a run that would delete too much waits for an owner's word.
  stopped_at timestamptz(3),
  -- Whatever is due up to this day an owner has agreed to.
  confirmed_through date,
  confirmed_by uuid references users (id) on delete set null,
  -- Whoever goes up to this day has been announced to the owners.
  announced_through date,
  -- The day of the last mail to the owners: one a day at most.
  mailed_on date
);

grant select, insert, update, delete on applicant_notes to storehand_tenant;
grant select, insert, update on retention_states to storehand_tenant;
do $$
declare
  name text;
begin
  foreach name in array array['applicant_notes', 'retention_states'] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to storehand_tenant using (organization_id = tenant_id()) with check (organization_id = tenant_id())',
      name
    );
  end loop;
end $$;

-- What happened to one applicant. Without the arrivals, which have a row of their own and are written while somebody waits.
create index audit_events_applicant_idx on audit_events (organization_id, resource_id, id desc)
  where resource_type = 'applicant' and action <> 'applicant.created';
