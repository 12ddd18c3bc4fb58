-- An applicant's mail that was given up is news for the owners.
create or replace function note_undelivered()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into notification_events (organization_id, kind, applicant_id)
  select organization_id, 'undelivered', applicant_id
  from applicant_mails as mail
  where
    id = new.id
    -- This version has told of it in the same statement.
    and not exists (
      select
      from notification_events as event
      where
        event.organization_id = mail.organization_id
        and event.kind = 'undelivered'
        and event.applicant_id = mail.applicant_id
    );
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
