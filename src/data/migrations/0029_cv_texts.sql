-- The text of each applicant's CV, taken out in the background: what staff search and what is shown where a file cannot be drawn.
create table cv_texts (
  cv_id uuid primary key references cv_files (id) on delete cascade,
  organization_id uuid not null,
  applicant_id uuid not null unique,
  -- Neither of the two: it waits for its next attempt.
  text text check (char_length(text) <= 200000),
  reason text check (reason in ('encrypted', 'no-text', 'damaged', 'too-heavy', 'gone')),
  is_cut boolean not null default false,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now(),
  -- It goes with the applicant and with the file.
  foreign key (organization_id, applicant_id) references applicants (organization_id, id) on delete cascade
);
create index cv_texts_due_idx on cv_texts (next_attempt_at) where text is null and reason is null;

alter table cv_texts enable row level security;
create policy tenant on cv_texts to storehand_tenant
  using (organization_id = tenant_id()) with check (organization_id = tenant_id());
grant select, insert on cv_texts to storehand_tenant;

-- A file that an applicant has is due, however it got there and in the same transaction: none can be forgotten.
create function await_cv_text() returns trigger language plpgsql as $$
begin
  insert into cv_texts (cv_id, organization_id, applicant_id)
  values (new.id, new.organization_id, new.applicant_id)
  on conflict do nothing;
  return null;
end $$;
create trigger cv_files_await_text after insert or update of applicant_id on cv_files
  for each row when (new.applicant_id is not null) execute function await_cv_text();

insert into cv_texts (cv_id, organization_id, applicant_id)
select id, organization_id, applicant_id from cv_files where applicant_id is not null;
