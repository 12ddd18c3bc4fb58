-- A search takes whatever signs are typed: fifty dashes were fifty nots, which no query holds, and a sign that folding turns into
-- an operator was taken for one.

-- What someone typed, as a query: all words, each as the beginning of one; "a phrase" and -excluded ones as they are; or. Never an error.
create or replace function applicant_query(words text) returns tsquery language plpgsql stable as $$
begin
  return (
    select coalesce(string_agg(
      case
        -- A word that is neither excluded (it would begin with !) nor part of a phrase.
        when token like '''__%' and coalesce(before, '') not like '<%' and coalesce(after, '') not like '<%' then token || ':*'
        else token
      end, ' ' order by place), '')::tsquery
    from (
      select token[1] as token, place, lag(token[1]) over in_order as before, lead(token[1]) over in_order as after
      from regexp_matches(
        -- One dash excludes; a run of them is a line that somebody drew.
        websearch_to_tsquery('applicant_words', regexp_replace(spaced(words), '-(?:[\s!&|():]*-)+', ' ', 'g'))::text,
        -- A word stands in quotation marks and may hold blanks and any sign.
        '!*''(?:[^'']|'''')*''|[^'' ]+', 'g') with ordinality as tokens (token, place)
      window in_order as (order by place)
    ) as parsed
  );
exception when syntax_error or internal_error or program_limit_exceeded then
  -- What cannot be asked finds nobody by its words.
  return ''::tsquery;
end $$;

-- As before, but each word of the query is marked as a whole, so that no sign inside of one is taken for the beginning of another.
create or replace function query_of_organization(organization uuid, asked tsquery) returns tsquery
language sql immutable parallel safe as $$
  select case
    when told in ('T', '') then '''' || mark || ''''
    -- Excluded words are asked of all that the mark finds.
    else case when told like '%!%' then '''' || mark || ''' & ' else '' end
      || '( ' || regexp_replace(told, '''((?:[^'']|'''')*)''', '''' || mark || '\1''', 'g') || ' )'
    end::tsquery
  from (
    select public.mark_of(organization) as mark,
      btrim(case when asked::text like '%<%' then regexp_replace(querytree(asked), '<[-0-9]+>', '&', 'g') else asked::text end) as told
  ) as read
  where numnode(asked) > 0
$$;
