-- Takes the newest use of each back.
create or replace function forget_uses(keys text[])
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  with
    mine as (
      select key
      from usage_times
      where key in (select sha256(convert_to(name, 'UTF8')) from unnest(keys) as name)
      order by key
      for update
    )
  update usage_times
  set times = times[:cardinality(times) - 1]
  from mine
  where usage_times.key = mine.key;
$$;
revoke execute on function forget_uses(text[]) from public;
