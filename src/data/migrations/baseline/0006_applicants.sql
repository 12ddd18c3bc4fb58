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
  -- Beside the status, because a person's own decision is no step of the hiring.
  withdrawn_at timestamptz(3),
  -- The person asked that the data is kept and not used.
  restricted_at timestamptz(3),
  -- The person objected, and nobody has decided it yet.
  objected_at timestamptz(3),
  -- The organization may not write to this address.
  no_contact_at timestamptz(3),
  -- The question whether the application may be kept for another six months: when it was mailed, and the yes to it.
  keep_asked_at timestamptz(3),
  kept_at timestamptz(3),
  -- Null: as the organization has chosen for everybody.
  keep_question boolean,
  -- The applicant's own page: which of its links are still good, and what a shop lets it say.
  opened_at timestamptz(3),
  -- Links of an earlier generation have ended: the applicant ended them.
  link_generation integer not null default 0,
  source text check (source ~ '^[a-z0-9][a-z0-9_.-]{0,39}$'),
  language text check (language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
  -- An objection that an owner has agreed with: what restricts the application then is not the person's own restriction, and only an
  -- owner ends it.
  upheld_at timestamptz(3),
  -- The consent that an application was sent with: to which wording, when, and in which language it was read. The proof of the address
  -- has them too, but that one is deleted days after it ended, and with its job. Null: the proof was gone before this was kept.
  consent_version text,
  consented_at timestamptz(3),
  consent_language text check (consent_language ~ '^[a-z]{2}(-[A-Z]{2})?$'),
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
create index applicants_person_idx on applicants (organization_id, sort_email);
-- The few that nobody is shown, and the few that have left the lists.
create index applicants_restricted_idx on applicants (organization_id, id)
where restricted_at is not null or objected_at is not null;
create index applicants_withdrawn_idx on applicants (organization_id, created_at desc, id desc)
where withdrawn_at is not null;
create index applicants_waiting_idx on applicants (organization_id, created_at)
include (restricted_at, objected_at)
where status = 'applied' and not contacted and withdrawn_at is null;
create index applicants_source_idx on applicants (organization_id, source, role_id)
where source is not null;
create index applicants_no_contact_idx on applicants (organization_id, sort_email)
where no_contact_at is not null;
-- The overview counts by moment who has applied since the last visit, and whose application is deleted soon.
create index applicants_overview_idx on applicants (organization_id, created_at)
include (kept_at, restricted_at, objected_at);
select add_tenant_policy('applicants', 'select, insert, update, delete');
-- Restricted data is shown to nobody: in no query of an organization, however it asks. Beside the policy of the organization,
-- both must agree. What may be written is not its matter.
create policy unrestricted on applicants
as restrictive
to storehand_tenant
using ((restricted_at is null and objected_at is null) or includes_restricted())
with check (true);

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
