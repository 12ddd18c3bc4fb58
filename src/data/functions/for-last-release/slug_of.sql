-- Letters and digits joined by dashes; 'job' where none is left.
create or replace function slug_of(words text)
returns text
language sql
stable
as $$
  select
    coalesce(
      nullif(
        btrim(
          left(
            regexp_replace(
              -- 'Driver''s' is one word.
              regexp_replace(
                lower(unaccent(normalize(words, NFKC))),
                '[\u0027\u2018\u2019]',
                '',
                'g'
              ),
              -- By ranges: which signs are letters, the database's locale may not know.
              '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u2bff\u3000-\u303f\ufe00-\ufe0f\uff00-\uff0f\U0001f000-\U0001faff]+',
              '-',
              'g'
            ),
            60
          ),
          '-'
        ),
        ''
      ),
      'job'
    );
$$;
