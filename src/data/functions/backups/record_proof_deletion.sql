create or replace function record_proof_deletion()
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

create or replace trigger email_verifications_record_deletion
after delete on email_verifications
for each row
-- One that ended that long ago is deleted by its age in a restored database too.
when (old.expires_at > now() - interval '7 days')
execute function record_proof_deletion();
