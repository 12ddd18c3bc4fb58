-- Second factors: a code generator on the person's phone, and codes on paper for when it is lost.
create table auth_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
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
create unique index auth_factors_recovery_key on auth_factors (user_id) where factor_type = 'recovery_code';

create table auth_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth_factors (id) on delete cascade,
  expires_at timestamptz(3) not null
);
create index auth_challenges_factor_id_idx on auth_challenges (factor_id);

create table auth_recovery_codes (
  factor_id uuid not null references auth_factors (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (factor_id, code_hash)
);
