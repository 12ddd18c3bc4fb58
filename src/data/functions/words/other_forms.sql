-- Other ways to write one word: 'mueller' for 'Müller', 'obrien' for 'O''Brien', an Arabic word without its 'and' or 'the'.
create or replace function other_forms(word text)
returns text[]
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters constant text := letters_of(word);
  plain constant text := lower(plain_letters(word));
  forms text[] := '{}';
begin
  if plain ~ '[äöüåø]' then
    forms := forms || letters_of(
      regexp_replace(
        regexp_replace(
          regexp_replace(regexp_replace(plain, 'ä', 'ae', 'g'), '[öø]', 'oe', 'g'),
          'ü',
          'ue',
          'g'
        ),
        'å',
        'aa',
        'g'
      )
    );
  end if;
  if letters ~ ('[^0-9\s][' || inner_signs() || ']') then
    forms := forms || array(
      select regexp_replace(form, '[' || inner_signs() || ']+', '', 'g')
      from unnest(forms || letters) as form
    );
  end if;
  if letters ~ '[\u0621-\u064a]' then
    forms := forms || array(
      select
        coalesce(
          substring(part from '^[وف]?[بك]?ال(.{2,})$'),
          substring(part from '^[وف]?لل(.{2,})$'),
          substring(part from '^و(.{3,})$')
        )
      from regexp_split_to_table(words_of(letters), ' ') as part
      where part ~ '^(?:[وف]?[بك]?ال.{2,}|[وف]?لل.{2,}|و.{3,})$'
    );
  end if;
  return array(
    select distinct words_of(form)
    from unnest(forms) as form
    where words_of(form) not in ('', words_of(letters))
  );
end;
$$;
