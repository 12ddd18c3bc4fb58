-- Mails waiting to be sent and, where no mail server is set, the local mailbox.
create table mail_outbox (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid references organizations (id) on delete cascade,
  kind text not null,
  recipient text not null,
  sender_name text not null,
  -- What the mail is drawn from, encrypted by the application: it can hold a token. Emptied once sent.
  data_sealed text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  last_error text,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3)
);
create index mail_outbox_due_idx on mail_outbox (next_attempt_at) where state = 'waiting';

create table local_mailbox (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  sent_at timestamptz(3) not null default now()
);
create index local_mailbox_sent_at_idx on local_mailbox (sent_at desc);

-- How often an address, a network or an organization did something; shared by all server processes.
create table usage_counts (
  key text not null,
  window_start timestamptz(3) not null,
  count integer not null,
  primary key (key, window_start)
);
create index usage_counts_window_idx on usage_counts (window_start);
