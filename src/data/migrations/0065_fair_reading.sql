-- Whose CV is read next: organizations take turns, so that what one of them is sent keeps none of the others waiting.

-- It took too long once: its second try comes when nothing else is due.
alter table cv_texts add column is_heavy boolean not null default false;
drop index cv_texts_due_idx;
create index cv_texts_due_idx on cv_texts (organization_id, is_heavy, next_attempt_at) where text is null and reason is null;

create table cv_text_turns (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- When a CV of theirs was last taken up.
  taken_at timestamptz not null,
  -- How often one was too much for the reader, since when; over an hour it is forgotten.
  heavy_tries integer not null default 0,
  heavy_since timestamptz
);
alter table cv_text_turns enable row level security;
create policy tenant on cv_text_turns to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
grant select on cv_text_turns to storehand_tenant;
