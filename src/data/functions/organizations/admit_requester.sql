-- The two moves across an organization's border. A policy cannot let a row in or out of what it shows, so these run with the
-- owner's rights, and name the organization themselves.
create or replace function admit_requester(person uuid, approver uuid)
returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  -- First the profile, as everyone does who changes it.
  perform from profiles where id = person for update;
  delete from join_requests where user_id = person and organization_id = tenant_id();
  if not found then
    return false;
  end if;
  update profiles
  set
    organization_id = tenant_id(),
    role = 'staff',
    is_approved = true,
    approved_by = approver,
    approved_at = now()
  where id = person and organization_id is null;
  return found;
end;
$$;
revoke execute on function admit_requester(uuid, uuid) from public;
grant execute on function admit_requester(uuid, uuid) to storehand_tenant;
