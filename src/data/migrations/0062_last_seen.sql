-- A session that nobody uses ends, and its owner sees when each was used last.
alter table sessions
  -- Known to within some minutes. Sessions of before this change count as used now.
  add column last_seen_at timestamptz(3) not null default now();

-- What stands here came from a header that anybody can write, and nothing reads it; the trail has its own.
update sessions set ip_address = null where ip_address is not null;
