-- Tokens for clients without cookies: the same accounts and sessions, reached by an access token and a refresh token.
alter table sessions
  -- How strongly the person proved who they are, and by what: GoTrue's names, as the tokens carry them.
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  add column amr jsonb not null default '[]';

alter table users
  -- What a client keeps with the account beyond the names; first_name and last_name have columns of their own.
  add column user_metadata jsonb not null default '{}',
  -- Only the operator writes it.
  add column app_metadata jsonb not null default '{}',
  add column banned_until timestamptz(3),
  add column email_confirmed_at timestamptz(3);

create function note_email_confirmed() returns trigger language plpgsql as $$
begin
  if not new.email_verified then
    new.email_confirmed_at := null;
  elsif new.email_confirmed_at is null then
    new.email_confirmed_at := now();
  end if;
  return new;
end $$;
create trigger users_note_email_confirmed before insert or update of email_verified on users
  for each row execute function note_email_confirmed();
update users set email_verified = email_verified where email_verified;

-- Each is used once. The used ones stay as long as their session, so that a stolen one is recognised when it comes back.
create table auth_refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
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
