-- squawk-ignore-file ban-drop-column, ban-drop-table, renaming-table, constraint-missing-not-valid
-- Only workers of the version before read what goes, and what they were to do is moved.
-- What stores tell, the pages to be written into them and the refresh of customers are tasks of the one queue.
insert into background_tasks
  (kind, key, lane, due_at, attempts, given_up_at, created_at)
select
  'work-store-notice',
  id::text,
  shop,
  next_attempt_at,
  attempts,
  case
    when state = 'failed' then next_attempt_at
  end,
  received_at
from store_notices
where state <> 'done';
drop index store_notices_due_idx;
alter table store_notices
drop column attempts,
drop column next_attempt_at;
-- One that was given up waits until the operator asks for it again.
update store_notices
set state = 'waiting'
where state = 'failed';
alter table store_notices
drop constraint store_notices_state_check,
add constraint store_notices_state_check check (state in ('waiting', 'done'));

insert into background_tasks (kind, key, organization_id, due_at, attempts)
select 'write-store-pages', organization_id::text, organization_id, next_attempt_at, attempts
from store_syncs
where wanted > written;
drop index store_syncs_due_idx;
alter table store_syncs
drop column wanted,
drop column written,
drop column next_attempt_at,
drop column attempts;

insert into background_tasks (kind, key, organization_id)
select 'refresh-customers', organization_id::text, organization_id
from customer_refreshes
where status = 'running';
alter table customer_refreshes
drop column claim,
drop column claimed_until;
