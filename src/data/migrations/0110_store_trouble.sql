alter table store_sessions
-- Why the jobs in the shop's theme are not what they should be, as a code of the catalogue.
add column theme_problem text,
-- Owners had a mail that the connection is lost, or need none.
add column lost_told_at timestamptz(3);
-- What was lost before is shown to owners already.
update store_sessions
set lost_told_at = now()
where uninstalled_at is not null or access_token_sealed is null;
