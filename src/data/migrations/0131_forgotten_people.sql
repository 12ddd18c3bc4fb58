-- squawk-ignore-file constraint-missing-not-valid
-- What is deleted without an application, so that the ledger of erasures does not name it: a store that asks to be forgotten, the proof
-- of an address, and the address in a store's request. By their own ids; a restored backup deletes them again.
alter table copied_acts
drop constraint copied_acts_kind_check,
add constraint copied_acts_kind_check
  check (
    kind in (
      'application',
      'proof',
      'request',
      'store',
      'invitation',
      'invitation_key',
      'member',
      'closing',
      'organization'
    )
  );

create function record_proof_deletion()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  -- With its organization it goes without a word.
  if exists (select from organizations where id = old.organization_id) then
    perform record_act('proof', old.organization_id, old.id::text, '{"is_deleted": true}');
  end if;
  return null;
end;
$$;
create trigger email_verifications_record_deletion
after delete on email_verifications
for each row
-- One that ended that long ago is deleted by its age in a restored database too.
when (old.expires_at > now() - interval '7 days')
execute function record_proof_deletion();

create function record_request_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform
    record_act(
      'request',
      new.organization_id,
      new.id::text,
      jsonb_build_object('completed_at', new.completed_at, 'outcome', new.outcome)
    );
  return null;
end;
$$;
create trigger rights_requests_record_act
after update of email on rights_requests
for each row
when (old.email is not null and new.email is null)
execute function record_request_act();

create function record_store_deletion()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if
    old.organization_id is null
    or exists (select from organizations where id = old.organization_id)
  then
    perform record_act('store', old.organization_id, old.shop, '{"is_deleted": true}');
  end if;
  return null;
end;
$$;
create trigger store_sessions_record_deletion
after delete on store_sessions
for each row
execute function record_store_deletion();
