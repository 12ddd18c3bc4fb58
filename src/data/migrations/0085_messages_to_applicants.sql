-- What staff write to an applicant besides the status, and the words of what they wrote, kept for as long as the applicant is.
alter table applicant_mails
  drop constraint applicant_mails_kind_check,
  add constraint applicant_mails_kind_check
    check (kind in ('received', 'reviewing', 'interviewed', 'hired', 'rejected', 'message')),
  -- Empty for a confirmation, which says what the application says, and for what was written before this column.
  add column subject text,
  add column body text;
-- How many messages an organization wrote in the last day, and to whom.
create index applicant_mails_messages_idx on applicant_mails (organization_id, created_at) where kind = 'message';
