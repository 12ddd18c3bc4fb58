create or replace function words_of_organization(organization uuid, document tsvector)
returns tsvector
language sql
immutable
parallel safe
as $$
  select
    (
      regexp_replace(
        strip(document)::text,
        '(^| )''',
        '\1''' || public.mark_of(organization),
        'g'
      ) || ' ''' || public.mark_of(organization) || ''''
    )::tsvector;
$$;
