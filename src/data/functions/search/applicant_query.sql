-- What someone typed, as a query: all words, each as the beginning of one; "a phrase" and -excluded ones as they are; or. Never
-- an error.
create or replace function applicant_query(words text)
returns tsquery
language plpgsql
stable
as $$
declare
  term record;
  asked text;
  built text := '';
  link text := ' & ';
begin
  for term in select
    -- One dash excludes; a run of them is a line that somebody drew.
    part[1] is not null as is_excluded,
    part[2] as phrase,
    part[3] as number,
    part[4] as word
  from
    regexp_matches(
      plain_letters(words),
      '(-(?!-))?(?:"([^"]*)"?|([+(]*[0-9](?:[ ().\/-]{0,3}[0-9]){3,}(?![a-zA-Z]))|([^\s"]+))',
      'g'
    ) as part loop
    if lower(term.word) = 'or' and not term.is_excluded then
      link := ' | ';
      continue;
    end if;
    asked := query_of_term(
      coalesce(term.phrase, term.number, term.word),
      case
        when not term.is_excluded then regexp_replace(
          replace(term.number, '(0)', ''),
          '[^0-9]+',
          '',
          'g'
        )
      end,
      case
        when term.phrase is null
        and not term.is_excluded then ':*'
        else ''
      end
    );
    if asked is null then
      continue;
    end if;
    built := built || case
      when built <> '' then link
      else ''
    end || case
      when term.is_excluded then '!'
      else ''
    end || asked;
    link := ' & ';
  end loop;
  return built::tsquery;
exception when syntax_error or internal_error or program_limit_exceeded then
  -- What cannot be asked finds nobody by its words.
  return ''::tsquery;
end;
$$;
