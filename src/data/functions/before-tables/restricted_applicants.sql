-- Whom the transaction may not see. With the owner's rights, because it looks for what its reader may not see.
create or replace function restricted_applicants()
returns uuid[]
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
begin
  if includes_restricted() then
    return array[]::uuid[];
  end if;
  return array(
    select id
    from applicants
    where organization_id = tenant_id() and (restricted_at is not null or objected_at is not null)
  );
end;
$$;
revoke execute on function restricted_applicants() from public;
grant execute on function restricted_applicants() to storehand_tenant;
