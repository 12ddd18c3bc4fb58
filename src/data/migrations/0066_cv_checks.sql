-- What was found out about each CV before staff may open it: active content, and malware where a scanner is set.
alter table cv_files
  -- Null: not looked into yet, as all that came before this was.
  add column checked_at timestamptz(3),
  add column active_content text[] not null default '{}' check (active_content <@ array[
    'macro', 'embedded-object', 'dde', 'external-link', 'script', 'embedded-file', 'encrypted', 'unreadable'
  ]),
  -- 'none' also where a scanner has not come to it yet.
  add column scan_state text not null default 'none' check (scan_state in ('none', 'clean', 'infected')),
  add column scan_name text check (char_length(scan_name) <= 200),
  add column check_attempts integer not null default 0,
  add column next_check_at timestamptz(3) not null default now();
create index cv_files_unchecked_idx on cv_files (next_check_at) where checked_at is null;
create index cv_files_unscanned_idx on cv_files (next_check_at) where scan_state = 'none';
create index cv_files_infected_idx on cv_files (organization_id) where scan_state = 'infected';

-- An infected file that was found before it had an applicant has no text either.
create or replace function await_cv_text() returns trigger language plpgsql as $$
begin
  insert into cv_texts (cv_id, organization_id, applicant_id, reason)
  values (new.id, new.organization_id, new.applicant_id, case when new.scan_state = 'infected' then 'gone' end)
  on conflict do nothing;
  return null;
end $$;
