-- The same for what may stand inside of a word and be left out: apostrophes of all kinds, and hyphens.
create or replace function inner_signs()
returns text
language sql
immutable
parallel safe
as $$
  select '''`´׳״\u02b0-\u02ff\u2010\u2011\u2018-\u201b\u2032-';
$$;
