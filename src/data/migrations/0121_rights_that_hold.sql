-- Who wants no mail from an organization, under the keyed hash of the address as for invitations: the wish outlives the application.
alter table job_invitations
add column no_contact_at timestamptz(3);

-- An objection that an owner has agreed with: what restricts the application then is not the person's own restriction, and only an
-- owner ends it.
alter table applicants
add column upheld_at timestamptz(3);
update applicants
set upheld_at = restricted_at
where
  restricted_at is not null
  and exists (
    select
    from rights_requests
    where
      rights_requests.organization_id = applicants.organization_id
      and rights_requests.applicant_id = applicants.id
      and rights_requests.outcome = 'upheld'
  );

-- The number of the ledger's row, for an erasure that staff carried out: they owe it to the person, as the own page shows it.
alter table rights_requests
add column receipt text;
