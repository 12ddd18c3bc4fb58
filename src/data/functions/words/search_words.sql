-- What the document of an applicant has for a text: its words, and their other forms behind them.
create or replace function search_words(words text)
returns text
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters constant text := coalesce(letters_of(words), '');
  found text := words_of(letters);
begin
  if has_runs(letters) then
    -- Three letters from each place: whatever stands inside a run is the beginning of one, or of several.
    found := concat_ws(
      ' ',
      found,
      (
        select string_agg(regexp_replace(substr(run, first), '(...)', '\1 ', 'g'), ' ')
        from
          runs_of(letters) as run,
          generate_series(1, 3) as first
      )
    );
  end if;
  if words ~ ('[^\u0001-\u007f]|[' || inner_signs() || ']') then
    found := concat_ws(
      ' ',
      found,
      (
        select string_agg(form, ' ')
        from
          (
            select distinct special[1] as word
            from
              regexp_matches(
                plain_letters(words),
                '(\S*[äöüåøÄÖÜÅØ' || inner_signs(

                ) || ']\S*|(?<!\S)[^\u0621-\u064a\s]*[\u0610-\u061a\u064b-\u065f]*[وفبكلاأإآٱ]\S*)',
                'g'
              ) as special
          ) as special,
          unnest(other_forms(word)) as form
      )
    );
  end if;
  if letters ~ '[0-9][ ()./-]{0,2}[0-9]' then
    found := concat_ws(
      ' ',
      found,
      (
        select string_agg(digits || ' ' || end_of_number(digits), ' ')
        from numbers_of(letters) as digits
      )
    );
  end if;
  return found;
end;
$$;
