-- Sent or given up: what the mail told of has been told. Where a copy lies in the local mailbox, it has to be found again when
-- one of its people leaves.
create or replace function end_notifications()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  delete from notifications
  where mail_id = new.id and not exists (select from local_mailbox where local_mailbox.id = new.id);
  return null;
end;
$$;

create or replace trigger mail_outbox_end_notifications
after update of state on mail_outbox
for each row
when
  (
    new.state <> 'waiting'
    and new.kind in ('new-applications', 'join-requests', 'undelivered-mails')
  )
execute function end_notifications();
