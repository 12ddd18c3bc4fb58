-- The letters of a text as they are compared: without case, accents and vowel signs. Signs and blanks stay.
create or replace function letters_of(words text)
returns text
language plpgsql
stable
parallel safe
set search_path = public, pg_temp
as $$
declare
  letters text;
begin
  if octet_length(words) = char_length(words) then
    return lower(words);
  end if;
  letters := lower(unaccent(plain_letters(words)));
  -- Accents without a letter of their own, and the selectors of a character's form.
  letters := regexp_replace(letters, '[\u0300-\u036f\ufe00-\ufe0f\U000e0100-\U000e01ef]+', '', 'g');
  if letters ~ '[\u0370-\u06ff]' then
    -- Hebrew and Arabic vowel signs, and the line that only makes a word longer.
    letters := regexp_replace(
      letters,
      '[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]+',
      '',
      'g'
    );
    letters := translate(letters, 'ςйїґأإآٱىیئؤةکہھ', 'σиігاااايييوهكهه');
  end if;
  if letters ~ '[\u0e4d\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]' then
    -- NFKC takes this one Thai vowel apart.
    letters := plain_characters(replace(letters, U&'\0e4d\0e32', U&'\0e33'));
  end if;
  return letters;
end;
$$;
