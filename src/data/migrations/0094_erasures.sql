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

-- Nobody edits the ledger. Rows leave after seven years, as audit events do.
create function refuse_erasure_change()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'copied_at' = to_jsonb(old) - 'copied_at' then
    return new;
  end if;
  if tg_op = 'DELETE' and old.erased_at < now() - interval '7 years' then
    return old;
  end if;
  raise exception 'erasures are append-only';
end;
$$;
create trigger erasures_append_only
before update or delete on erasures
for each row
execute function refuse_erasure_change();
create trigger erasures_no_truncate
before truncate on erasures
for each statement
execute function refuse_erasure_change();
