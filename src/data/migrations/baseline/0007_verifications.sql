-- Proofs of email addresses, and the grants they are exchanged for.

create table email_verifications (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  job_post_id uuid not null references job_posts (id)
    on delete cascade,
  email text not null,
  -- SHA-256 of what was mailed; the mail is the only place the token itself stands in.
  token_hash bytea not null unique,
  code_hash bytea not null,
  code_tries integer not null default 0,
  verified boolean not null default false,
  verified_at timestamptz(3),
  consent_version text not null,
  consented_at timestamptz(3) not null default now(),
  -- As in applicants.
  came_by text check (came_by = 'elsewhere' or came_by like '%.myshopify.com'),
  -- Encrypted by the application: what the store knows of the address, for as long as the proof lives. Null: not asked yet.
  customer_sealed text,
  -- One question at a time; a process that dies meanwhile leaves it to another.
  customer_asked_until timestamptz(3),
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  -- Where applicants come from, and how often the page of a job was seen (docs/decisions/0076-public-pages-of-jobs.md).
  -- The word of the link that was followed, or the class of the site that led here.
  source text check (source ~ '^[a-z0-9][a-z0-9_.-]{0,39}$'),
  -- What the page spoke in which an address was verified, and an application sent: later mails speak the same.
  language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$')
);
create index email_verifications_email_idx on email_verifications (email, job_post_id);
create index email_verifications_expires_at_idx on email_verifications (expires_at);
select
  add_tenant_policy(
    'email_verifications',
    'select, delete, update (customer_sealed, customer_asked_until)'
  );

create table application_grants (
  token_hash bytea primary key,
  verification_id uuid not null references email_verifications (id)
    on delete cascade,
  organization_id uuid not null references organizations (id)
    on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index application_grants_verification_idx on application_grants (verification_id);
select add_tenant_policy('application_grants', 'select');
