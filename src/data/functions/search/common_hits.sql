-- Any `most` of the newest of a very large shop, where one in four of them has the word: the index would first tell everybody who
-- has it. In a smaller shop that is quicker than reading documents. Null where it is not so.
create or replace function common_hits(asked tsquery, part text, most integer)
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
revoke execute on function common_hits(tsquery, text, integer) from public;
