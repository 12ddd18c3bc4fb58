-- By the index of words alone, without those above.
create or replace function other_hits(asked tsquery, part text, most integer)
returns setof uuid
language plpgsql
stable
set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  organization constant uuid := tenant_id();
  told constant tsquery := query_of_organization(organization, asked);
  -- The index does not know where in a text a word stands; everything else it tells exactly.
  is_told constant boolean := asked::text not like '%<%';
begin
  return query select s.applicant_id
    from applicant_searches s
    where
      words_of_organization(s.organization_id, s.document) @@ told
      -- Asked of the few that the index found: not conditions that another index would be read for. The document comes last,
      -- because reading one costs more than all else.
      and (s.organization_id = organization) is true
      and (s.person like part) is not true
      and (is_told or s.document @@ asked)
    limit most;
end;
$$;
revoke execute on function other_hits(tsquery, text, integer) from public;
