create or replace function record_request_act()
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

create or replace trigger rights_requests_record_act
after update of email on rights_requests
for each row
when (old.email is not null and new.email is null)
execute function record_request_act();
