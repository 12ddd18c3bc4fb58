create or replace function day_of(moment timestamptz)
returns date
language sql
immutable
as $$
  select (moment at time zone 'UTC')::date;
$$;
