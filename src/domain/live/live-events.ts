// The live events that open screens get, by name and content.
import type { ApplicantRow } from '../applicants/applicants.ts'
import type { IncidentRow } from '../incidents/incidents.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'

/** What a screen reads in an event. Rows are read when the event is sent, so they are as new as can be. */
export type EventMap = {
  'applicant.created': { applicant: ApplicantRow }
  'applicant.updated': { applicant: ApplicantRow }
  'applicant.deleted': { id: string }
  /** So many at once that lists are read again instead of getting one event each; the subject is the organization. */
  'applicants.changed': { organization_id: string }
  'jobs.changed': { id: string }
  /** A customer refresh began, was stopped or ended; its screens read it. */
  'refresh.changed': { organization_id: string }
  'incident.created': { incident: IncidentRow }
  'incident.updated': { incident: IncidentRow }
  /** The connection to the store, or a page in it, is not as it was; what it is about is the organization. */
  'store.changed': { organization_id: string }
  /** Its name, logo or colour, or its widget was first seen on a page of theirs; what it is about is the organization. */
  'organization.changed': { organization_id: string }
  /** Somebody asked something about their data, or it was answered: the register is read again. */
  'rights.changed': { organization_id: string }
  /** A member joined, left or has another role: the lists are read again, and that person's own screens too. */
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

/** The same with its position in the order that every reader follows; a stream is resumed by it. */
export type PositionedEvent = PublishedEvent & { position: number }

/** One event on its way to the screens of its organization; `data` is JSON of the `EventMap`. */
export type LiveEvent = PositionedEvent & { data: string }

/** The other messages of a stream: the greeting, the heartbeat, and 'too much was missed, read everything again'. */
export type StreamSignal = 'hello' | 'heartbeat' | 'reset'

/** A stream says something at least this often, so that a screen calls itself live for ten seconds too long at most. */
export const HEARTBEAT_MS = 6000
