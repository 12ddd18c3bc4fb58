-- squawk-ignore-file constraint-missing-not-valid
-- The table holds what is asked for and not answered yet: seconds of it.
-- A person who has no mail of theirs any more asks for the links to their applications by their address. The request is answered like
-- those for accounts: at once and the same for every address, and what it is mailed is found out afterwards.
alter table auth_mail_requests
drop constraint auth_mail_requests_kind_check,
add constraint auth_mail_requests_kind_check
  check (kind in ('signup', 'magiclink', 'recovery', 'email_change', 'reset', 'application_links'));
