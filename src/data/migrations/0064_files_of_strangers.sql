-- What a stranger may leave here: one file for each proof, and for each organization, and in all, as much as is allowed.

-- A newer file takes the place of the one that waits. Older ones go; their stored files are then owned by no row, and swept.
drop index cv_files_place_idx;
alter table cv_files drop column place;
delete from cv_files where applicant_id is null and exists (
  select from cv_files as other
  where other.verification_id = cv_files.verification_id
    and (other.applicant_id is not null or (other.created_at, other.id) > (cv_files.created_at, cv_files.id))
);
drop index cv_files_verification_idx;
create unique index cv_files_verification_idx on cv_files (verification_id);
-- For the sweep of what nobody claims.
create index cv_files_unclaimed_idx on cv_files (created_at) where applicant_id is null;

-- How many bytes lie there, kept as applicant_counts is (0041): each statement adds its difference, the sum counts, and nobody
-- waits for anybody else's row. A claim changes no sum, so submitting pays nothing for it.
create table cv_space (
  organization_id uuid not null references organizations (id) on delete cascade,
  difference bigint not null
);
create index cv_space_organization_idx on cv_space (organization_id);
alter table cv_space enable row level security;
create policy tenant on cv_space to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
grant select on cv_space to storehand_tenant;

create function count_new_cvs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into cv_space select organization_id, sum(byte_size) from added group by 1;
  return null;
end $$;
create trigger cv_files_count_new after insert on cv_files
  referencing new table as added for each statement execute function count_new_cvs();

create function count_gone_cvs() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into cv_space
  select organization_id, -sum(byte_size) from removed
  where exists (select from organizations where id = organization_id) group by 1;
  return null;
end $$;
create trigger cv_files_count_gone after delete on cv_files
  referencing old table as removed for each statement execute function count_gone_cvs();

insert into cv_space select organization_id, sum(byte_size) from cv_files group by 1;
