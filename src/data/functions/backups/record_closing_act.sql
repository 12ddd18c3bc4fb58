create or replace function record_closing_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'DELETE' then
    perform record_act(
      'closing',
      null,
      new.user_id::text,
      jsonb_build_object('closes_at', new.closes_at)
    );
  -- Reopened. With its account it goes without a word.
  elsif exists (select from users where id = old.user_id) then
    perform record_act('closing', null, old.user_id::text, '{"closes_at": null}');
  end if;
  return null;
end;
$$;

create or replace trigger account_closings_record_act
after insert or update or delete on account_closings
for each row
execute function record_closing_act();
