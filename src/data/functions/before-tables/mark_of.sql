-- What the index of words keeps: each word of a document behind a mark of its organization, and the mark alone. Looking for the
-- beginning of a word reads all words that begin so; without the mark those of everybody.
create or replace function mark_of(organization uuid)
returns text
language sql
immutable
parallel safe
as $$
  select left(organization::text, 8);
$$;
