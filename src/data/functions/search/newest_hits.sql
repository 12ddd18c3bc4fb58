-- By looking at one of the newest after the other, which finds a word of everybody soonest.
create or replace function newest_hits(asked tsquery, part text, among integer, most integer)
returns setof uuid
language plpgsql
stable
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
as $$
begin
  return query select newest.id
    from
      (
        select id
        from applicants
        where organization_id = tenant_id()
        order by created_at desc, id desc
        limit among
      ) as newest
    where
      (
        select s.document @@ asked or s.person like part
        from applicant_searches s
        where s.applicant_id = newest.id
      )
    limit most;
end;
$$;
revoke execute on function newest_hits(tsquery, text, integer, integer) from public;
