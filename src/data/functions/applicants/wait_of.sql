-- As exactly as a median needs it, so that there are a few hundred different ones: by the minute within an hour, by ten minutes
-- within a day, by three hours within a week, by the day after it.
create or replace function wait_of(applied timestamptz, replied timestamptz)
returns integer
language sql
immutable
as $$
  select
    (
      case
        when seconds < 3600 then round(seconds / 60) * 60
        when seconds < 86400 then floor(seconds / 600) * 600
        when seconds < 604800 then floor(seconds / 10800) * 10800
        else floor(seconds / 86400) * 86400
      end
    )::integer
  from (select extract(epoch from replied - applied) as seconds) as waited;
$$;
