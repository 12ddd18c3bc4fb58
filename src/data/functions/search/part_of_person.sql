-- What someone typed as a part of a name or an address; null where it is too short for the index of such parts.
create or replace function part_of_person(words text)
returns text
language sql
stable
as $$
  select
    case
      when char_length(words) >= 3 then '%' || regexp_replace(
        letters_of(words),
        '[\\%_]',
        '\\\&',
        'g'
      ) || '%'
    end;
$$;
