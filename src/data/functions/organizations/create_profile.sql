-- A profile exists from the moment its account does: a crash between the two must not leave an account without one.
create or replace function create_profile()
returns trigger
language plpgsql
as $$
begin
  insert into profiles (id, first_name, last_name, email)
  values (new.id, new.first_name, new.last_name, new.email);
  return new;
end;
$$;

create or replace trigger users_create_profile
after insert on users
for each row
execute function create_profile();
