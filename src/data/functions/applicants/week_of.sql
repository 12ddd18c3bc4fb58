create or replace function week_of(moment timestamptz)
returns date
language sql
immutable
as $$
  select date_trunc('week', moment at time zone 'UTC')::date;
$$;
