-- Two states that the acts of 0123 left out, so that a restored backup forgot them: that an objection was upheld, and that an address
-- wants no mail at all, which outlives its applications.
create or replace function state_to_copy(applicants)
returns jsonb
language sql
stable
as $$
  select
    jsonb_build_object(
      'restricted_at',
      $1.restricted_at,
      'objected_at',
      $1.objected_at,
      'upheld_at',
      $1.upheld_at,
      'withdrawn_at',
      $1.withdrawn_at,
      'no_contact_at',
      $1.no_contact_at,
      'kept_at',
      $1.kept_at,
      'link_generation',
      $1.link_generation
    );
$$;
