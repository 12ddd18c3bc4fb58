-- The numbers in a text, as digits alone: of a telephone, an account. Shorter ones are words like others.
create or replace function numbers_of(letters text)
returns setof text
language sql
immutable
parallel safe
as $$
  select digits
  from
    regexp_matches(replace(letters, '(0)', ' '), '[0-9](?:[ ()./-]{0,2}[0-9]){5,}', 'g') as number,
    regexp_replace(number[1], '[^0-9]+', '', 'g') as digits
  where char_length(digits) <= 15;
$$;
