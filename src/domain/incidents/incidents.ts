// Security incidents: the report, the order of statuses, and the 72 hours after a breach.
import { z } from 'zod'
import { numberText } from '../texts/formats.ts'
import { t } from '../texts/text.ts'
import { tooLong, type FieldName } from '../too-long.ts'

export const severities = ['critical', 'high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]
export const severityLabel = (severity: Severity): string => t(`incidents.severity.${severity}`)

export const incidentStatuses = ['open', 'investigating', 'resolved', 'closed'] as const
export type IncidentStatus = (typeof incidentStatuses)[number]
export const incidentStatusLabel = (status: IncidentStatus): string =>
  t(`incidents.status.${status}`)

/** Forward only, one step at a time: the next status of an incident. */
export const nextStep = {
  open: 'investigating',
  investigating: 'resolved',
  resolved: 'closed',
  closed: null,
} as const satisfies Record<IncidentStatus, IncidentStatus | null>

/** The label of the button for it. */
export const nextStepLabel = (from: Exclude<IncidentStatus, 'closed'>): string =>
  t(`incidents.nextStep.${from}`)

export const canAdvance = (from: IncidentStatus, to: IncidentStatus): boolean =>
  nextStep[from] === to

/** Reaching one of these also stores the time. */
export const isOver = (status: IncidentStatus): boolean =>
  status === 'resolved' || status === 'closed'

export const incidentTabs = [...incidentStatuses, 'all'] as const
export const incidentQuery = z.object({ itab: z.enum(incidentTabs).default('open') })
export type IncidentTab = (typeof incidentTabs)[number]
export const incidentTabLabel = (tab: IncidentTab): string =>
  tab === 'all' ? t('list.all') : incidentStatusLabel(tab)
export const incidentCounts = z.record(z.enum(incidentTabs), z.number())
export type IncidentCounts = z.output<typeof incidentCounts>

/** An incident in a list. The clock's two ends are null without a clock, and for a withdrawn one. */
export const incidentRow = z.object({
  id: z.string(),
  incident_type: z.string(),
  severity: z.enum(severities),
  title: z.string(),
  affected_users: z.number(),
  status: z.enum(incidentStatuses),
  assigned_to: z.string().nullable(),
  resolved_at: z.string().nullable(),
  created_at: z.string(),
  deadline_at: z.string().nullable(),
  authority_told_at: z.string().nullable(),
  /** Withdrawn as a false alarm at this time. */
  withdrawn_at: z.string().nullable(),
})
export type IncidentRow = z.output<typeof incidentRow>

export const incident = incidentRow.extend({
  withdrawn_reason: z.string().nullable(),
  description: z.string(),
  data_types_affected: z.array(z.string()),
  source_ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  detection_method: z.string(),
  metadata: z.record(z.string(), z.unknown()),
  assigned_to_name: z.string().nullable(),
})
export type Incident = z.output<typeof incident>

/** A line of an incident's history, from the audit log. */
export const incidentChange = z.object({
  id: z.string(),
  action: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
  actor_name: z.string().nullable(),
  created_at: z.string(),
})
export type IncidentChange = z.output<typeof incidentChange>

export const incidentPage = z.object({
  incidents: z.array(incidentRow),
  next_cursor: z.string().nullable(),
})
export type IncidentPage = z.output<typeof incidentPage>
export const INCIDENTS_PER_PAGE = 50

export const INCIDENT_LIMITS = {
  title: 200,
  incident_type: 100,
  description: 10_000,
  data_type: 100,
  data_types: 50,
  affected_users: 1_000_000_000,
  origin: 500,
  metadata: 10_000,
  reason: 1000,
} as const

const text = (label: FieldName, max: number) =>
  z
    .string()
    .trim()
    .max(max, tooLong(label, max))
    .nullish()
    .transform((value) => value ?? '')
const origin = (label: FieldName) =>
  z
    .string()
    .trim()
    .max(INCIDENT_LIMITS.origin, tooLong(label, INCIDENT_LIMITS.origin))
    .nullish()
    .transform((value) => value || null)
const number = {
  error: () => t('incidents.numberInvalid', { max: numberText(INCIDENT_LIMITS.affected_users) }),
}

/** create_security_incident (docs/specification.md §7.4) and its defaults (§5.6). No parameter is required. */
export const incidentInput = z.object({
  p_incident_type: text('incidentType', INCIDENT_LIMITS.incident_type),
  p_severity: z
    .enum(severities, { error: () => t('incidents.severityUnknown') })
    .nullish()
    .transform((value) => value ?? 'medium'),
  p_title: text('title', INCIDENT_LIMITS.title),
  p_description: text('description', INCIDENT_LIMITS.description),
  p_affected_users: z
    .int(number)
    .min(0, number)
    .max(INCIDENT_LIMITS.affected_users, number)
    .nullish()
    .transform((value) => value ?? 0),
  p_data_types_affected: z
    .array(
      z
        .string()
        .trim()
        .max(INCIDENT_LIMITS.data_type, tooLong('dataTypesAffected', INCIDENT_LIMITS.data_type)),
    )
    // Empty items are not counted, but an array of empty items has a limit too.
    .max(10 * INCIDENT_LIMITS.data_types, { error: () => t('incidents.tooManyTypes') })
    .transform((types) => types.filter((type) => type !== ''))
    .refine((types) => types.length <= INCIDENT_LIMITS.data_types, {
      error: () => t('incidents.tooManyTypes'),
    })
    .nullish()
    .transform((value) => value ?? []),
  p_source_ip: origin('sourceAddress'),
  p_user_agent: origin('userAgent'),
  p_detection_method: text('detectionMethod', INCIDENT_LIMITS.incident_type).transform(
    (value) => value || 'manual',
  ),
  p_metadata: z
    .record(z.string(), z.unknown())
    .refine(
      (value) => JSON.stringify(value).length <= INCIDENT_LIMITS.metadata,
      tooLong('metadata', INCIDENT_LIMITS.metadata),
    )
    .nullish()
    .transform((value) => value ?? {}),
})
export type IncidentInput = z.output<typeof incidentInput>

export const advanceInput = z.object({
  status: z.enum(incidentStatuses, { error: () => t('incidents.statusUnknown') }),
})
export const withdrawInput = z.object({
  reason: z
    .string({ error: () => t('incidents.reasonRequired') })
    .trim()
    .min(1, { error: () => t('incidents.reasonRequired') })
    .max(INCIDENT_LIMITS.reason, tooLong('theReason', INCIDENT_LIMITS.reason)),
})
export const assignInput = z.object({ assigned_to: z.uuid().nullable() })

/** 'name, address ,,' as typed: split at commas, trimmed, without the empty ones. */
export const dataTypesOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((type) => type.trim())
    .filter((type) => type !== '')

/** Affected users as typed: a whole number, or 0. */
export function affectedUsersOf(typed: string): number {
  const value = Number.parseInt(typed.replace(/[\s,]/g, ''), 10)
  return value > 0 ? value : 0
}

export const titleOf = ({ title }: { title: string }): string => title || t('incidents.untitled')

/** What makes a breach (docs/specification.md §4.7): critical, and a type that contains 'breach'. */
export const isBreach = (incident: { severity: Severity; incident_type: string }): boolean =>
  incident.severity === 'critical' && /breach/i.test(incident.incident_type)

/** Article 33 of the GDPR: a breach is reported to the authority within 72 hours after becoming aware. The clock never pauses. */
export const BREACH_HOURS = 72
const HOUR = 3_600_000
const MINUTE = 60_000

export const deadlineOf = (createdAt: string): string =>
  new Date(Date.parse(createdAt) + BREACH_HOURS * HOUR).toISOString()

export type Clock =
  | { state: 'running' | 'overdue'; text: string; minutes: number }
  | { state: 'stopped'; text: string; minutes: number }

const inWords = (minutes: number): string =>
  minutes < 60
    ? t('count.minute', { count: minutes })
    : t('count.hour', { count: Math.floor(minutes / 60) })

/** The state of an incident's 72-hour clock; undefined without one. `minutes` have passed since it began. */
export function clockOf(
  incident: Pick<IncidentRow, 'deadline_at' | 'authority_told_at'>,
  now: number,
): Clock | undefined {
  if (!incident.deadline_at) return undefined
  const deadline = Date.parse(incident.deadline_at)
  const began = deadline - BREACH_HOURS * HOUR
  const notifiedAt = incident.authority_told_at ? Date.parse(incident.authority_told_at) : null
  const minutes = Math.max(0, Math.floor(((notifiedAt ?? now) - began) / MINUTE))
  if (notifiedAt !== null) {
    const late = Math.ceil((notifiedAt - deadline) / MINUTE)
    const text =
      late > 0 ? t('incidents.toldLate', { time: inWords(late) }) : t('incidents.toldInTime')
    return { state: 'stopped', text, minutes }
  }
  const left = Math.ceil((deadline - now) / MINUTE)
  if (left <= 0) {
    const text = t('incidents.overdue', { time: inWords(Math.max(1, -left)) })
    return { state: 'overdue', text, minutes }
  }
  const text =
    left < 60
      ? t('incidents.minutesLeft', { left, hours: BREACH_HOURS })
      : t('incidents.hoursLeft', { left: Math.floor(left / 60), hours: BREACH_HOURS })
  return { state: 'running', text, minutes }
}

/** A line of the history as a sentence; an action that this version does not know is shown by its name. */
export function describeIncidentChange(
  { action, details }: IncidentChange,
  nameOf: (userId: string) => string | undefined,
): string {
  const label = (value: unknown) => {
    const status = incidentStatuses.find((each) => each === value)
    return status ? incidentStatusLabel(status) : String(value)
  }
  switch (action) {
    case 'incident.created':
      return t('incidents.change.created')
    case 'incident.moved':
      return t('incidents.change.moved', { from: label(details.from), to: label(details.to) })
    case 'incident.assigned':
      return details.assigned_to === null
        ? t('incidents.change.unassigned')
        : t('incidents.change.assigned', {
            name: nameOf(String(details.assigned_to)) ?? t('incidents.change.formerMember'),
          })
    case 'incident.withdrawn':
      return t('incidents.change.withdrawn')
    case 'breach.prepared':
      return t('incidents.change.prepared')
    case 'breach.edited':
      return t('incidents.change.edited')
    case 'breach.authority_told':
      return t('incidents.change.authorityTold')
    case 'breach.notices_confirmed':
      return t('incidents.change.noticesConfirmed', { people: Number(details.people) })
    case 'breach.notices_sent':
      return t('incidents.change.noticesSent', {
        sent: String(details.sent),
        failed: String(details.failed),
        removed: String(details.removed),
      })
    default:
      return action
  }
}

/** The sentence of the overview: 'Critical incident open, 41 of 72 hours left'. */
export function attentionOf(incident: IncidentRow, now: number): string {
  const stated = {
    severity: severityLabel(incident.severity),
    status: t(`incidents.statusInSentence.${incident.status}`),
  }
  const clock = clockOf(incident, now)
  return clock && clock.state !== 'stopped'
    ? t('incidents.statedWithClock', { ...stated, clock: clock.text })
    : t('incidents.stated', stated)
}

/**
 * The bar on every page for owners while a breach is open: the one with the nearest deadline, and how many more there
 * are.
 */
export function breachNews(
  incidents: readonly IncidentRow[],
  now: number,
): { id: string; text: string } | undefined {
  const open = incidents.filter(
    ({ deadline_at, status, authority_told_at }) =>
      deadline_at !== null && (!isOver(status) || authority_told_at === null),
  )
  const [first] = open
  if (!first) return undefined
  const clock = clockOf(first, now)
  const sentences = [
    t('breach.news', { title: titleOf(first) }),
    clock && `${sentence(clock.text)}.`,
    open.length > 1 && t('breach.newsMore', { count: open.length - 1 }),
  ]
  return { id: first.id, text: sentences.filter(Boolean).join(' ') }
}

const sentence = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1)
