-- What staff are told by mail: what each of them wants to hear, what has happened, and what waits to be told to whom. By ids
-- alone: who or what it was is read when the mail leaves, so nothing here outlives a person.

create table notification_settings (
  organization_id uuid not null references organizations (id)
    on delete cascade,
  user_id uuid not null references users (id)
    on delete cascade,
  -- How soon they hear of applications; null: as is usual for their role.
  applications text check (applications in ('at-once', 'hourly', 'daily', 'never')),
  -- Owners only: somebody waits for approval; a mail to an applicant was given up.
  waiting boolean not null default true,
  undelivered boolean not null default true,
  -- Of the browser in which they were there last; their day begins by it.
  time_zone text check (char_length(time_zone) <= 64),
  -- When a mail was last put together for them: the next one keeps its distance.
  applications_at timestamptz(3),
  waiting_at timestamptz(3),
  primary key (organization_id, user_id)
);
create index notification_settings_user_idx on notification_settings (user_id);
select add_tenant_policy('notification_settings', 'select, insert, update, delete');

-- Jobs of which somebody wants to hear sooner, later, or never.
create table notification_exceptions (
  organization_id uuid not null,
  user_id uuid not null references users (id)
    on delete cascade,
  job_post_id uuid not null,
  applications text not null check (applications in ('at-once', 'hourly', 'daily', 'never')),
  primary key (organization_id, user_id, job_post_id),
  foreign key (organization_id, job_post_id) references job_posts (organization_id, id)
    on delete cascade
);
create index notification_exceptions_user_idx on notification_exceptions (user_id);
create index notification_exceptions_job_idx on notification_exceptions (job_post_id);
select add_tenant_policy('notification_exceptions', 'select, insert, update, delete');

-- Written with what happened, in its transaction; the worker takes each away when it has written who is to hear of it.
create table notification_events (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id)
    on delete cascade,
  kind text not null check (kind in ('application', 'undelivered', 'waiting')),
  applicant_id uuid,
  -- Who waits for approval.
  person_id uuid references users (id)
    on delete cascade,
  check ((person_id is null) = (kind <> 'waiting') and (applicant_id is null) = (kind = 'waiting')),
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
create index notification_events_organization_idx on notification_events (organization_id);
select add_tenant_policy('notification_events', 'select, insert, update, delete');

create table notifications (
  id bigint generated always as identity primary key,
  organization_id uuid not null references organizations (id)
    on delete cascade,
  -- Who is told.
  user_id uuid not null references users (id)
    on delete cascade,
  kind text not null check (kind in ('application', 'undelivered', 'waiting')),
  applicant_id uuid,
  person_id uuid references users (id)
    on delete cascade,
  pace text not null check (pace in ('at-once', 'hourly', 'daily')),
  due_at timestamptz(3) not null,
  -- The mail it goes with, once that stands in the outbox.
  mail_id uuid references mail_outbox (id)
    on delete cascade,
  foreign key (organization_id, applicant_id) references applicants (organization_id, id)
    on delete cascade
);
-- Told once, however often the same thing happens before the mail is put together.
create unique index notifications_applicant_idx on notifications (user_id, kind, applicant_id)
where mail_id is null;
create unique index notifications_person_idx on notifications (user_id, kind, person_id)
where mail_id is null;
create index notifications_due_idx on notifications (due_at) where mail_id is null;
create index notifications_mail_idx on notifications (mail_id);
create index notifications_of_applicant_idx on notifications (applicant_id);
create index notifications_of_person_idx on notifications (person_id);
select add_tenant_policy('notifications', 'select, insert, update, delete');
