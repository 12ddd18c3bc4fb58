-- What is not in the text of a CV, which staff see beside it, and the words that its layout takes apart, for the search.
alter table cv_texts
add column missing text[] not null default '{}',
add column joined_words text not null default '';

-- A name in Chinese characters, kana or Hangul as it is written: without a blank, in both orders.
create function names_in_one(first_name text, last_name text)
returns text
language sql
immutable
as $$
  select
    case
      when last_name ~ '[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]' then last_name || first_name || ' ' || first_name || last_name
    end;
$$;

create or replace function refresh_applicant_search(applicant uuid)
returns void
language plpgsql
as $$
declare
  person applicants;
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
  select concat_ws(E'\n', text, nullif(joined_words, ''))
  into cv
  from cv_texts
  where applicant_id = applicant;
  select string_agg(body, E'\n') into notes from applicant_notes where applicant_id = applicant;
  own := setweight(
    to_tsvector(
      'applicant_words',
      spaced(
        concat_ws(
          ' ',
          person.first_name,
          person.last_name,
          names_in_one(person.first_name, person.last_name),
          parts_of_address(person.email)
        )
      )
    ),
    'A'
  ) || setweight(
    to_tsvector(
      'applicant_words',
      spaced(
        concat_ws(
          E'\n',
          person.role_title,
          person.cover_letter,
          person.additional_info,
          parts_of_address(person.linkedin_url),
          parts_of_address(person.website_url),
          person.phone
        )
      )
    ),
    'B'
  );
  begin
    document := own || setweight(to_tsvector('applicant_words', spaced(notes)), 'C') || to_tsvector(
      'applicant_words',
      spaced(cv)
    );
  exception when program_limit_exceeded then
    -- A document has a largest size, which a file of a hundred thousand different words reaches.
    document := own || to_tsvector('applicant_words', spaced(left(cv, 30000)));
  end;
  insert into applicant_searches (applicant_id, organization_id, created_at, person, document)
  values
    (
      person.id,
      person.organization_id,
      person.created_at,
      folded(
        concat_ws(
          ' ',
          person.first_name,
          person.last_name,
          names_in_one(person.first_name, person.last_name),
          person.email
        )
      ),
      document
    )
  on conflict (applicant_id) do update
    set
      created_at = excluded.created_at,
      person = excluded.person,
      document = excluded.document;
end;
$$;
