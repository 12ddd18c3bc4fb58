-- The letters of a run as a part of a query. Up to three are looked for as a beginning.
create or replace function query_of_run(run text)
returns text
language plpgsql
immutable
parallel safe
as $$
begin
  if char_length(run) <= 3 then
    return '''' || run || ''':*';
  end if;
  return (
    select string_agg('''' || substr(run, place, 3) || '''', ' & ')
    from generate_series(1, char_length(run) - 2) as place
  );
end;
$$;
