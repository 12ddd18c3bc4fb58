-- Search: what is searched of an applicant says when they applied, so that those who fit are found newest first, without a look at
-- the applicants who do not. Filled for earlier ones by the migration after this one, which locks no table; this one locks it, and
-- ends soon.
alter table applicant_searches add column created_at timestamptz(3) not null default now();
-- The order of applicants_list_idx. Made before the column is filled: afterwards it would wait for everybody who changes a row, and
-- some of them would be waiting for the filling.
create index applicant_searches_newest_idx on applicant_searches (
  organization_id,
  created_at desc,
  applicant_id desc
);

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
  select text into cv from cv_texts where applicant_id = applicant;
  select string_agg(body, E'\n') into notes from applicant_notes where applicant_id = applicant;
  own := setweight(
    to_tsvector(
      'applicant_words',
      spaced(concat_ws(' ', person.first_name, person.last_name, parts_of_address(person.email)))
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
      folded(concat_ws(' ', person.first_name, person.last_name, person.email)),
      document
    )
  on conflict (applicant_id) do update
    set
      created_at = excluded.created_at,
      person = excluded.person,
      document = excluded.document;
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
