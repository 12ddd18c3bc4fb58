create or replace function record_store_deletion()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if
    old.organization_id is null
    or exists (select from organizations where id = old.organization_id)
  then
    perform record_act('store', old.organization_id, old.shop, '{"is_deleted": true}');
  end if;
  return null;
end;
$$;

create or replace trigger store_sessions_record_deletion
after delete on store_sessions
for each row
execute function record_store_deletion();
