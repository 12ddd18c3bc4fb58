-- Its words without the excluded ones; null where there are no others. One is enough to be weighed and to be shown.
create or replace function any_word_of(words text)
returns tsquery
language sql
stable
as $$
  select nullif(replace(querytree(applicant_query(words)), ' & ', ' | '), 'T')::tsquery;
$$;
