-- Without it the hashes that come back could be compared with nothing.
create or replace function record_invitation_key()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform
    record_act(
      'invitation_key',
      new.organization_id,
      new.organization_id::text,
      jsonb_build_object('key_sealed', new.key_sealed)
    );
  return null;
end;
$$;

create or replace trigger job_invitation_keys_record
after insert or update of key_sealed on job_invitation_keys
for each row
execute function record_invitation_key();
