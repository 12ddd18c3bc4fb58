// What is kept of an event that a client reports: the audit log stays for seven years, cannot be changed, and names people by number alone.
import { applicantStatuses } from '../applicants/applicants.ts'
import { incidentStatuses, severities } from '../incidents/incidents.ts'

/** Of any other name nothing is kept: a name of a field can be a name of a person. */
const NUMBERED = new Set([
  'amount',
  'applicant_id',
  'code',
  'count',
  'cv_id',
  'duration_ms',
  'from',
  'id',
  'incident_id',
  'is_active',
  'job_id',
  'job_post_id',
  'member_id',
  'n',
  'organization_id',
  'page_id',
  'position',
  'previous_status',
  'new_status',
  'request_id',
  'severity',
  'size',
  'status',
  'success',
  'to',
  'total',
  'user_id',
  'version',
])

const WORDS = new Set<string>([...applicantStatuses, ...incidentStatuses, ...severities])
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i
/** A day, or a moment. */
const TIME = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/
/** Ids of other systems have a digit; names of people have none. */
const OTHER_ID = /^(?=.*\d)[\w:/.-]{1,64}$/

type Detail = string | number | boolean | null

/** Details by number; `left_out` says how many were none. */
export function numberedDetails(details: Readonly<Record<string, Detail>>): Record<string, Detail> {
  const isKept = ([name, value]: [string, Detail]) =>
    NUMBERED.has(name) &&
    (typeof value !== 'string' || WORDS.has(value) || UUID.test(value) || TIME.test(value))
  const entries = Object.entries(details)
  const kept = entries.filter(isKept)
  const leftOut = entries.length - kept.length
  return { ...Object.fromEntries(kept), ...(leftOut > 0 && { left_out: leftOut }) }
}

/** A kind of thing is a word in small letters. */
export const resourceType = (type: string): string =>
  /^[a-z][a-z_.-]{0,39}$/.test(type) ? type : 'other'

/** Null where it is no id. */
export const numberedId = (id: string | null | undefined): string | null =>
  id && OTHER_ID.test(id) ? id : null
