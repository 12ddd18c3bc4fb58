-- A search costs no more than its first thousand hits: so many are weighed. Where there are more, the list itself is read.

-- What someone typed as a part of a name or an address; null where it is too short for the index of such parts.
create function part_of_person(words text) returns text language sql stable as $$
  select case when char_length(words) >= 3 then '%' || regexp_replace(folded(words), '[\\%_]', '\\\&', 'g') || '%' end
$$;

-- Its words without the excluded ones; null where there are no others. One is enough to be weighed and to be shown.
create function any_word_of(words text) returns tsquery language sql stable as $$
  select nullif(replace(querytree(applicant_query(words)), ' & ', ' | '), 'T')::tsquery
$$;

-- Applicants of the organization whose transaction this is: all that fit, or any `most` of them, which cost the same however
-- many more there are; all where that is null. `is_called` asks for names and addresses alone. As the tables' owner, because the planner does not use
-- an index for `@@` and `like` behind a row policy: they might tell of rows that the policy hides. And by these indexes only:
-- for a word that others use often it would rather look for the first thousand in all rows of everybody.
create function find_hits(words text, most integer, is_called boolean) returns setof uuid
language plpgsql stable security definer
set search_path = public, pg_temp
set plan_cache_mode = force_custom_plan
set enable_seqscan = off
set enable_indexscan = off
as $$
declare
  asked tsquery := applicant_query(words);
  part text := part_of_person(words);
begin
  if is_called then
    return query
      select s.applicant_id from applicant_searches s
      where s.organization_id = tenant_id() and s.person like part limit most;
  else
    return query
      select s.applicant_id from applicant_searches s
      where s.organization_id = tenant_id() and (s.document @@ asked or s.person like part) limit most;
  end if;
end $$;
revoke execute on function find_hits(text, integer, boolean) from public;
grant execute on function find_hits(text, integer, boolean) to storehand_tenant;

drop function find_applicants(text, boolean);
