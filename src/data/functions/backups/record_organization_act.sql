create or replace function record_organization_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform record_act('organization', old.id, old.id::text, '{"is_deleted": true}');
  return null;
end;
$$;

create or replace trigger organizations_record_deletion
after delete on organizations
for each row
execute function record_organization_act();
