-- A search costs no more than its first thousand hits, and nothing for what other organizations' applicants have written.

-- What the index of words keeps: each word of a document behind a mark of its organization, and the mark alone. Looking for the
-- beginning of a word reads all words that begin so; without the mark those of everybody.
create function mark_of(organization uuid) returns text language sql immutable parallel safe as $$
  select left(organization::text, 8)
$$;
create function words_of_organization(organization uuid, document tsvector) returns tsvector
language sql immutable parallel safe as $$
  select (regexp_replace(strip(document)::text, '(^| )''', '\1''' || public.mark_of(organization), 'g') || ' ''' || public.mark_of(organization) || '''')::tsvector
$$;
create index applicant_searches_words_idx on applicant_searches using gin (words_of_organization(organization_id, document));
drop index applicant_searches_document_idx;

-- What that index is asked: as much of a query as it can tell without knowing where in a text the words stand. Null without a word.
create function query_of_organization(organization uuid, asked tsquery) returns tsquery
language sql immutable parallel safe as $$
  select case
    when told in ('T', '') then '''' || mark || ''''
    -- Excluded words are asked of all that the mark finds.
    else case when told like '%!%' then '''' || mark || ''' & ' else '' end
      || '( ' || regexp_replace(told, '(^|[ !(])''', '\1''' || mark, 'g') || ' )'
    end::tsquery
  from (
    select public.mark_of(organization) as mark,
      btrim(case when asked::text like '%<%' then regexp_replace(querytree(asked), '<[-0-9]+>', '&', 'g') else asked::text end) as told
  ) as read
  where numnode(asked) > 0
$$;

-- What someone typed as a part of a name or an address; null where it is too short for the index of such parts.
create function part_of_person(words text) returns text language sql stable as $$
  select case when char_length(words) >= 3 then '%' || regexp_replace(folded(words), '[\\%_]', '\\\&', 'g') || '%' end
$$;

-- Its words without the excluded ones; null where there are no others. One is enough to be weighed and to be shown.
create function any_word_of(words text) returns tsquery language sql stable as $$
  select nullif(replace(querytree(applicant_query(words)), ' & ', ' | '), 'T')::tsquery
$$;

-- Applicants of the organization whose transaction this is and who fit. The two ways to them are open to the tables' owner alone,
-- because the planner does not use an index for `@@` and `like` behind a row policy: they might tell of rows that the policy hides.

-- By looking at one of the newest after the other, which finds a word of everybody soonest.
create function newest_hits(asked tsquery, part text, among integer, most integer) returns setof uuid
language plpgsql stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select newest.id
    from (
      select id from applicants where organization_id = tenant_id() order by created_at desc, id desc limit among
    ) as newest
    where (select s.document @@ asked or s.person like part from applicant_searches s where s.applicant_id = newest.id)
    limit most;
end $$;

-- By the indexes of words and of parts of names, and by no other way: for a word that others use often the planner would look for
-- the first hits among all rows of everybody.
create function indexed_hits(asked tsquery, part text, is_called boolean, most integer) returns setof uuid
language plpgsql stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  told tsquery := query_of_organization(tenant_id(), asked);
begin
  return query
    select s.applicant_id from applicant_searches s
    where s.organization_id = tenant_id() and s.person like part
    union all
    select s.applicant_id from applicant_searches s
    where not is_called
      and words_of_organization(s.organization_id, s.document) @@ told
      -- What the index cannot tell, asked of the few that it found: not a condition that another index would be read for.
      and (s.organization_id = tenant_id()) is true and s.document @@ asked and (s.person like part) is not true
    limit most;
end $$;

-- All of them, or any `most`, which cost the same however many more there are; all where that is null. `is_called` asks for names
-- and addresses alone.
create function find_hits(words text, most integer, is_called boolean) returns setof uuid
language plpgsql stable security definer
set search_path = public, pg_temp
as $$
declare
  asked tsquery := applicant_query(words);
  part text := part_of_person(words);
  newest uuid[];
begin
  -- Of a large shop, and a word that one in four of the newest has.
  if not is_called and most > 200
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
end $$;
revoke execute on function newest_hits(tsquery, text, integer, integer), indexed_hits(tsquery, text, boolean, integer) from public;
revoke execute on function find_hits(text, integer, boolean) from public;
grant execute on function find_hits(text, integer, boolean) to storehand_tenant;

drop function find_applicants(text, boolean);
