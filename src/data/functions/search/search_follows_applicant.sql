create or replace function search_follows_applicant()
returns trigger
language plpgsql
as $$
begin
  perform refresh_applicant_search(new.id);
  return null;
end;
$$;

-- As before, and after a change of the moment.
create or replace trigger applicants_search
after insert
or update of
  first_name,
  last_name,
  email,
  role_title,
  cover_letter,
  additional_info,
  linkedin_url,
  website_url,
  phone,
  created_at
on applicants
for each row
execute function search_follows_applicant();
