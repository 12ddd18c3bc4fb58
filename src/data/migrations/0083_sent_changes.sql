-- Changes that a dashboard sent under a key of its own. An answer can be lost on its way; the same change sent again finds
-- its key here, gets the same answer, and does nothing twice.
create table sent_changes (
  organization_id uuid not null references organizations (id) on delete cascade,
  key uuid not null,
  -- Who did what to whom: the same key for another act is a mistake of the sender.
  act text not null check (char_length(act) <= 200),
  -- What was answered, without anything about a person but ids. Null only inside the transaction that does it.
  answer jsonb,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, key)
);
create index sent_changes_created_idx on sent_changes (created_at);

alter table sent_changes enable row level security;
create policy tenant on sent_changes to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
grant select, insert, update on sent_changes to storehand_tenant;
