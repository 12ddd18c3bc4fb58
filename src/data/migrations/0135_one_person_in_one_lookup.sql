-- A person is found by `sort_email`. An index on lower(email) is never used in an organization's transaction: `lower` is not
-- leakproof, so the database applies the row policies to every row of the organization first (decision 42).
drop index applicants_address_idx;
drop index applicants_no_contact_idx;
create index applicants_no_contact_idx on applicants (organization_id, sort_email)
where no_contact_at is not null;

-- For the erasure of an address: what was mailed to it. The outbox holds a mail for each applicant, and more.
create index mail_outbox_recipient_idx on mail_outbox (organization_id, lower(recipient));
