-- Accounts that their owners closed: deleted when their time has come, unless it is taken back before.
create table account_closings (
  user_id uuid primary key references users (id) on delete cascade,
  requested_at timestamptz(3) not null default now(),
  closes_at timestamptz(3) not null
);
create index account_closings_closes_at_idx on account_closings (closes_at);
