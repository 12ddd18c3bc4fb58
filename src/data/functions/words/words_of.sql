-- The words of such letters, with a blank between them: everything but letters, digits and the scripts above.
create or replace function words_of(letters text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  return btrim(
    regexp_replace(
      letters,
      case
        when octet_length(letters) = char_length(letters) then '[^a-zA-Z0-9]+'
        else '[\u0001-/:-@[-`{-\u00bf\u00d7\u00f7\u02b0-\u02ff\u0589-\u05cf\u05f3\u05f4\u0600-\u061f\u066a-\u066d\u06d4\u0964\u0965\u2000-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u303f\u30a0\u30fb\ue000-\uf8ff\ufe10-\ufe6f\uff00-\uff0f\ufff0-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff' || run_letters(

        ) || ']+'
      end,
      ' ',
      'g'
    )
  );
end;
$$;
