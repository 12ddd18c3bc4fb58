create or replace function has_runs(letters text)
returns boolean
language sql
immutable
parallel safe
as $$
  select letters ~ ('[' || run_letters() || ']');
$$;
