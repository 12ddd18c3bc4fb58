-- The words that are asked for, a number as it is written, and how to find one in a text: `starts` in its small letters behind a blank,
-- which is quick and enough for most; `any_form`, a regular expression, in `letters_of` it, also with signs between the letters of a
-- word and in its shorter form. Null without a word.
create or replace function marks_of(
  asked tsquery,
  out words text[],
  out starts text[],
  out any_form text
)
returns record
language sql
stable
set search_path = public, pg_temp
as $$
  select
    array_agg(distinct word),
    array_agg(blank || word),
    string_agg(
      case
        when blank = '' then ''
        else '\m'
      end || case
        when word ~ '^[0-9]+$' then regexp_replace(word, '(.)(?!$)', '\1[ ()./-]{0,3}', 'g')
        when has_runs(word) then regexp_replace(word, '(.)(?!$)', '\1\s?', 'g')
        else regexp_replace(
          regexp_replace(word, '(.)(?!$)', '\1[' || inner_signs() || ']?', 'g'),
          '([uoa])(\[[^]]*\]\?)(e|a)',
          '\1(?:\2\3)?',
          'g'
        )
      end,
      '|'
    )
  from
    (
      select
        case
          when lexeme[1] ~ '^zq[0-9]+$' then reverse(substr(lexeme[1], 3))
          else lexeme[1]
        end as word,
        lexeme[1] ~ '^[a-z0-9]' and lexeme[1] !~ '^zq[0-9]' as begins
      from regexp_matches(asked::text, '''((?:[^'']|'''')*)''', 'g') as lexeme
    ) as read,
    lateral unnest(
      case
        when begins then array[' ', E'\n']
        else array['']
      end
    ) as blank;
$$;
