-- One row, written again and again: whether the database stores what is written, not only answers.
create table readiness_checks (
  is_only boolean primary key default true check (is_only),
  checked_at timestamptz(3) not null
);
