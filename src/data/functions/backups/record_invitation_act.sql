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

create or replace trigger job_invitations_record_deletion
after delete on job_invitations
for each row
execute function record_invitation_act();

create or replace trigger job_invitations_record_unsubscription
after insert on job_invitations
for each row
when (new.unsubscribed_at is not null)
execute function record_invitation_act();

-- Also when mail is allowed again.
create or replace trigger job_invitations_record_wish
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
