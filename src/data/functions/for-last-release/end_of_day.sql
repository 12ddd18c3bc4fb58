create or replace function end_of_day(day date, zone text)
returns timestamptz
language sql
stable
as $$
  select (day + 1)::timestamp at time zone coalesce(zone, 'UTC');
$$;
