-- Whether this many bytes more may wait, beside what the same sender has left waiting under other verifications. Until the
-- transaction ends nobody else with this sender gets an answer, and the sum is of what was committed when the lock was free: so
-- files that arrive at the same moment count each other. In the database, because the lock must not last for a round trip.
create or replace function has_room_to_wait(
  organization uuid,
  verification uuid,
  sender bytea,
  bytes bigint,
  most bigint
)
returns boolean
language plpgsql
volatile
set search_path = public, pg_temp
as $$
begin
  perform pg_advisory_xact_lock(7305189, hashtext(encode(sender, 'hex')));
  return (
    select coalesce(sum(byte_size), 0) + bytes <= most
    from cv_files
    where
      organization_id = organization
      and sent_from = sender
      and applicant_id is null
      and verification_id is distinct from verification
  );
end;
$$;
