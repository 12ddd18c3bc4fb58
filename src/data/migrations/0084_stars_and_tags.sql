-- A star and tags on an applicant, shared by the whole team. They go with the applicant.
alter table applicants add column starred boolean not null default false;
-- Few are starred, so that a list of them, and its counts, read nobody else.
create index applicants_starred_idx on applicants (organization_id, created_at desc, id desc) where starred;

create table applicant_tags (
  organization_id uuid not null,
  applicant_id uuid not null,
  -- As it was typed first in the organization.
  tag text not null check (char_length(tag) between 1 and 30),
  -- What makes two spellings one tag: the same in lower case. Compared by bytes, which is leakproof, so that the index below
  -- serves under the row policy too.
  tag_key text collate "C" not null check (char_length(tag_key) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  primary key (applicant_id, tag_key),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
-- Who has a tag, and, from one key to the next, which tags are in use.
create index applicant_tags_key_idx on applicant_tags (organization_id, tag_key, applicant_id);

grant select, insert, delete on applicant_tags to storehand_tenant;
alter table applicant_tags enable row level security;
create policy tenant on applicant_tags to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
