create or replace function step_of(status text)
returns smallint
language sql
immutable
as $$
  select
    (
      case status
        when 'reviewing' then 1
        when 'interviewed' then 2
        when 'hired' then 3
        else 0
      end
    )::smallint;
$$;
