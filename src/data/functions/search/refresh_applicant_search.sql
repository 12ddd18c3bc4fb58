-- Makes the document anew. Triggers below call it whenever something in it changes.
create or replace function refresh_applicant_search(applicant uuid)
returns void
language plpgsql
as $$
declare
  person applicants;
  names text;
  cv text;
  notes text;
  own tsvector;
  document tsvector;
begin
  -- Whoever comes second waits, and then reads what the first has written.
  perform 1 from applicant_searches where applicant_id = applicant for update;
  select * into person from applicants where id = applicant;
  if person.id is null then
    return;
  end if;
  names := concat_ws(
    ' ',
    person.first_name,
    person.last_name,
    names_in_one(person.first_name, person.last_name)
  );
  select concat_ws(E'\n', text, nullif(joined_words, ''))
  into cv
  from cv_texts
  where applicant_id = applicant;
  select string_agg(body, E'\n') into notes from applicant_notes where applicant_id = applicant;
  own := setweight(
    to_tsvector('simple', search_words(concat_ws(E'\n', names, person.email))),
    'A'
  ) || setweight(
    to_tsvector(
      'simple',
      search_words(
        concat_ws(
          E'\n',
          person.role_title,
          person.cover_letter,
          person.additional_info,
          person.linkedin_url,
          person.website_url,
          person.phone
        )
      )
    ),
    'B'
  );
  begin
    document := own || setweight(to_tsvector('simple', search_words(notes)), 'C') || to_tsvector(
      'simple',
      search_words(cv)
    );
  exception when program_limit_exceeded then
    -- A document has a largest size, which a file of a hundred thousand different words reaches.
    document := own || to_tsvector('simple', search_words(left(cv, 20000)));
  end;
  insert into applicant_searches
    (applicant_id, organization_id, created_at, person, document, rules)
  values
    (
      person.id,
      person.organization_id,
      person.created_at,
      letters_of(concat_ws(' ', names, person.email)),
      document,
      search_rules()
    )
  on conflict (applicant_id) do update
    set
      created_at = excluded.created_at,
      person = excluded.person,
      document = excluded.document,
      rules = excluded.rules;
end;
$$;
