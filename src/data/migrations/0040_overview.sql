-- What the overview counts: how far each applicant came, and when they first heard from the shop.
alter table applicants
  -- 0 applied, 1 reviewing, 2 interviewed, 3 hired. Going back or being rejected changes nothing; taking a change back does.
  add column reached smallint not null default 0 check (reached between 0 and 3),
  -- The first change of status or the first mark as contacted, whichever came first.
  add column first_reply_at timestamptz(3);

create function step_of(status text) returns smallint language sql immutable as $$
  select (case status when 'reviewing' then 1 when 'interviewed' then 2 when 'hired' then 3 else 0 end)::smallint
$$;

create function note_progress() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.reached := step_of(new.status);
    if new.status <> 'applied' or new.contacted then
      new.first_reply_at := new.updated_at;
    end if;
    return new;
  end if;
  new.reached := greatest(old.reached, step_of(new.status));
  if new.status <> old.status or (new.contacted and not old.contacted) then
    new.first_reply_at := coalesce(old.first_reply_at, new.updated_at);
  end if;
  return new;
end $$;
create trigger applicants_progress before insert or update of status, contacted
  on applicants for each row execute function note_progress();

-- A change that was taken back counts as never made: the history says what is left.
create function forget_progress() returns trigger language plpgsql as $$
begin
  update applicants set
    reached = coalesce((
      select max(step_of(made.to_status)) from applicant_status_history as made
      where made.applicant_id = new.applicant_id and made.undoes is null
        and not exists (select from applicant_status_history as back where back.applicant_id = made.applicant_id and back.undoes = made.id)
    ), 0),
    first_reply_at = case
      when applicants.contacted then applicants.first_reply_at
      else (
        select min(made.changed_at) from applicant_status_history as made
        where made.applicant_id = new.applicant_id and made.from_status is not null and made.undoes is null
          and not exists (select from applicant_status_history as back where back.applicant_id = made.applicant_id and back.undoes = made.id)
      )
    end
  where applicants.organization_id = new.organization_id and applicants.id = new.applicant_id;
  return null;
end $$;
create trigger applicant_status_history_progress after insert on applicant_status_history
  for each row when (new.undoes is not null) execute function forget_progress();

update applicants set
  reached = greatest(step_of(status), coalesce(past.furthest, 0)),
  first_reply_at = least(past.first_change, case when contacted and past.first_change is null then updated_at end)
from (
  select applicants.id,
    (select max(step_of(made.to_status)) from applicant_status_history as made
     where made.applicant_id = applicants.id and made.undoes is null
       and not exists (select from applicant_status_history as back where back.applicant_id = made.applicant_id and back.undoes = made.id)) as furthest,
    (select min(made.changed_at) from applicant_status_history as made
     where made.applicant_id = applicants.id and made.from_status is not null and made.undoes is null
       and not exists (select from applicant_status_history as back where back.applicant_id = made.applicant_id and back.undoes = made.id)) as first_change
  from applicants
) as past
where past.id = applicants.id and (applicants.status <> 'applied' or applicants.contacted or past.first_change is not null);

-- The counts read the index alone, and never the applicants themselves.
create index applicants_overview_idx on applicants (organization_id, created_at)
  include (status, reached, role_id, first_reply_at);
create index applicants_waiting_idx on applicants (organization_id, created_at)
  where status = 'applied' and not contacted;
