-- What a restored backup must not forget beside erasures (docs/decisions/0140-acts-after-an-archive.md): rights that people used, unsubscriptions,
-- closed accounts, memberships and deleted organizations. Each row is the newest state of one thing, by its id or a keyed hash, written by
-- triggers in the transaction that changes it, whoever does so; the background copies it beside the backups.
create table copied_acts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (
    kind in ('application', 'invitation', 'invitation_key', 'member', 'closing', 'organization')
  ),
  -- No foreign keys: it outlives what it is about. No column of an organization's own: no transaction of one sees this table.
  organization uuid,
  subject text not null,
  state jsonb not null,
  -- Not of the transaction: of two changes of one row the later one counts.
  acted_at timestamptz not null default clock_timestamp(),
  copied_at timestamptz(3)
);
create index copied_acts_waiting_idx on copied_acts (acted_at) where copied_at is null;
create index copied_acts_age_idx on copied_acts (acted_at);

-- The folder of the backups that is in use, by the number in its marker file: an empty folder in its place (a disk that is not mounted) is noticed.
create table backup_folders (
  is_current boolean primary key default true check (is_current),
  marker uuid not null,
  last_backup_at timestamptz(3)
);

-- With the owner's rights: a transaction of an organization sees nothing of these tables.
create function record_act(kind text, organization uuid, subject text, state jsonb)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  -- A task for each, so that two transactions never wait for each other's.
  with
    act as (
      insert into copied_acts (kind, organization, subject, state)
      values (record_act.kind, record_act.organization, record_act.subject, record_act.state)
      returning id
    )
  insert into background_tasks (kind, key)
  select 'copy-erasures', id::text
  from act;
$$;
revoke execute on function record_act(text, uuid, text, jsonb) from public;

create function record_applicant_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform
    record_act(
      'application',
      new.organization_id,
      new.id::text,
      jsonb_build_object(
        'restricted_at',
        new.restricted_at,
        'objected_at',
        new.objected_at,
        'withdrawn_at',
        new.withdrawn_at,
        'no_contact_at',
        new.no_contact_at,
        'kept_at',
        new.kept_at,
        'link_generation',
        new.link_generation
      )
    );
  return null;
end;
$$;
create trigger applicants_record_act
after update of restricted_at, objected_at, withdrawn_at, no_contact_at, kept_at, link_generation
on applicants
for each row
when
  (
    (
      old.restricted_at,
      old.objected_at,
      old.withdrawn_at,
      old.no_contact_at,
      old.kept_at,
      old.link_generation
    ) is distinct from (
      new.restricted_at,
      new.objected_at,
      new.withdrawn_at,
      new.no_contact_at,
      new.kept_at,
      new.link_generation
    )
  )
execute function record_applicant_act();

create function record_invitation_act()
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
      jsonb_build_object('unsubscribed_at', new.unsubscribed_at)
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
create trigger job_invitations_record_unsubscription
after insert or update of unsubscribed_at on job_invitations
for each row
when (new.unsubscribed_at is not null)
execute function record_invitation_act();
create trigger job_invitations_record_deletion
after delete on job_invitations
for each row
execute function record_invitation_act();

-- Without it the hashes that come back could be compared with nothing.
create function record_invitation_key()
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
create trigger job_invitation_keys_record
after insert or update of key_sealed on job_invitation_keys
for each row
execute function record_invitation_key();

create function record_member_act()
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
create trigger profiles_record_membership
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
create trigger profiles_record_deletion
after delete on profiles
for each row
execute function record_member_act();

create function record_closing_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  if tg_op <> 'DELETE' then
    perform record_act(
      'closing',
      null,
      new.user_id::text,
      jsonb_build_object('closes_at', new.closes_at)
    );
  -- Reopened. With its account it goes without a word.
  elsif exists (select from users where id = old.user_id) then
    perform record_act('closing', null, old.user_id::text, '{"closes_at": null}');
  end if;
  return null;
end;
$$;
create trigger account_closings_record_act
after insert or update or delete on account_closings
for each row
execute function record_closing_act();

create function record_organization_act()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform record_act('organization', old.id, old.id::text, '{"is_deleted": true}');
  return null;
end;
$$;
create trigger organizations_record_deletion
after delete on organizations
for each row
execute function record_organization_act();
