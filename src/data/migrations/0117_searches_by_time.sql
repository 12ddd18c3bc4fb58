-- Search: fills what the migration before this one added. Applications arrive meanwhile; whoever changes a row waits.
update applicant_searches
set created_at = applicants.created_at
from applicants
where applicants.id = applicant_searches.applicant_id;
