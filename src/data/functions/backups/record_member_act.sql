create or replace function record_member_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'DELETE' then
    perform record_act('member', null, old.id::text, '{"is_deleted": true}');
  else
    perform
      record_act(
        'member',
        null,
        new.id::text,
        jsonb_build_object(
          'organization_id',
          new.organization_id,
          'role',
          new.role,
          'is_approved',
          new.is_approved
        )
      );
  end if;
  return null;
end;
$$;

create or replace trigger profiles_record_membership
after update of organization_id, role, is_approved on profiles
for each row
when
  (
    (old.organization_id, old.role, old.is_approved) is distinct from (
      new.organization_id,
      new.role,
      new.is_approved
    )
  )
execute function record_member_act();

create or replace trigger profiles_record_deletion
after delete on profiles
for each row
execute function record_member_act();
