-- A copy is due at the latest on the day before the application is deleted (requestDueAt of domain/rights/rights.ts): here for requests
-- that are open already.
update rights_requests
set due_at = greatest(requested_at, last.noon)
from
  (
    select
      id,
      (
        (created_at at time zone 'UTC')::date + case
          when kept_at is null then interval '6 months'
          else interval '12 months'
        end - interval '12 hours'
      ) at time zone 'UTC' as noon
    from applicants
  ) as last
where
  last.id = rights_requests.applicant_id
  and rights_requests.kind in ('access', 'portability')
  and rights_requests.completed_at is null
  and rights_requests.due_at > greatest(rights_requests.requested_at, last.noon);
