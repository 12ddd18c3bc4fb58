-- Who fits: `called` by name or address, `others` by everything else. Null stands for more than `most`, of both together; then
-- it costs the same however many more there are.
create or replace function search_hits(
  words text,
  most integer,
  out called uuid[],
  out others uuid[]
)
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
revoke execute on function search_hits(text, integer) from public;
grant execute on function search_hits(text, integer) to storehand_tenant;
