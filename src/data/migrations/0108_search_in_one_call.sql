-- Search: the list is told in one call who fits by name or address and who by everything else.

-- By the index of parts of names, and by no other way: for a name that others use often the planner would look for the first hits
-- among all rows of everybody.
create function called_hits(part text, most integer)
returns setof uuid
language plpgsql
stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
begin
  return query select s.applicant_id
    from applicant_searches s
    where s.organization_id = tenant_id() and s.person like part
    limit most;
end;
$$;

-- By the index of words alone, without those above.
create function other_hits(asked tsquery, part text, most integer)
returns setof uuid
language plpgsql
stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  told tsquery := query_of_organization(tenant_id(), asked);
  -- The index does not know where in a text a word stands; everything else it tells exactly.
  is_told boolean := asked::text not like '%<%';
begin
  return query select s.applicant_id
    from applicant_searches s
    where
      words_of_organization(s.organization_id, s.document) @@ told
      -- Asked of the few that the index found: not conditions that another index would be read for. The document comes last,
      -- because reading one costs more than all else.
      and (s.organization_id = tenant_id()) is true
      and (s.person like part) is not true
      and (is_told or s.document @@ asked)
    limit most;
end;
$$;

-- Any `most` of the newest of a very large shop, where one in four of them has the word: the index would first tell everybody who
-- has it. In a smaller shop that is quicker than reading documents. Null where it is not so.
create function common_hits(asked tsquery, part text, most integer)
returns uuid[]
language plpgsql
stable
set search_path = public, pg_temp
as $$
declare
  newest uuid[];
begin
  if
    most > 200
    and (
      select sum(difference) from applicant_counts where organization_id = tenant_id()
    ) > 40 * most
    and (select count(*) from newest_hits(asked, part, 100, 25)) = 25
  then
    newest := array(select newest_hits(asked, part, 4 * most, most));
  end if;
  return case
    when cardinality(newest) = most then newest
  end;
end;
$$;

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
drop function indexed_hits(tsquery, text, boolean, integer);

-- Who fits: `called` by name or address, `others` by everything else. Null stands for more than `most`, of both together; then
-- it costs the same however many more there are.
create function search_hits(words text, most integer, out called uuid[], out others uuid[])
language plpgsql
stable
security definer
set search_path = public, pg_temp
as $$
declare
  asked tsquery := applicant_query(words);
  part text := part_of_person(words);
begin
  called := array(select called_hits(part, most + 1));
  if cardinality(called) > most then
    called := null;
    return;
  end if;
  if common_hits(asked, part, most + 1) is not null then
    return;
  end if;
  others := array(select other_hits(asked, part, most + 1 - cardinality(called)));
  if cardinality(called) + cardinality(others) > most then
    others := null;
  end if;
end;
$$;
revoke execute
on function called_hits(text, integer),
other_hits(tsquery, text, integer),
common_hits(tsquery, text, integer)
from public;
revoke execute on function search_hits(text, integer) from public;
grant execute on function search_hits(text, integer) to storehand_tenant;
