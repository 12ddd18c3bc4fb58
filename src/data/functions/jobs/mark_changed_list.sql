-- What the page of the jobs shows of the shop itself.
create or replace function mark_changed_list()
returns trigger
language plpgsql
as $$
begin
  new.jobs_changed_at := now();
  return new;
end;
$$;

create or replace trigger organizations_mark_list
before update on organizations
for each row
when
  (
    (
      old.name,
      old.slug,
      old.accent,
      old.logo_name,
      old.about,
      old.website,
      old.address,
      old.picture_name,
      old.cover_name,
      old.benefits,
      old.portraits,
      old.language
    ) is distinct from (
      new.name,
      new.slug,
      new.accent,
      new.logo_name,
      new.about,
      new.website,
      new.address,
      new.picture_name,
      new.cover_name,
      new.benefits,
      new.portraits,
      new.language
    )
  )
execute function mark_changed_list();
