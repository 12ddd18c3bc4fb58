create or replace function update_profile()
returns trigger
language plpgsql
as $$
begin
  update profiles
  set
    first_name = new.first_name,
    last_name = new.last_name,
    email = new.email
  where id = new.id;
  return new;
end;
$$;

create or replace trigger users_update_profile
after update of first_name, last_name, email on users
for each row
execute function update_profile();
