// Everything that is told to open screens, by name and content.
import type { ApplicantRow } from './applicants.ts'
import type { IncidentRow } from './incidents.ts'

export type EventMap = {
  'applicant.created': { applicant: ApplicantRow }
  'applicant.updated': { applicant: ApplicantRow }
  'applicant.deleted': { id: string }
  /** So many at once that lists are read anew instead of being told of each. */
  'applicants.changed': { count: number }
  'jobs.changed': { id: string }
  'incident.created': { incident: IncidentRow }
  'incident.updated': { incident: IncidentRow }
  /** Somebody came, went, or has another role: the lists are read again, and that person's own screens too. */
  'membership.changed': { user_id: string }
}
export type EventName = keyof EventMap

/** One event as it travels: always of one organization, seen only by its members. */
export type LiveEvent = {
  [Name in EventName]: { name: Name; organization_id: string; data: EventMap[Name] }
}[EventName]
