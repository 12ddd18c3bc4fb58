create or replace function note_progress()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'INSERT' then
    new.reached := step_of(new.status);
    if new.status <> 'applied' or new.contacted then
      new.first_reply_at := new.updated_at;
    end if;
    return new;
  end if;
  new.reached := greatest(old.reached, step_of(new.status));
  if new.status <> old.status or (new.contacted and not old.contacted) then
    new.first_reply_at := coalesce(old.first_reply_at, new.updated_at);
  end if;
  return new;
end;
$$;

create or replace trigger applicants_progress
before insert or update of status, contacted on applicants
for each row
execute function note_progress();
