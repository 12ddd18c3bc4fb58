-- Dashes, bullets, quotation marks and wide spaces end a word, also where the database's locale does not know them.
create or replace function spaced(words text)
returns text
language sql
immutable
as $$
  select
    regexp_replace(
      coalesce(words, ''),
      '[\u00a0-\u00bf\u2000-\u206f\u2190-\u2bff\u3000-\u303f\uff01-\uff0f]+',
      ' ',
      'g'
    );
$$;
