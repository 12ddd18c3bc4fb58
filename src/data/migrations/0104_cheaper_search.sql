-- Search: documents are read only where the indexes do not tell enough.

-- By the indexes of words and of parts of names, and by no other way: for a word that others use often the planner would look for
-- the first hits among all rows of everybody.
create or replace function indexed_hits(asked tsquery, part text, is_called boolean, most integer)
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
    where s.organization_id = tenant_id() and s.person like part
    union all
    select s.applicant_id
    from applicant_searches s
    where
      not is_called
      and words_of_organization(s.organization_id, s.document) @@ told
      -- Asked of the few that the index found: not conditions that another index would be read for. The document comes last,
      -- because reading one costs more than all else.
      and (s.organization_id = tenant_id()) is true
      and (s.person like part) is not true
      and (is_told or s.document @@ asked)
    limit most;
end;
$$;

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
  newest uuid[];
begin
  -- Of a very large shop, and a word that one in four of the newest has: the index would first tell everybody who has it. In a
  -- smaller one that is quicker than reading documents.
  if
    not is_called
    and most > 200
    and (
      select sum(difference) from applicant_counts where organization_id = tenant_id()
    ) > 40 * most
    and (select count(*) from newest_hits(asked, part, 100, 25)) = 25
  then
    newest := array(select newest_hits(asked, part, 4 * most, most));
  end if;
  if cardinality(newest) = most then
    return query select unnest(newest);
  else
    return query select indexed_hits(asked, part, is_called, most);
  end if;
end;
$$;
