-- A change that was undone counts as never made: the history says what is left.
create or replace function forget_progress()
returns trigger
language plpgsql
as $$
begin
  update applicants
  set
    reached = coalesce(
      (
        select max(step_of(made.to_status))
        from applicant_status_history as made
        where
          made.applicant_id = new.applicant_id
          and made.undoes is null
          and not exists (
            select
            from applicant_status_history as back
            where back.applicant_id = made.applicant_id and back.undoes = made.id
          )
      ),
      0
    ),
    first_reply_at = case
      when applicants.contacted then applicants.first_reply_at
      else (
        select min(made.changed_at)
        from applicant_status_history as made
        where
          made.applicant_id = new.applicant_id
          and made.from_status is not null
          and made.undoes is null
          and not exists (
            select
            from applicant_status_history as back
            where back.applicant_id = made.applicant_id and back.undoes = made.id
          )
      )
    end
  where applicants.organization_id = new.organization_id and applicants.id = new.applicant_id;
  return null;
end;
$$;

create or replace trigger applicant_status_history_progress
after insert on applicant_status_history
for each row
when (new.undoes is not null)
execute function forget_progress();
