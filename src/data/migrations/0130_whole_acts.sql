-- Two states that the acts of 0123 left out, so that a restored backup forgot them: that an objection was upheld, and that an address
-- wants no mail at all, which outlives its applications.
create function state_to_copy(applicants)
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

create or replace function record_applicant_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform record_act('application', new.organization_id, new.id::text, state_to_copy(new));
  return null;
end;
$$;
drop trigger applicants_record_act on applicants;
create trigger applicants_record_act
after update of
  restricted_at,
  objected_at,
  upheld_at,
  withdrawn_at,
  no_contact_at,
  kept_at,
  link_generation
on applicants
for each row
when (state_to_copy(old) is distinct from state_to_copy(new))
execute function record_applicant_act();

create or replace function record_invitation_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'DELETE' then
    perform record_act(
      'invitation',
      new.organization_id,
      encode(new.address_hash, 'hex'),
      jsonb_build_object(
        'unsubscribed_at',
        new.unsubscribed_at,
        'no_contact_at',
        new.no_contact_at
      )
    );
  -- With its organization it goes without a word.
  elsif exists (select from organizations where id = old.organization_id) then
    perform record_act(
      'invitation',
      old.organization_id,
      encode(old.address_hash, 'hex'),
      '{"forgotten": true}'
    );
  end if;
  return null;
end;
$$;
drop trigger job_invitations_record_unsubscription on job_invitations;
create trigger job_invitations_record_unsubscription
after insert on job_invitations
for each row
when (new.unsubscribed_at is not null)
execute function record_invitation_act();
-- Also when mail is allowed again.
create trigger job_invitations_record_wish
after update of unsubscribed_at, no_contact_at on job_invitations
for each row
when
  (
    (old.unsubscribed_at, old.no_contact_at) is distinct from (
      new.unsubscribed_at,
      new.no_contact_at
    )
  )
execute function record_invitation_act();

-- Their acts from before lack the new state.
select record_act('application', organization_id, id::text, state_to_copy(applicants))
from applicants
where upheld_at is not null;
select
  record_act(
    'invitation',
    organization_id,
    encode(address_hash, 'hex'),
    jsonb_build_object('unsubscribed_at', unsubscribed_at, 'no_contact_at', no_contact_at)
  )
from job_invitations
where
  no_contact_at is not null
  or exists (
    select
    from copied_acts
    where
      kind = 'invitation'
      and organization = organization_id
      and subject = encode(address_hash, 'hex')
      and unsubscribed_at is null
  );
