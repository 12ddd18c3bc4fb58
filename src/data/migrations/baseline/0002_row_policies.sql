-- The row policies of the tables that belong to organizations. A database from before the baseline gets this file too
-- (src/data/migrate.ts), so nothing in it may fail where it already is.

-- The organization of the transaction, null outside of one.
create or replace function tenant_id()
returns uuid
language sql
stable
as $$
  select nullif(current_setting('storehand.organization_id', true), '')::uuid;
$$;

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
