-- The ways into an account besides its password, and the tokens of clients without cookies: the same accounts and sessions,
-- reached by an access token and a refresh token.

-- Each is used once. The used ones stay as long as their session, so that a stolen one is recognised when it comes back.
create table auth_refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id)
    on delete cascade,
  parent_hash bytea,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index auth_refresh_tokens_session_id_idx on auth_refresh_tokens (session_id);

-- The keys that access tokens are signed with; the private halves are encrypted by the auth library.
create table auth_signing_keys (
  id uuid primary key default gen_random_uuid(),
  public_key text not null,
  private_key text not null,
  alg text,
  crv text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3)
);

-- Codes and links mailed to people with an account: to sign in, to recover, to prove an address, to prove themselves again.
create table auth_mailed_codes (
  id uuid primary key default gen_random_uuid(),
  -- 'invite' is the operator's invitation to open an account, 'reset' the link for a forgotten password.
  kind text not null check (
    kind in (
      'signup',
      'magiclink',
      'recovery',
      'reauthentication',
      'email_change',
      'invite',
      'reset'
    )
  ),
  -- The address it was mailed to.
  email text not null,
  -- Empty where the account begins when the address is proved; user_data is what it begins with.
  user_id uuid references users (id)
    on delete cascade,
  user_data jsonb,
  -- The session of the account that asked; empty where anybody could have. A proof that comes back where it was asked for
  -- keeps what is set up in the account.
  session_id uuid references sessions (id)
    on delete set null,
  -- Made by the operator, who set up everything in the account as well.
  is_vouched boolean not null default false,
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
create index auth_mailed_codes_session_id_idx on auth_mailed_codes (session_id);

-- PKCE: what an opened link hands to the client, to be exchanged for a session once.
create table auth_flow_codes (
  code_hash bytea primary key,
  user_id uuid not null references users (id)
    on delete cascade,
  method text not null,
  code_challenge text not null,
  -- What the opened link proves once the client has shown its verifier, where that decides what the proof does.
  proof_kind text check (proof_kind in ('signup', 'email_change')),
  proof_email text,
  session_id uuid references sessions (id)
    on delete set null,
  expires_at timestamptz(3) not null
);
create index auth_flow_codes_session_id_idx on auth_flow_codes (session_id);
create index auth_flow_codes_user_id_idx on auth_flow_codes (user_id);

-- Mails that somebody asked for by an address. A request is answered as soon as it stands here, the same for every address;
-- whether there is an account, and what it is mailed, is found out afterwards.
create table auth_mail_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in ('signup', 'magiclink', 'recovery', 'email_change', 'reset', 'application_links')
  ),
  email text not null,
  -- What a new account begins with.
  user_data jsonb,
  redirect_to text,
  code_challenge text,
  -- Asked for by our own pages, where a link opens no session.
  is_for_page boolean not null default false,
  -- The session of the account that asked.
  session_id uuid references sessions (id)
    on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index auth_mail_requests_created_at_idx on auth_mail_requests (created_at);
create index auth_mail_requests_session_id_idx on auth_mail_requests (session_id);

-- Second factors: a code generator on the person's phone, a passkey, and codes on paper for when those are lost.
create table auth_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id)
    on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'recovery_code', 'webauthn')),
  friendly_name text,
  status text not null check (status in ('unverified', 'verified')),
  -- Encrypted by the application; empty for recovery codes.
  secret_sealed text,
  -- The 30-second step of the last code that was taken: no code is worth anything twice.
  last_step bigint not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index auth_factors_user_id_idx on auth_factors (user_id);
create unique index auth_factors_name_key on auth_factors (user_id, friendly_name);
create unique index auth_factors_recovery_key on auth_factors (user_id)
where factor_type = 'recovery_code';

create table auth_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth_factors (id)
    on delete cascade,
  expires_at timestamptz(3) not null
);
create index auth_challenges_factor_id_idx on auth_challenges (factor_id);

create table auth_recovery_codes (
  factor_id uuid not null references auth_factors (id)
    on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (factor_id, code_hash)
);

-- Passkeys: keys that a person's device keeps, to sign in without a password and as a second factor.
create table auth_passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id)
    on delete cascade,
  -- Enrolled as a second factor too; the account then asks for it after a password.
  factor_id uuid unique references auth_factors (id)
    on delete cascade,
  name text not null,
  -- What the device calls it.
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text not null default '',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index auth_passkeys_user_id_idx on auth_passkeys (user_id);

-- What a device is asked to sign: worth one try, for one purpose.
create table auth_passkey_challenges (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('add', 'sign-in', 'factor')),
  -- Empty where nobody is signed in yet.
  user_id uuid references users (id)
    on delete cascade,
  factor_id uuid references auth_factors (id)
    on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null
);
create index auth_passkey_challenges_user_id_idx on auth_passkey_challenges (user_id);
create index auth_passkey_challenges_factor_id_idx on auth_passkey_challenges (factor_id);
create index auth_passkey_challenges_expires_at_idx on auth_passkey_challenges (expires_at);

-- Somebody is at a provider of OpenID Connect. The state comes back in the address, and is worth something only in the browser
-- that set out.
create table auth_provider_flows (
  state_hash bytea primary key,
  provider_id text not null,
  browser_hash bytea not null,
  -- The nonce and the verifier sent to the provider, encrypted.
  secrets_sealed text not null,
  -- Where a client of the token API waits, and its challenge; empty for our own sign-in page.
  redirect_to text,
  code_challenge text,
  expires_at timestamptz(3) not null
);
create index auth_provider_flows_expires_at_idx on auth_provider_flows (expires_at);

-- Proofs that a client brought itself (id tokens, signed messages), by hash: none of them opens a second session.
create table auth_used_proofs (
  proof_hash bytea primary key,
  expires_at timestamptz(3) not null
);
create index auth_used_proofs_expires_at_idx on auth_used_proofs (expires_at);
