-- The runs of letters in scripts without blanks. Where only a blank or the end of a line is between two, they are one.
create or replace function runs_of(letters text)
returns setof text
language sql
immutable
parallel safe
as $$
  select run[1]
  from
    regexp_matches(
      regexp_replace(
        letters,
        '([' || run_letters() || '])\s+(?=[' || run_letters() || '])',
        '\1',
        'g'
      ),
      '([' || run_letters() || ']+)',
      'g'
    ) as run;
$$;
