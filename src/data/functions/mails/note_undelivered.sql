-- An applicant's mail that was given up is news for the owners.
create or replace function note_undelivered()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into notification_events (organization_id, kind, applicant_id)
  select organization_id, 'undelivered', applicant_id from applicant_mails where id = new.id;
  return null;
end;
$$;

create or replace trigger mail_outbox_note_undelivered
after update of state on mail_outbox
for each row
when
  (
    old.state = 'waiting'
    and new.state = 'failed'
    and new.kind in ('application-received', 'status-update')
  )
execute function note_undelivered();
