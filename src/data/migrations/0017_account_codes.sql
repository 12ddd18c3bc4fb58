-- Codes and links mailed to people with an account: to sign in, to recover, to prove an address, to prove themselves again.
create table auth_mailed_codes (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('signup', 'magiclink', 'recovery', 'reauthentication', 'email_change')),
  -- The address it was mailed to.
  email text not null,
  -- Empty where the account begins when the address is proved; user_data is what it begins with.
  user_id uuid references users (id) on delete cascade,
  user_data jsonb,
  token_hash bytea not null unique,
  code_hash bytea not null,
  code_tries integer not null default 0,
  -- PKCE: only who holds its verifier gets the session.
  code_challenge text,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index auth_mailed_codes_email_idx on auth_mailed_codes (email);
create index auth_mailed_codes_user_id_idx on auth_mailed_codes (user_id);

-- PKCE: what an opened link hands to the client, to be exchanged for a session once.
create table auth_flow_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  method text not null,
  code_challenge text not null,
  expires_at timestamptz(3) not null
);
