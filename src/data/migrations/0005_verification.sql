-- Proofs of e-mail addresses, the grants they are exchanged for, and the files uploaded under a grant.
create table email_verifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  job_post_id uuid not null references job_posts (id) on delete cascade,
  email text not null,
  -- SHA-256 of what was mailed; the mail is the only place the token itself stands in.
  token_hash bytea not null unique,
  code_hash bytea not null,
  code_tries integer not null default 0,
  verified boolean not null default false,
  verified_at timestamptz(3),
  consent_version text not null,
  consented_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index email_verifications_email_idx on email_verifications (email, job_post_id);
create index email_verifications_expires_at_idx on email_verifications (expires_at);

create table application_grants (
  token_hash bytea primary key,
  verification_id uuid not null references email_verifications (id) on delete cascade,
  organization_id uuid not null references organizations (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index application_grants_verification_idx on application_grants (verification_id);

create table cv_files (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- Cleared when the verification is swept; a file then lives by its applicant alone.
  verification_id uuid references email_verifications (id) on delete set null,
  applicant_id uuid unique,
  storage_key text not null unique,
  original_name text not null check (char_length(original_name) between 1 and 200),
  kind text not null check (kind in ('pdf', 'doc', 'docx')),
  byte_size integer not null check (byte_size between 1 and 10485760),
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
create index cv_files_verification_idx on cv_files (verification_id);
