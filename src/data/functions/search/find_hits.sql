-- All of them, or any `most`, which cost the same however many more there are; all where that is null. `is_called` asks for names
-- and addresses alone.
create or replace function find_hits(words text, most integer, is_called boolean)
returns setof uuid
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  asked tsquery := applicant_query(words);
  part text := part_of_person(words);
  common uuid[];
  found_called integer;
begin
  if not is_called then
    common := common_hits(asked, part, most);
  end if;
  if common is not null then
    return query select unnest(common);
    return;
  end if;
  return query select called_hits(part, most);
  get diagnostics found_called = row_count;
  if not is_called and (most is null or found_called < most) then
    return query select other_hits(asked, part, most - found_called);
  end if;
end;
$$;
revoke execute on function find_hits(text, integer, boolean) from public;
grant execute on function find_hits(text, integer, boolean) to storehand_tenant;
