-- Passkeys: keys that a person's device keeps, to sign in without a password and as a second factor.
create table auth_passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- Enrolled as a second factor too; the account then asks for it after a password.
  factor_id uuid unique references auth_factors (id) on delete cascade,
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
  user_id uuid references users (id) on delete cascade,
  factor_id uuid references auth_factors (id) on delete cascade,
  challenge text not null,
  expires_at timestamptz(3) not null
);
create index auth_passkey_challenges_user_id_idx on auth_passkey_challenges (user_id);
create index auth_passkey_challenges_factor_id_idx on auth_passkey_challenges (factor_id);
create index auth_passkey_challenges_expires_at_idx on auth_passkey_challenges (expires_at);

alter table auth_factors drop constraint auth_factors_factor_type_check;
alter table auth_factors add constraint auth_factors_factor_type_check
  check (factor_type in ('totp', 'recovery_code', 'webauthn'));

-- The operator's invitation to open an account.
alter table auth_mailed_codes drop constraint auth_mailed_codes_kind_check;
alter table auth_mailed_codes add constraint auth_mailed_codes_kind_check
  check (kind in ('signup', 'magiclink', 'recovery', 'reauthentication', 'email_change', 'invite'));
