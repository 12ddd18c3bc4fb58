-- Mailed proofs know who asked for them: a proof that comes back where it was asked for keeps what is set up in the account.
alter table auth_mailed_codes
  -- The session of the account that asked; empty where anybody could have.
  add column session_id uuid references sessions (id) on delete set null,
  -- Made by the operator, who set up everything in the account as well.
  add column is_vouched boolean not null default false;
create index auth_mailed_codes_session_id_idx on auth_mailed_codes (session_id);

-- A forgotten password: its link is kept like every other, by its hash.
alter table auth_mailed_codes drop constraint auth_mailed_codes_kind_check;
alter table auth_mailed_codes add constraint auth_mailed_codes_kind_check
  check (kind in ('signup', 'magiclink', 'recovery', 'reauthentication', 'email_change', 'invite', 'reset'));

-- What the opened link proves once the client has shown its verifier, where that decides what the proof does.
alter table auth_flow_codes
  add column proof_kind text check (proof_kind in ('signup', 'email_change')),
  add column proof_email text,
  add column session_id uuid references sessions (id) on delete set null;
create index auth_flow_codes_session_id_idx on auth_flow_codes (session_id);
create index auth_flow_codes_user_id_idx on auth_flow_codes (user_id);
