-- Applicants, and what staff do with them: status, contact, star, tags and notes.
create table applicants (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id)
    on delete cascade,
  email text not null check (char_length(email) between 3 and 254),
  -- Deleting a job keeps its applicants: role_id and role_title remember what they applied for.
  job_post_id uuid,
  role_id uuid not null,
  role_title text not null,
  first_name text not null check (char_length(btrim(first_name)) between 1 and 100),
  last_name text not null check (char_length(btrim(last_name)) between 1 and 100),
  phone text check (char_length(phone) <= 40),
  experience_years integer check (experience_years between 0 and 50),
  linkedin_url text check (char_length(linkedin_url) <= 500),
  website_url text check (char_length(website_url) <= 500),
  cover_letter text check (char_length(cover_letter) <= 4000),
  additional_info text check (char_length(additional_info) <= 4000),
  is_existing_customer boolean not null default false,
  status text not null default 'applied' check (
    status in ('applied', 'reviewing', 'interviewed', 'hired', 'rejected')
  ),
  cv_url text,
  contacted boolean not null default false,
  -- A star, shared by the whole team.
  starred boolean not null default false,
  -- The shop whose widget the person came by, or 'elsewhere' for a widget that names no shop; null where nobody can say. A
  -- store that asks for deletion takes what came by it, and not what came another way.
  came_by text check (came_by = 'elsewhere' or came_by like '%.myshopify.com'),
  -- How far the applicant came: 0 applied, 1 reviewing, 2 interviewed, 3 hired. Going back or being rejected changes nothing;
  -- undoing a change does.
  reached smallint not null default 0 check (reached between 0 and 3),
  -- The first change of status or the first mark as contacted, whichever came first.
  first_reply_at timestamptz(3),
  -- Names in the order a person looks them up in: without case and accents, the same on every engine whatever its locale.
  sort_name text collate "C" not null generated always as (
    lower(
      regexp_replace(normalize(first_name || ' ' || last_name, NFD), '[\u0300-\u036f]', '', 'g')
    )
  ) stored,
  -- lower() is not leakproof: under a row policy no index serves a comparison with it, and the hundredth page would read all
  -- before it.
  sort_role text collate "C" not null generated always as (lower(role_title)) stored,
  sort_email text collate "C" not null generated always as (lower(email)) stored,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- The job, where there still is one, is the same organization's.
  foreign key (organization_id, job_post_id) references job_posts (organization_id, id)
    on delete set null (job_post_id),
  unique (organization_id, id)
);
-- An address applies once for a job.
create unique index applicants_job_email_idx on applicants (job_post_id, lower(email));
-- One index for each order of the list; its pages begin where the last one ended, however deep.
create index applicants_list_idx on applicants (organization_id, created_at desc, id desc);
create index applicants_tab_idx on applicants (organization_id, status, created_at desc, id desc);
create index applicants_name_idx on applicants (organization_id, sort_name, id);
create index applicants_tab_name_idx on applicants (organization_id, status, sort_name, id);
create index applicants_role_order_idx on applicants (organization_id, sort_role, created_at, id);
create index applicants_stage_idx on applicants (
  organization_id,
  (
    case status
      when 'applied' then 0
      when 'reviewing' then 1
      when 'interviewed' then 2
      when 'hired' then 3
      else 4
    end
  ),
  created_at,
  id
);
-- A position's applicants, newest first.
create index applicants_position_idx on applicants (
  organization_id,
  role_id,
  created_at desc,
  id desc
);
-- Few are starred, so that a list of them, and its counts, read nobody else.
create index applicants_starred_idx on applicants (organization_id, created_at desc, id desc)
where starred;
-- Everything of one address in an organization: a person's other applications, and who leaves with everything.
create index applicants_address_idx on applicants (organization_id, lower(email));
create index applicants_person_idx on applicants (organization_id, sort_email);
-- The counts of the overview read the index alone, and never the applicants themselves.
create index applicants_overview_idx on applicants (organization_id, created_at)
include (status, reached, role_id, first_reply_at);
create index applicants_waiting_idx on applicants (organization_id, created_at)
where status = 'applied' and not contacted;
select add_tenant_policy('applicants', 'select, insert, update, delete');

