-- What links in mails are signed with (docs/decisions/0097-keys-and-ledger.md): one random key, encrypted by the main key. A
-- rotation encrypts it anew, so that a link that was mailed before is good for its whole term.
create table link_keys (
  is_current boolean primary key default true check (is_current),
  key_sealed text not null,
  created_at timestamptz(3) not null default now()
);
