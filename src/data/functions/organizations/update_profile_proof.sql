-- By a trigger, because the library that signs people in writes accounts by statements of its own.
create or replace function update_profile_proof()
returns trigger
language plpgsql
as $$
begin
  update profiles set email_verified = new.email_verified where id = new.id;
  return new;
end;
$$;

-- After users_create_profile: triggers of one moment run in the order of their names.
create or replace trigger users_prove_profile
after insert or update of email_verified on users
for each row
execute function update_profile_proof();
