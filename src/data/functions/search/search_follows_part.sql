create or replace function search_follows_part()
returns trigger
language plpgsql
as $$
begin
  perform
    refresh_applicant_search(
      case
        when tg_op = 'DELETE' then old.applicant_id
        else new.applicant_id
      end
    );
  return null;
end;
$$;

create or replace trigger applicant_notes_search
after insert or update of body or delete on applicant_notes
for each row
execute function search_follows_part();

create or replace trigger cv_texts_search
after update of text on cv_texts
for each row
execute function search_follows_part();
