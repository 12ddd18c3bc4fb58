-- A word as a part of a query, or a phrase: its own words one behind the other. `ending` is ':*' for the beginning of a word.
create or replace function query_of_words(words text, ending text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  return nullif('''' || replace(words, ' ', ''' <-> ''') || '''', '''''') || ending;
end;
$$;
