-- The second layer: inside an organization's transaction the database itself shows and takes only that organization's rows,
-- even where a query forgets its own condition. The application enters it by becoming storehand_tenant (src/data/database.ts).
do $$
begin
  create role storehand_tenant nologin;
exception
  when duplicate_object or unique_violation then null;
end $$;

do $$
begin
  execute format('grant storehand_tenant to %I', current_user);
  execute format('grant usage on schema public to storehand_tenant');
end $$;

create function tenant_id() returns uuid language sql stable as
  $$ select nullif(current_setting('storehand.organization_id', true), '')::uuid $$;

grant select on organizations, profiles, store_sessions, store_domains to storehand_tenant;
grant select, insert, update, delete on job_posts, store_pages, applicants, cv_files, security_incidents to storehand_tenant;
grant select, insert on applicant_status_history, audit_events to storehand_tenant;
grant select on email_verifications, application_grants to storehand_tenant;
grant insert on mail_outbox to storehand_tenant;

alter table organizations enable row level security;
create policy tenant on organizations to storehand_tenant using (id = tenant_id());

do $$
declare
  name text;
begin
  foreach name in array array[
    'profiles', 'store_sessions', 'store_domains', 'job_posts', 'store_pages', 'applicants',
    'applicant_status_history', 'email_verifications', 'application_grants', 'cv_files',
    'security_incidents', 'mail_outbox', 'audit_events'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format(
      'create policy tenant on %I to storehand_tenant using (organization_id = tenant_id()) with check (organization_id = tenant_id())',
      name
    );
  end loop;
end $$;
