-- Sorting the list by name, position and status, and changes of status that can be taken back.

-- Names in the order a person looks them up in: without case and accents, the same on every engine whatever its locale.
alter table applicants add column sort_name text collate "C" not null generated always as (
  lower(regexp_replace(normalize(first_name || ' ' || last_name, NFD), '[\u0300-\u036f]', '', 'g'))
) stored;

-- One index for each order of the list; its pages begin where the last one ended, however deep.
create index applicants_name_idx on applicants (organization_id, sort_name, id);
create index applicants_tab_name_idx on applicants (organization_id, status, sort_name, id);
create index applicants_position_order_idx
  on applicants (organization_id, (lower(role_title) collate "C"), created_at, id);
create index applicants_stage_idx on applicants (
  organization_id,
  (case status when 'applied' then 0 when 'reviewing' then 1 when 'interviewed' then 2 when 'hired' then 3 else 4 end),
  created_at,
  id
);

alter table applicant_status_history
  -- The order of the changes of one applicant, where two happen in the same millisecond.
  add column seq bigint generated always as identity,
  -- What was changed together, so that it can be taken back together.
  add column batch_id uuid,
  -- The change that this one took back; a taking back is not taken back itself.
  add column undoes uuid;
create index applicant_status_history_latest_idx on applicant_status_history (applicant_id, seq desc);
create index applicant_status_history_batch_idx on applicant_status_history (batch_id)
  where batch_id is not null;
