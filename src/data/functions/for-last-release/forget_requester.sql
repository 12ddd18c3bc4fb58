-- With its application a request loses every word that was written about the person, whoever deletes it and why. One that is
-- still open has been answered by that.
create or replace function forget_requester()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  update rights_requests
  set
    email = null,
    words = null,
    reason = null,
    completed_at = coalesce(completed_at, now()),
    outcome = coalesce(outcome, 'erased')
  where organization_id = old.organization_id and applicant_id = old.id;
  return old;
end;
$$;

create or replace trigger applicants_forget_requester
before delete on applicants
for each row
execute function forget_requester();
