-- By a trigger, because the library that signs people in writes accounts by statements of its own.
create or replace function note_email_confirmed()
returns trigger
language plpgsql
as $$
begin
  if not new.email_verified then
    new.email_confirmed_at := null;
  elsif new.email_confirmed_at is null then
    new.email_confirmed_at := now();
  end if;
  return new;
end $$;

create or replace trigger users_note_email_confirmed
before insert or update of email_verified on users
for each row
execute function note_email_confirmed();
