-- Mails that somebody asked for by an address. A request is answered as soon as it stands here, the same for every address;
-- whether there is an account, and what it is mailed, is found out afterwards.
create table auth_mail_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('signup', 'magiclink', 'recovery', 'email_change', 'reset')),
  email text not null,
  -- What a new account begins with.
  user_data jsonb,
  redirect_to text,
  code_challenge text,
  -- Asked for by our own pages, where a link opens no session.
  is_for_page boolean not null default false,
  -- The session of the account that asked.
  session_id uuid references sessions (id) on delete cascade,
  created_at timestamptz(3) not null default now()
);
create index auth_mail_requests_created_at_idx on auth_mail_requests (created_at);
create index auth_mail_requests_session_id_idx on auth_mail_requests (session_id);
