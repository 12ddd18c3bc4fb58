-- The consent that an application was sent with: to which wording, when, and in which language it was read. The proof of the address
-- has them too, but that one is deleted days after it ended, and with its job. Null: the proof was gone before this was kept.
alter table applicants
add column consent_version text,
add column consented_at timestamptz(3),
add column consent_language text check (consent_language ~ '^[a-z]{2}(-[A-Z]{2})?$');

-- Where the proof still exists: the last one before the application counted.
update applicants
set
  consent_version = proof.consent_version,
  consented_at = proof.consented_at,
  consent_language = proof.language
from
  (
    select distinct on (applicants.id)
      applicants.id,
      email_verifications.consent_version,
      email_verifications.consented_at,
      email_verifications.language
    from
      email_verifications
      join applicants
        on applicants.organization_id = email_verifications.organization_id
        and applicants.role_id = email_verifications.job_post_id
        and lower(applicants.email) = lower(email_verifications.email)
    where email_verifications.verified and email_verifications.consented_at <= applicants.created_at
    order by applicants.id, email_verifications.consented_at desc
  ) as proof
where applicants.id = proof.id;
