-- One word that somebody asks for, in all its forms; null without a letter. `digits` of a number may be written in any way.
create or replace function query_of_term(term text, digits text, ending text)
returns text
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters constant text := letters_of(term);
  own text := query_of_words(words_of(letters), ending);
begin
  if digits <> '' then
    -- The last seven digits say which number; country and area before them are written in many ways.
    own := '( ' || replace(query_of_words(words_of(letters), ':*'), '<->', '&') || ' | '''
      || end_of_number(right(digits, 7)) || ''':* | ''' || digits || ''':* )';
  elsif own is not null then
    own := '( ' || concat_ws(
      ' | ',
      own,
      (
        select string_agg(query_of_words(form, ending), ' | ')
        from unnest(other_forms(term)) as form
      )
    ) || ' )';
  end if;
  if not has_runs(letters) then
    return own;
  end if;
  return '( ' || concat_ws(
    ' & ',
    own,
    (
      select string_agg(query_of_run(run), ' & ')
      from runs_of(letters) as run
    )
  ) || ' )';
end;
$$;
