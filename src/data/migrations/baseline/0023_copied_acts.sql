-- What a restored backup must not forget beside erasures (docs/decisions/0097-keys-and-ledger.md): rights that people used, unsubscriptions,
-- closed accounts, memberships and deleted organizations. Each row is the newest state of one thing, by its id or a keyed hash, written by
-- triggers in the transaction that changes it, whoever does so; the background copies it beside the backups.
create table copied_acts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in (
      'application',
      'proof',
      'request',
      'store',
      'invitation',
      'invitation_key',
      'member',
      'closing',
      'organization'
    )
  ),
  -- No foreign keys: it outlives what it is about. No column of an organization's own: no transaction of one sees this table.
  organization uuid,
  subject text not null,
  state jsonb not null,
  -- Not of the transaction: of two changes of one row the later one counts.
  acted_at timestamptz not null default clock_timestamp(),
  copied_at timestamptz(3)
);
create index copied_acts_waiting_idx on copied_acts (acted_at) where copied_at is null;
create index copied_acts_age_idx on copied_acts (acted_at);

-- The folder of the backups that is in use, by the number in its marker file: an empty folder in its place (a disk that is not mounted) is noticed.
create table backup_folders (
  is_current boolean primary key default true check (is_current),
  marker uuid not null,
  last_backup_at timestamptz(3)
);
