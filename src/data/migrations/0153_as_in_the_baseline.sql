-- What a database from before the baseline had otherwise: names of two constraints, and checks that were not validated.
do $$
begin
  if exists (select from pg_constraint where conname = 'cv_text_turns_pkey') then
    alter table heavy_cvs
    rename constraint cv_text_turns_pkey to heavy_cvs_pkey;
    alter table heavy_cvs
    rename constraint cv_text_turns_organization_id_fkey to heavy_cvs_organization_id_fkey;
  end if;
end $$;
alter table job_posts
validate constraint job_posts_salary_check;
alter table organizations
validate constraint organizations_picture_check;
