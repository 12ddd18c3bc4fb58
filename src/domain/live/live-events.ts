// The live events for open screens: names and content.
import type { ApplicantRow } from '../applicants/applicants.ts'
import type { IncidentRow } from '../incidents/incidents.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** The content of each event. Rows are read when the event is sent, so they are current. */
export type EventMap = {
  'applicant.created': { applicant: ApplicantRow }
  'applicant.updated': { applicant: ApplicantRow }
  'applicant.deleted': { id: string }
  /**
   * Many changes at once: lists are loaded again instead of getting one event each; the subject is the organization.
   */
  'applicants.changed': { organization_id: string }
  'jobs.changed': { id: string }
  /** A customer refresh began, stopped or ended; its screens load it again. */
  'refresh.changed': { organization_id: string }
  'incident.created': { incident: IncidentRow }
  'incident.updated': { incident: IncidentRow }
  /** The connection to the store, or a page in it, has changed; the subject is the organization. */
  'store.changed': { organization_id: string }
  /** Its name, logo or colour, or its widget was first seen on one of its pages; the subject is the organization. */
  'organization.changed': { organization_id: string }
  /** A request about personal data was made or answered: the register is loaded again. */
  'rights.changed': { organization_id: string }
  /** A member joined, left or has another role: lists are loaded again, and that person's own screens too. */
  'membership.changed': { user_id: string }
}
export type EventName = keyof EventMap

/** One event as it is stored: always of one organization, and its subject only by id. */
export type PublishedEvent = {
  id: number
  organization_id: OrganizationId
  name: EventName
  subject_id: string
}

/** The same with its position in the order that every reader follows; a stream resumes after it. */
export type PositionedEvent = PublishedEvent & { position: number }

/** One event for the screens of its organization; `data` is JSON of the `EventMap`. */
export type LiveEvent = PositionedEvent & { data: string }

/** The other messages of a stream: the greeting, the heartbeat, and 'too much was missed, load everything again'. */
export type StreamSignal = 'hello' | 'heartbeat' | 'reset'

/** A stream sends something at least this often, so that a screen shows 'live' at most ten seconds too long. */
export const HEARTBEAT_MS = 6000
