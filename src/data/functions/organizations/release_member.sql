create or replace function release_member(person uuid)
returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  was_member boolean;
  has_asked boolean;
begin
  update profiles
  set
    organization_id = null,
    role = 'staff',
    is_approved = false,
    approved_by = null,
    approved_at = null
  where id = person and organization_id = tenant_id();
  was_member := found;
  delete from join_requests where user_id = person and organization_id = tenant_id();
  has_asked := found;
  return was_member or has_asked;
end;
$$;
revoke execute on function release_member(uuid) from public;
grant execute on function release_member(uuid) to storehand_tenant;
