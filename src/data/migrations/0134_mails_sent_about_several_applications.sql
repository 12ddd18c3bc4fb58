-- Which further applications the rejections are about that were sent. One that waits now stays the first one's alone: its words are only
-- stored filled in.
update applicant_mails
set further_applicants = found.ids
from
  (
    select mail.id, array_agg(distinct applicants.id) as ids
    from
      applicant_mails as mail
      join mail_outbox on mail_outbox.id = mail.id and mail_outbox.state = 'sent'
      join applicants
        on applicants.organization_id = mail.organization_id
        and lower(applicants.email) = mail.recipient
        and applicants.id <> mail.applicant_id
      join applicant_status_history as history
        on history.applicant_id = applicants.id and history.batch_id = mail.batch_id
    where mail.kind = 'rejected'
    group by mail.id
  ) as found
where found.id = applicant_mails.id;
