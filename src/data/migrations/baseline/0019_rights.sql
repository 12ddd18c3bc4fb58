-- The register: who asked what, how we know that it was them, until when it is to be answered, and what became of it. It stays
-- when the application goes, and names nobody then.
create table rights_requests (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  applicant_id uuid,
  kind text not null check (
    kind in (
      'access',
      'rectification',
      'erasure',
      'portability',
      'restriction',
      'objection',
      'consent_withdrawal',
      'no_contact'
    )
  ),
  came_by text not null check (came_by in ('applicant_page', 'staff', 'store')),
  -- Null: nobody has verified yet who is asking.
  verified_by text check (
    verified_by in (
      'signed_link',
      'known_address',
      'identity_document',
      'phone',
      'in_person',
      'store'
    )
  ),
  -- A store asks for an address, which may have no application. Emptied when that address is erased.
  email text check (char_length(email) <= 254),
  shop text,
  -- Who recorded it; null where the person or a store did.
  recorded_by uuid references users (id)
    on delete set null,
  -- For a letter the date on which it came.
  requested_at timestamptz(3) not null default now(),
  due_at timestamptz(3) not null,
  -- The last reminder that was mailed to owners, in days before the due date.
  reminded_days smallint,
  completed_at timestamptz(3),
  -- Null where the person did it on their own page.
  completed_by uuid references users (id)
    on delete set null,
  outcome text check (outcome in ('done', 'lifted', 'upheld', 'refused', 'erased')),
  -- What the person wrote with it, and why staff decided as they did. Emptied with the application.
  words text check (char_length(words) <= 2000),
  reason text check (char_length(reason) <= 2000),
  created_at timestamptz(3) not null default now(),
  -- The number of the ledger's row, for an erasure that staff carried out: they owe it to the person, as the own page shows it.
  receipt text,
  check ((completed_at is null) = (outcome is null)),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete set null (applicant_id)
);
create index rights_requests_open_idx on rights_requests (organization_id, due_at, id)
where completed_at is null;
create index rights_requests_list_idx on rights_requests (
  organization_id,
  requested_at desc,
  id desc
);
create index rights_requests_applicant_idx on rights_requests (organization_id, applicant_id);
select add_tenant_policy('rights_requests', 'select, insert, update');

-- The ledger of erasures (docs/decisions/0097-keys-and-ledger.md): that an application was erased, when and why, and nothing of
-- the person. Each row is written in the transaction that erases, beside an audit event that names its receipt: the event is hashed
-- into the chain, so that a row that is changed, missing or added later shows (src/features/audit/check-chain.ts).
create table erasures (
  -- Who knows it may read the row: 80 random bits, for a person to keep.
  receipt text primary key default upper(
    regexp_replace(
      left(encode(sha256(uuid_send(gen_random_uuid())), 'hex'), 20),
      '(.{4})(?=.)',
      '\1-',
      'g'
    )
  ),
  -- No foreign keys: it outlives the application and the organization.
  organization_id uuid not null,
  application_id uuid not null,
  reason text not null check (
    reason in ('expired', 'staff', 'request', 'applicant', 'store', 'organization')
  ),
  -- The time of the transaction, as in its audit event.
  erased_at timestamptz(3) not null default now(),
  -- When it was copied to where the backups are.
  copied_at timestamptz(3),
  constraint erasures_application_key unique (application_id)
);
create index erasures_organization_idx on erasures (organization_id, erased_at desc, receipt desc);
create index erasures_uncopied_idx on erasures (erased_at) where copied_at is null;
select add_tenant_policy('erasures', 'select, insert');

-- The same for what belongs to an applicant. The ids are looked up once for each query, not for each row.
do $$
declare
  part text;
begin
  foreach part in array array[
    'applicant_customers',
    'applicant_mails',
    'applicant_notes',
    'applicant_searches',
    'applicant_status_history',
    'applicant_tags',
    'cv_files',
    'cv_texts',
    'notifications'
  ] loop
    execute
      format(
        'create policy unrestricted on %I as restrictive to storehand_tenant using (applicant_id is null or applicant_id <> all ((select restricted_applicants())::uuid[])) with check (true)',
        part
      );
  end loop;
end $$;
