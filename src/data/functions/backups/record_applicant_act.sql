create or replace function record_applicant_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform record_act('application', new.organization_id, new.id::text, state_to_copy(new));
  return null;
end;
$$;

create or replace trigger applicants_record_act
after update of
  restricted_at,
  objected_at,
  upheld_at,
  withdrawn_at,
  no_contact_at,
  kept_at,
  link_generation
on applicants
for each row
when (state_to_copy(old) is distinct from state_to_copy(new))
execute function record_applicant_act();
