-- What everything else stands on: the extensions, and the role that the row policies bind.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- The second layer: inside an organization's transaction the database itself shows and takes only that organization's rows,
-- even where a query forgets its own condition. The application enters it by becoming storehand_tenant (src/data/database.ts).
do $$
begin
  -- Asked first: a user who may not create roles gets here too, where an administrator has made the role beforehand.
  if not exists (select from pg_roles where rolname = 'storehand_tenant') then
    create role storehand_tenant nologin;
  end if;
exception
  -- The role belongs to all databases of the server, and two of them may be made at the same moment.
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant storehand_tenant to %I', current_user);
exception
  -- A user who may not grant it needs the administrator's grant; without it the first `set role` fails and names the role.
  when insufficient_privilege then null;
end $$;
grant usage on schema public to storehand_tenant;
