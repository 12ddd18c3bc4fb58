-- A mail is due to be sent however it got there, in the same transaction: none can be forgotten.
create or replace function queue_mail()
returns trigger
language plpgsql
as $$
begin
  insert into background_tasks (kind, key, organization_id, rank)
  values ('send-mail', new.id::text, new.organization_id, new.rank)
  on conflict do nothing;
  return null;
end;
$$;

create or replace trigger mail_outbox_queue_mail
after insert on mail_outbox
for each row
when (new.state = 'waiting')
execute function queue_mail();
