-- The mails about several applications of which one is among these. It only finds: under a row policy no index could serve the
-- question, because Postgres asks an operator that may tell of a row (`&&`) after the policy alone.
create or replace function shared_mails_about(applicants uuid[])
returns setof uuid
language sql
stable
security definer
set search_path = public, pg_temp
as $$
  select id
  from applicant_mails
  where
    organization_id = tenant_id()
    and further_applicants <> '{}'
    and (applicant_id = any (applicants) or further_applicants && applicants);
$$;
revoke execute on function shared_mails_about(uuid[]) from public;
grant execute on function shared_mails_about(uuid[]) to storehand_tenant;
