-- A head only moves on, one row at a time, and its anchor only after it.
create or replace function refuse_chain_change()
returns trigger
language plpgsql
as $$
begin
  if
    tg_op = 'UPDATE'
    and new.chain_id = old.chain_id
    and new.place between old.place and old.place + 1
    and (new.place > old.place or new.hash = old.hash)
    and new.anchor_place between old.anchor_place and new.place
  then
    return new;
  end if;
  raise exception 'audit chains only move on';
end;
$$;

create or replace trigger audit_chains_move_on
before update or delete on audit_chains
for each row
execute function refuse_chain_change();

create or replace trigger audit_chains_no_truncate
before truncate on audit_chains
for each statement
execute function refuse_chain_change();
