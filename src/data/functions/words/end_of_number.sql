-- What the document has for a number, which is looked for by its end: its digits backwards, behind letters that begin no word.
create or replace function end_of_number(digits text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  return 'zq' || reverse(digits);
end;
$$;
