-- Search over applicants: one document for each, kept by triggers, of everything staff may look for.
create extension if not exists unaccent;
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Applicants write in any language: words are compared as they are, without case and accents.
create text search configuration applicant_words (copy = simple);
alter text search configuration applicant_words
  alter mapping for hword, hword_part, word with unaccent, simple;

create table applicant_searches (
  applicant_id uuid primary key,
  organization_id uuid not null,
  -- Name and address, folded: for parts of words.
  person text not null,
  -- Everything, weighed by where it stands: A the person, B the answers, C the notes, D the CV.
  document tsvector not null,
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
-- The organization stands in the index: a word that all shops' applicants use costs each shop its own only.
create index applicant_searches_document_idx on applicant_searches using gin (organization_id, document);
create index applicant_searches_person_idx on applicant_searches using gin (organization_id, person gin_trgm_ops);

alter table applicant_searches enable row level security;
create policy tenant on applicant_searches to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
grant select, insert, update, delete on applicant_searches to storehand_tenant;

-- Dashes, bullets, quotation marks and wide spaces end a word, also where the database's locale does not know them.
create function spaced(words text) returns text language sql immutable as $$
  select regexp_replace(coalesce(words, ''), '[\u00a0-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff01-\uff0f]+', ' ', 'g')
$$;

-- An address is one word to the parser; its parts are looked for too.
create function parts_of_address(address text) returns text language sql immutable as $$
  select coalesce(address, '') || ' ' || regexp_replace(coalesce(address, ''), '[^[:alnum:]]+', ' ', 'g')
$$;

create function folded(words text) returns text language sql stable as $$
  select lower(unaccent(normalize(words, NFC)))
$$;

-- Makes the document anew. Triggers below call it whenever something in it changes.
create function refresh_applicant_search(applicant uuid) returns void language plpgsql as $$
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
  own :=
    setweight(to_tsvector('applicant_words', spaced(concat_ws(' ', person.first_name, person.last_name, parts_of_address(person.email)))), 'A') ||
    setweight(to_tsvector('applicant_words', spaced(concat_ws(E'\n', person.role_title, person.cover_letter, person.additional_info,
      parts_of_address(person.linkedin_url), parts_of_address(person.website_url), person.phone))), 'B');
  begin
    document := own ||
      setweight(to_tsvector('applicant_words', spaced(notes)), 'C') ||
      to_tsvector('applicant_words', spaced(cv));
  exception when program_limit_exceeded then
    -- A document has a largest size, which a file of a hundred thousand different words reaches.
    document := own || to_tsvector('applicant_words', spaced(left(cv, 30000)));
  end;
  insert into applicant_searches (applicant_id, organization_id, person, document)
  values (person.id, person.organization_id, folded(concat_ws(' ', person.first_name, person.last_name, person.email)), document)
  on conflict (applicant_id) do update set person = excluded.person, document = excluded.document;
end $$;

create function search_follows_applicant() returns trigger language plpgsql as $$
begin
  perform refresh_applicant_search(new.id);
  return null;
end $$;
create trigger applicants_search after insert
  or update of first_name, last_name, email, role_title, cover_letter, additional_info, linkedin_url, website_url, phone
  on applicants for each row execute function search_follows_applicant();

create function search_follows_part() returns trigger language plpgsql as $$
begin
  perform refresh_applicant_search(case when tg_op = 'DELETE' then old.applicant_id else new.applicant_id end);
  return null;
end $$;
create trigger applicant_notes_search after insert or update of body or delete
  on applicant_notes for each row execute function search_follows_part();
create trigger cv_texts_search after update of text
  on cv_texts for each row execute function search_follows_part();

-- What someone typed, as a query: all words, each as the beginning of one; "a phrase" and -excluded ones as they are; or. Never an error.
create function applicant_query(words text) returns tsquery language sql stable as $$
  select coalesce(string_agg(
    case
      -- A word of two letters or more that is neither excluded (it would begin with !) nor part of a phrase.
      when token like '''__%''' and coalesce(before, '') not like '<%' and coalesce(after, '') not like '<%' then token || ':*'
      else token
    end, ' ' order by place), '')::tsquery
  from (
    select token, place, lag(token) over in_order as before, lead(token) over in_order as after
    from unnest(string_to_array(websearch_to_tsquery('applicant_words', spaced(words))::text, ' '))
      with ordinality as tokens (token, place)
    window in_order as (order by place)
  ) as parsed
$$;

-- The applicants of the organization whose transaction this is, and how well each fits. As the tables' owner, because the
-- planner does not use an index for `@@` and `like` behind a row policy: they might tell of rows that the policy hides.
create function find_applicants(words text, is_ranked boolean) returns table (applicant_id uuid, score integer)
language plpgsql stable security definer
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
declare
  asked tsquery := applicant_query(words);
  -- For the rank it counts that a word is there, not that all are.
  anything tsquery := nullif(replace(querytree(asked), ' & ', ' | '), 'T')::tsquery;
  part text := '%' || regexp_replace(folded(words), '[\\%_]', '\\\&', 'g') || '%';
begin
  -- Parts of words are found from three letters on: that is what the index keeps.
  if char_length(words) < 3 then
    part := null;
  end if;
  return query
    with hits as materialized (
      select s.applicant_id, s.person, s.document from applicant_searches s
      where s.organization_id = tenant_id() and (s.document @@ asked or s.person like part)
    )
    select hits.applicant_id,
      case
        when not is_ranked then 0
        -- Weighing reads each document whole; of so many hits nobody reads the order beyond 'called so'.
        when (select count(*) from hits) > 2000 then (hits.person like part)::integer
        else (1000 * ts_rank('{0.1, 0.2, 0.4, 1}', hits.document, coalesce(anything, asked)))::integer
          + coalesce((hits.person like part)::integer * 1000, 0)
      end
    from hits;
end $$;
revoke execute on function find_applicants(text, boolean) from public;
grant execute on function find_applicants(text, boolean) to storehand_tenant;

select refresh_applicant_search(id) from applicants;
