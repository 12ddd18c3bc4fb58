-- A text in plain letters and digits: width, ligatures and presentation forms are those of the usual letters (NFKC).
create or replace function plain_letters(words text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  if octet_length(words) = char_length(words) then
    return words;
  end if;
  words := normalize(words, NFKC);
  if words ~ '[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]' then
    words := translate(
      words,
      '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙',
      '01234567890123456789012345678901234567890123456789'
    );
  end if;
  return words;
end;
$$;
