-- Whoever leaves an organization takes nothing along and leaves nothing waiting: also what is about a restricted applicant, and hidden
-- from the transaction.
create or replace function forget_notifications()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  delete from notifications
  where user_id = old.id and organization_id = old.organization_id and mail_id is null;
  delete from notification_exceptions
  where user_id = old.id and organization_id = old.organization_id;
  delete from notification_settings
  where user_id = old.id and organization_id = old.organization_id;
  return null;
end;
$$;

create or replace trigger profiles_forget_notifications
after update of organization_id on profiles
for each row
when (old.organization_id is not null and old.organization_id is distinct from new.organization_id)
execute function forget_notifications();
