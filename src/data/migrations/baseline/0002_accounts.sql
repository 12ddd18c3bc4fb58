-- Accounts and sessions. The columns of users, sessions, credentials, auth_verifications and rate_limits are those of the auth
-- library (src/gateways/accounts/auth.ts maps its names to these), and some of our own.

create table users (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  email_confirmed_at timestamptz(3),
  image text,
  first_name text not null check (char_length(first_name) between 1 and 100),
  last_name text not null check (char_length(last_name) between 1 and 100),
  -- What a client keeps with the account beyond the names; first_name and last_name have columns of their own.
  user_metadata jsonb not null default '{}',
  -- Only the operator writes it.
  app_metadata jsonb not null default '{}',
  banned_until timestamptz(3),
  -- When somebody first proved the address of an account that has a second factor and was never confirmed. A week later the
  -- next proof takes the account over (docs/security.md): else whoever signs a stranger up could keep them out for ever.
  claimed_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- What staff chose for themselves.
  language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$')
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  expires_at timestamptz(3) not null,
  token text not null unique,
  -- Empty: the address of a session is in the audit log alone.
  ip_address text,
  user_agent text,
  user_id uuid not null references users (id)
    on delete cascade,
  -- How strongly the person proved who they are, and by what: GoTrue's names, as the tokens carry them.
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  amr jsonb not null default '[]',
  -- Known to within some minutes. A session that nobody uses ends, and its owner sees when each was used last.
  last_seen_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null
);
create index sessions_user_id_idx on sessions (user_id);

create table credentials (
  id uuid primary key default gen_random_uuid(),
  account_id text not null,
  provider_id text not null,
  user_id uuid not null references users (id)
    on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  password text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null
);
create index credentials_user_id_idx on credentials (user_id);
-- An account at a provider belongs to one account of ours.
create unique index credentials_account_key on credentials (provider_id, account_id);

create table auth_verifications (
  id uuid primary key default gen_random_uuid(),
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index auth_verifications_identifier_idx on auth_verifications (identifier);

create table rate_limits (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- Accounts that their owners closed: deleted when their time has come, unless the closing is undone before.
create table account_closings (
  user_id uuid primary key references users (id)
    on delete cascade,
  requested_at timestamptz(3) not null default now(),
  closes_at timestamptz(3) not null
);
create index account_closings_closes_at_idx on account_closings (closes_at);
