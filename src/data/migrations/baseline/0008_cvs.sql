-- The files that come with applications: uploaded under a grant, checked before staff may open them, and read for the search.

create table cv_files (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  -- Cleared when the verification is swept; a file then lives by its applicant alone.
  verification_id uuid references email_verifications (id)
    on delete set null,
  applicant_id uuid unique,
  storage_key text not null unique,
  original_name text not null check (char_length(original_name) between 1 and 200),
  kind text not null check (kind in ('pdf', 'doc', 'docx')),
  byte_size integer not null check (byte_size between 1 and 10485760),
  -- What was found out about it before staff may open it: active content, and malware where a scanner is set. Null: not looked
  -- into yet.
  checked_at timestamptz(3),
  active_content text[] not null default '{}' check (
    active_content <@ array[
      'macro',
      'embedded-object',
      'dde',
      'external-link',
      'script',
      'embedded-file',
      'encrypted',
      'unreadable'
    ]
  ),
  -- 'none' also where a scanner has not come to it yet.
  scan_state text not null default 'none' check (scan_state in ('none', 'clean', 'infected')),
  scan_name text check (char_length(scan_name) <= 200),
  created_at timestamptz(3) not null default now(),
  -- The key of each CV, encrypted with the main key: the file is encrypted with it alone, so that a deleted row makes every copy of
  -- the file unreadable (docs/decisions/0097-keys-and-ledger.md). Null: a file from before; the background gives it a key.
  key_sealed text,
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
-- What a stranger may leave here: one file for each proof. A newer file takes the place of the one that waits.
create unique index cv_files_verification_idx on cv_files (verification_id);
-- For the sweep of what nobody claims.
create index cv_files_unclaimed_idx on cv_files (created_at) where applicant_id is null;
create index cv_files_infected_idx on cv_files (organization_id) where scan_state = 'infected';
-- What waits for a scanner, which may be set long after the file came.
create index cv_files_unscanned_idx on cv_files (id)
where scan_state = 'none' and checked_at is not null;
create index cv_files_keyless_idx on cv_files (id) where key_sealed is null;
select add_tenant_policy('cv_files', 'select, insert, update, delete');

-- How many bytes lie there, kept as applicant_counts is: each statement adds its difference, the sum counts, and nobody waits
-- for another's row. A claim changes no sum, so submitting pays nothing for it.
create table cv_space (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  difference bigint not null
);
create index cv_space_organization_idx on cv_space (organization_id);
select add_tenant_policy('cv_space', 'select');

-- The text of each applicant's CV, taken out in the background: what staff search and what is shown where a file cannot be
-- drawn.
create table cv_texts (
  cv_id uuid primary key references cv_files (id)
    on delete cascade,
  organization_id uuid not null,
  applicant_id uuid not null unique,
  -- Neither of the two: it waits for its next attempt.
  text text check (char_length(text) <= 200000),
  reason text check (reason in ('encrypted', 'no-text', 'damaged', 'too-heavy', 'gone')),
  is_cut boolean not null default false,
  -- It goes with the applicant and with the file.
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
select add_tenant_policy('cv_texts', 'select, insert');

-- Whose CV is read next: organizations take turns, so that what one of them is sent keeps none of the others waiting.
create table heavy_cvs (
  organization_id uuid primary key references organizations (id)
    on delete cascade,
  -- How often one was too much for the reader, since when; over an hour it is forgotten.
  heavy_tries integer not null default 0,
  heavy_since timestamptz
);
select add_tenant_policy('heavy_cvs', 'select');
grant insert, update on heavy_cvs to storehand_tenant;
