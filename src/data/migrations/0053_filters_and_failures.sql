-- The log of a shop can have a million rows: a filter finds its page without reading all the others.
create index audit_events_action_idx on audit_events (organization_id, (action collate "C"), id desc);
create index audit_events_actor_idx on audit_events (organization_id, actor_id, id desc) where actor_id is not null;
create index audit_events_time_idx on audit_events (organization_id, created_at);

-- What was sent in the last days, for the overview's line about mails that never arrived.
create index applicant_mails_sent_idx on applicant_mails (organization_id, send_at)
  where state = 'queued' and kind <> 'received';
