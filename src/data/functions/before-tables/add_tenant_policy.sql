-- What every table with an organization gets, later ones too: its rows are shown to and taken from their own organization
-- alone, which may do with them what `rights` says, as after `grant`.
create or replace function add_tenant_policy(target regclass, rights text)
returns void
language plpgsql
as $$
begin
  execute format('alter table %s enable row level security', target);
  execute
    format(
      'create policy tenant on %s to storehand_tenant using (organization_id = tenant_id()) with check (organization_id = tenant_id())',
      target
    );
  execute format('grant %s on %s to storehand_tenant', rights, target);
end;
$$;
revoke execute on function add_tenant_policy(regclass, text) from public;
