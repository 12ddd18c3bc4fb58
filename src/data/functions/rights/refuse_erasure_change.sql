-- Nobody edits the ledger. Rows leave after seven years, as audit events do.
create or replace function refuse_erasure_change()
returns trigger
language plpgsql
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'copied_at' = to_jsonb(old) - 'copied_at' then
    return new;
  end if;
  if tg_op = 'DELETE' and old.erased_at < now() - interval '7 years' then
    return old;
  end if;
  raise exception 'erasures are append-only';
end;
$$;

create or replace trigger erasures_append_only
before update or delete on erasures
for each row
execute function refuse_erasure_change();

create or replace trigger erasures_no_truncate
before truncate on erasures
for each statement
execute function refuse_erasure_change();