create table applicant_status_history (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  applicant_id uuid not null,
  -- The order of the changes of one applicant, where two happen in the same millisecond.
  seq bigint generated always as identity,
  from_status text check (
    from_status in ('applied', 'reviewing', 'interviewed', 'hired', 'rejected')
  ),
  to_status text not null check (
    to_status in ('applied', 'reviewing', 'interviewed', 'hired', 'rejected')
  ),
  -- What was changed together, so that it can be undone together.
  batch_id uuid,
  -- The change that this one undid; an undoing is not undone itself.
  undoes uuid,
  changed_by uuid references users (id)
    on delete set null,
  changed_at timestamptz(3) not null default now(),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
create index applicant_status_history_idx on applicant_status_history (
  applicant_id,
  changed_at desc
);
create index applicant_status_history_latest_idx on applicant_status_history (
  applicant_id,
  seq desc
);
create index applicant_status_history_batch_idx on applicant_status_history (batch_id)
where batch_id is not null;
select add_tenant_policy('applicant_status_history', 'select, insert');

create function step_of(status text)
returns smallint
language sql
immutable
as $$
  select
    (
      case status
        when 'reviewing' then 1
        when 'interviewed' then 2
        when 'hired' then 3
        else 0
      end
    )::smallint;
$$;

create function note_progress()
returns trigger
language plpgsql
as $$
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
end;
$$;
create trigger applicants_progress
before insert or update of status, contacted on applicants
for each row
execute function note_progress();

-- A change that was undone counts as never made: the history says what is left.
create function forget_progress()
returns trigger
language plpgsql
as $$
begin
  update applicants
  set
    reached = coalesce(
      (
        select max(step_of(made.to_status))
        from applicant_status_history as made
        where
          made.applicant_id = new.applicant_id
          and made.undoes is null
          and not exists (
            select
            from applicant_status_history as back
            where back.applicant_id = made.applicant_id and back.undoes = made.id
          )
      ),
      0
    ),
    first_reply_at = case
      when applicants.contacted then applicants.first_reply_at
      else (
        select min(made.changed_at)
        from applicant_status_history as made
        where
          made.applicant_id = new.applicant_id
          and made.from_status is not null
          and made.undoes is null
          and not exists (
            select
            from applicant_status_history as back
            where back.applicant_id = made.applicant_id and back.undoes = made.id
          )
      )
    end
  where applicants.organization_id = new.organization_id and applicants.id = new.applicant_id;
  return null;
end;
$$;
create trigger applicant_status_history_progress
after insert on applicant_status_history
for each row
when (new.undoes is not null)
execute function forget_progress();

create table applicant_notes (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  applicant_id uuid not null,
  -- Cleared when the author's account goes; the note stays with the applicant.
  author_id uuid references users (id)
    on delete set null,
  body text not null check (char_length(body) between 1 and 4000),
  created_at timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
create index applicant_notes_applicant_idx on applicant_notes (
  applicant_id,
  created_at desc,
  id desc
);
select add_tenant_policy('applicant_notes', 'select, insert, update, delete');

-- Shared by the whole team, as the star is. They go with the applicant.
create table applicant_tags (
  organization_id uuid not null,
  applicant_id uuid not null,
  -- As it was typed first in the organization.
  tag text not null check (char_length(tag) between 1 and 30),
  -- What makes two spellings one tag: the same in lower case. Compared by bytes, which is leakproof, so that the index below
  -- serves under the row policy too.
  tag_key text collate "C" not null check (char_length(tag_key) between 1 and 60),
  created_at timestamptz(3) not null default now(),
  primary key (applicant_id, tag_key),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
-- Who has a tag, and, from one key to the next, which tags are in use.
create index applicant_tags_key_idx on applicant_tags (organization_id, tag_key, applicant_id);
select add_tenant_policy('applicant_tags', 'select, insert, delete');

-- How many there are, by everything the filters ask but the search text. Each statement adds rows with its difference, and the
-- sum counts: nobody waits for another's row, and a transaction that sees an applicant sees the difference that came with it.
-- Small differences are put together by the clock (src/features/retention/fold-applicant-counts.ts).
create table applicant_counts (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  role_id uuid not null,
  is_existing_customer boolean not null,
  contacted boolean not null,
  status text not null,
  difference integer not null
);
create index applicant_counts_organization_idx on applicant_counts (organization_id, role_id);
select add_tenant_policy('applicant_counts', 'select');

-- With the owner's rights: nobody but these triggers and the folding writes here. An organization that goes takes its counts
-- along, and the applicants that go after it are counted nowhere.
create function count_new_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, count(*)
  from added
  group by 1, 2, 3, 4, 5;
  return null;
end;
$$;
create trigger applicants_count_new
after insert on applicants
referencing new table as added
for each statement
execute function count_new_applicants();

create function count_gone_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, -count(*)
  from removed
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5;
  return null;
end;
$$;
create trigger applicants_count_gone
after delete on applicants
referencing old table as removed
for each statement
execute function count_gone_applicants();

create function count_changed_applicants()
returns trigger
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  insert into applicant_counts
  select organization_id, role_id, is_existing_customer, contacted, status, sum(change)
  from
    (
      select organization_id, role_id, is_existing_customer, contacted, status, 1 as change
      from added
      union all
      select organization_id, role_id, is_existing_customer, contacted, status, -1 from removed
    ) as changes
  where exists (select from organizations where id = organization_id)
  group by 1, 2, 3, 4, 5
  having sum(change) <> 0;
  return null;
end;
$$;
-- The formatter does not know two transition tables yet.
/* sql-parser-cst-disable */
create trigger applicants_count_changed
after update on applicants
referencing old table as removed new table as added
for each statement
execute function count_changed_applicants();
/* sql-parser-cst-enable */
