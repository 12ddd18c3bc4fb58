-- What the index of words is asked: as much of a query as it can tell without knowing where in a text the words stand. Each word
-- is marked as a whole, so that no sign inside of one is taken for the beginning of another. Null without a word.
create or replace function query_of_organization(organization uuid, asked tsquery)
returns tsquery
language plpgsql
immutable
parallel safe
as $$
declare
  mark constant text := public.mark_of(organization);
  told text := asked::text;
begin
  if numnode(asked) = 0 then
    return null;
  end if;
  if told like '%<%' then
    told := regexp_replace(querytree(asked), '<[-0-9]+>', '&', 'g');
  end if;
  told := btrim(told);
  if told in ('T', '') then
    return ('''' || mark || '''')::tsquery;
  end if;
  return (
    -- Excluded words are asked of all that the mark finds.
    case
      when told like '%!%' then '''' || mark || ''' & '
      else ''
    end || '( ' || regexp_replace(
      told,
      '''((?:[^'']|'''')*)''',
      '''' || mark || '\1''',
      'g'
    ) || ' )'
  )::tsquery;
end;
$$;
