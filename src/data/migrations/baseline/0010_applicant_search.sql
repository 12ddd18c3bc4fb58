-- Search over applicants: one document for each, kept by triggers, of everything staff may look for. A search costs no more
-- than its first thousand hits, and nothing for what other organizations' applicants have written.

-- Applicants write in any language: words are compared as they are, without case and accents. (The formatter does not know
-- these statements yet.)
/* sql-parser-cst-disable */
create text search configuration applicant_words (copy = simple);
alter text search configuration applicant_words
alter mapping for hword, hword_part, word with unaccent, simple;
/* sql-parser-cst-enable */

create table applicant_searches (
  applicant_id uuid primary key,
  organization_id uuid not null,
  -- Name and address, folded: for parts of words.
  person text not null,
  -- Everything, weighed by where it stands: A the person, B the answers, C the notes, D the CV.
  document tsvector not null,
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
-- The organization stands in the index: a name that many shops' applicants have costs each shop its own only.
create index applicant_searches_person_idx on applicant_searches using gin (
  organization_id,
  person gin_trgm_ops
);
select add_tenant_policy('applicant_searches', 'select, insert, update, delete');

-- Dashes, bullets, quotation marks and wide spaces end a word, also where the database's locale does not know them.
create function spaced(words text)
returns text
language sql
immutable
as $$
  select
    regexp_replace(
      coalesce(words, ''),
      '[\u00a0-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff01-\uff0f]+',
      ' ',
      'g'
    );
$$;

-- An address is one word to the parser; its parts are looked for too.
create function parts_of_address(address text)
returns text
language sql
immutable
as $$
  select
    coalesce(address, '') || ' ' || regexp_replace(
      coalesce(address, ''),
      '[^[:alnum:]]+',
      ' ',
      'g'
    );
$$;

create function folded(words text)
returns text
language sql
stable
as $$
  select lower(unaccent(normalize(words, NFC)));
$$;

-- Makes the document anew. Triggers below call it whenever something in it changes.
create function refresh_applicant_search(applicant uuid)
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
  insert into applicant_searches (applicant_id, organization_id, person, document)
  values
    (
      person.id,
      person.organization_id,
      folded(concat_ws(' ', person.first_name, person.last_name, person.email)),
      document
    )
  on conflict (applicant_id) do update
    set
      person = excluded.person,
      document = excluded.document;
end;
$$;

create function search_follows_applicant()
returns trigger
language plpgsql
as $$
begin
  perform refresh_applicant_search(new.id);
  return null;
end;
$$;
create trigger applicants_search
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
  phone
on applicants
for each row
execute function search_follows_applicant();

create function search_follows_part()
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
create trigger applicant_notes_search
after insert or update of body or delete on applicant_notes
for each row
execute function search_follows_part();
create trigger cv_texts_search
after update of text on cv_texts
for each row
execute function search_follows_part();

-- What the index of words keeps: each word of a document behind a mark of its organization, and the mark alone. Looking for the
-- beginning of a word reads all words that begin so; without the mark those of everybody.
create function mark_of(organization uuid)
returns text
language sql
immutable
parallel safe
as $$
  select left(organization::text, 8);
$$;
create function words_of_organization(organization uuid, document tsvector)
returns tsvector
language sql
immutable
parallel safe
as $$
  select
    (
      regexp_replace(
        strip(document)::text,
        '(^| )''',
        '\1''' || public.mark_of(organization),
        'g'
      ) || ' ''' || public.mark_of(organization) || ''''
    )::tsvector;
$$;
create index applicant_searches_words_idx on applicant_searches using gin (
  words_of_organization(organization_id, document)
);

-- What someone typed, as a query: all words, each as the beginning of one; "a phrase" and -excluded ones as they are; or. Never
-- an error.
create function applicant_query(words text)
returns tsquery
language plpgsql
stable
as $$
begin
  return (
    select
      coalesce(
        string_agg(
          case
            -- A word that is neither excluded (it would begin with !) nor part of a phrase.
            when token like '''__%'
            and coalesce(before, '') not like '<%'
            and coalesce(after, '') not like '<%' then token || ':*'
            else token
          end,
          ' '
          order by place
        ),
        ''
      )::tsquery
    from
      (
        select
          token[1] as token,
          place,
          lag(token[1]) over in_order as before,
          lead(token[1]) over in_order as after
        from
          regexp_matches(
            -- One dash excludes; a run of them is a line that somebody drew.
            websearch_to_tsquery(
              'applicant_words',
              regexp_replace(spaced(words), '-(?:[\s!&|():]*-)+', ' ', 'g')
            )::text,
            -- A word stands in quotation marks and may hold blanks and any sign.
            '!*''(?:[^'']|'''')*''|[^'' ]+',
            'g'
          ) with ordinality as tokens (token, place)
        window in_order as (order by place)
      ) as parsed
  );
exception when syntax_error or internal_error or program_limit_exceeded then
  -- What cannot be asked finds nobody by its words.
  return ''::tsquery;
end;
$$;

-- What the index of words is asked: as much of a query as it can tell without knowing where in a text the words stand. Each word
-- is marked as a whole, so that no sign inside of one is taken for the beginning of another. Null without a word.
create function query_of_organization(organization uuid, asked tsquery)
returns tsquery
language sql
immutable
parallel safe
as $$
  select
    case
      when told in ('T', '') then '''' || mark || ''''
      -- Excluded words are asked of all that the mark finds.
      else case
        when told like '%!%' then '''' || mark || ''' & '
        else ''
      end || '( ' || regexp_replace(
        told,
        '''((?:[^'']|'''')*)''',
        '''' || mark || '\1''',
        'g'
      ) || ' )'
    end::tsquery
  from
    (
      select
        public.mark_of(organization) as mark,
        btrim(
          case
            when asked::text like '%<%' then regexp_replace(querytree(asked), '<[-0-9]+>', '&', 'g')
            else asked::text
          end
        ) as told
    ) as read
  where numnode(asked) > 0;
$$;

-- What someone typed as a part of a name or an address; null where it is too short for the index of such parts.
create function part_of_person(words text)
returns text
language sql
stable
as $$
  select
    case
      when char_length(words) >= 3 then '%' || regexp_replace(
        folded(words),
        '[\\%_]',
        '\\\&',
        'g'
      ) || '%'
    end;
$$;

-- Its words without the excluded ones; null where there are no others. One is enough to be weighed and to be shown.
create function any_word_of(words text)
returns tsquery
language sql
stable
as $$
  select nullif(replace(querytree(applicant_query(words)), ' & ', ' | '), 'T')::tsquery;
$$;

-- Applicants of the organization whose transaction this is and who fit. The two ways to them are open to the tables' owner alone,
-- because the planner does not use an index for `@@` and `like` behind a row policy: they might tell of rows that the policy hides.

-- By looking at one of the newest after the other, which finds a word of everybody soonest.
create function newest_hits(asked tsquery, part text, among integer, most integer)
returns setof uuid
language plpgsql
stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  return query select newest.id
    from
      (
        select id
        from applicants
        where organization_id = tenant_id()
        order by created_at desc, id desc
        limit among
      ) as newest
    where
      (
        select s.document @@ asked or s.person like part
        from applicant_searches s
        where s.applicant_id = newest.id
      )
    limit most;
end;
$$;

-- By the indexes of words and of parts of names, and by no other way: for a word that others use often the planner would look for
-- the first hits among all rows of everybody.
create function indexed_hits(asked tsquery, part text, is_called boolean, most integer)
returns setof uuid
language plpgsql
stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  told tsquery := query_of_organization(tenant_id(), asked);
begin
  return query select s.applicant_id
    from applicant_searches s
    where s.organization_id = tenant_id() and s.person like part
    union all
    select s.applicant_id
    from applicant_searches s
    where
      not is_called
      and words_of_organization(s.organization_id, s.document) @@ told
      -- What the index cannot tell, asked of the few that it found: not a condition that another index would be read for.
      and (s.organization_id = tenant_id()) is true
      and s.document @@ asked
      and (s.person like part) is not true
    limit most;
end;
$$;

-- All of them, or any `most`, which cost the same however many more there are; all where that is null. `is_called` asks for names
-- and addresses alone.
create function find_hits(words text, most integer, is_called boolean)
returns setof uuid
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  asked tsquery := applicant_query(words);
  part text := part_of_person(words);
  newest uuid[];
begin
  -- Of a large shop, and a word that one in four of the newest has.
  if
    not is_called
    and most > 200
    and exists (select from applicants where organization_id = tenant_id() offset 4 * most limit 1)
    and (select count(*) from newest_hits(asked, part, 200, 50)) = 50
  then
    newest := array(select newest_hits(asked, part, 4 * most, most));
  end if;
  if cardinality(newest) = most then
    return query select unnest(newest);
  else
    return query select indexed_hits(asked, part, is_called, most);
  end if;
end;
$$;
revoke execute
on function newest_hits(tsquery, text, integer, integer),
indexed_hits(tsquery, text, boolean, integer)
from public;
revoke execute on function find_hits(text, integer, boolean) from public;
grant execute on function find_hits(text, integer, boolean) to storehand_tenant;
