-- By a trigger, because the library that signs people in writes accounts by statements of its own.
create or replace function update_profile()
returns trigger
language plpgsql
as $$
begin
  update profiles
  set
    first_name = new.first_name,
    last_name = new.last_name,
    -- A person of one shop has a contact address beside the account's key (src/domain/store/store-person.ts).
    email = case
      when new.email = old.email then profiles.email
      else new.email
    end
  where id = new.id;
  return new;
end;
$$;

create or replace trigger users_update_profile
after update of first_name, last_name, email on users
for each row
execute function update_profile();
