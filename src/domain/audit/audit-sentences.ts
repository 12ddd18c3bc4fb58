// The sentence for each row of the audit log.
import { applicantStatuses, statusLabel } from '../applicants/applicants.ts'
import { incidentStatuses, severities } from '../incidents/incidents.ts'
import { t } from '../texts/text.ts'
import { hasUuid } from '../uuid.ts'
import { REPORTED, type AuditEvent } from './audit.ts'
import type { RequestOrigin } from '../rights/rights.ts'
import { auditActions, ownActions, type AuditAction, type OwnAction } from './audit-actions.ts'

const known: ReadonlySet<string> = new Set(auditActions)
const isKnown = (action: string): action is AuditAction => known.has(action)

const own: ReadonlySet<string> = new Set(ownActions)
const isOwn = (action: AuditAction): action is OwnAction => own.has(action)
/** Nobody of the staff did it, and the product does nothing by itself there: so it was the applicant. */
const isOfOwnPage = ({ actor_id, details }: AuditEvent) =>
  actor_id === null && details.came_by === ('applicant_page' satisfies RequestOrigin)

/** The place of the applicant's name in a sentence. */
export const APPLICANT = Symbol('applicant')
/** A placeholder at which the sentence is split; no name can contain it. */
const MARK = '\0'

/**
 * One row as a sentence without its end, in pieces: 'Ana Silva moved ', the applicant, ' from Applied to Reviewing'.
 * The caller inserts the name, or says that the applicant was deleted.
 */
export function partsOfEvent(event: AuditEvent): (string | typeof APPLICANT)[] {
  return sentenceOf(event)
    .split(MARK)
    .flatMap((text, place): (string | typeof APPLICANT)[] =>
      place === 0 ? [text] : [APPLICANT, text],
    )
    .filter((part) => part !== '')
}

function sentenceOf(event: AuditEvent): string {
  const { action, details } = event
  const who = event.actor_name ?? whoElse(event)
  if (action.startsWith(REPORTED)) {
    const reported = action.slice(REPORTED.length)
    return t('audit.reported', { who, action: reported, resource: event.resource_type })
  }
  if (!isKnown(action)) {
    // Recorded by a newer version, 'member.promoted': its subject, then what was done.
    const [about = '', ...done] = action.split('.')
    return `${who}: ${about} ${done.join(' ').replaceAll('_', ' ')}`.trim()
  }
  if (action === 'applicant.mailed' && details.kind === 'message') {
    return t('audit.wrote', { who, applicant: MARK })
  }
  if (isOwn(action) && isOfOwnPage(event)) return t(`audit.own.${action}`, { applicant: MARK })
  if (action === 'session.refused' && !event.account_name) return t('audit.signInRefused')
  const detail = (name: string) => detailLabel(action, String(details[name] ?? '-'))
  return t(`audit.did.${action}`, {
    // The applicant is both actor and subject.
    who: action === 'applicant.created' && event.applicant_name ? MARK : who,
    applicant: MARK,
    account: event.account_name ?? '-',
    from: detail('from'),
    to: detail('to'),
    kind: detail('kind'),
    status: detail('status'),
    severity: detail('severity'),
    malware: detail('malware'),
    fields: detail('fields'),
    created: detail('created'),
    updated: detail('updated'),
    deactivated: detail('deactivated'),
    people: detail('people'),
    job: detail('job'),
    sent: detail('sent'),
    failed: detail('failed'),
  })
}

/** Applicants and incidents have different statuses; an unknown one is shown as recorded, but no random id. */
function detailLabel(action: AuditAction, value: string): string {
  if (hasUuid(value)) return '-'
  const status = applicantStatuses.find((each) => each === value)
  if (status && action.startsWith('applicant.')) return statusLabel(status)
  if (status && action.startsWith('mail.')) return t(`status.inSentence.${status}`)
  if (!action.startsWith('incident.')) return value
  const step = incidentStatuses.find((each) => each === value)
  if (step) return t(`incidents.statusInSentence.${step}`)
  const severity = severities.find((each) => each === value)
  return severity ? t(`incidents.severityInSentence.${severity}`) : value
}

/** The same as one text without names: an exported file is kept longer than the people in it. */
export const describeAuditEvent = (event: AuditEvent): string =>
  partsOfEvent({ ...event, applicant_name: null })
    .map((part) => (part === APPLICANT ? t('audit.anApplicant') : part))
    .join('')

const byVisitors: ReadonlySet<string> = new Set(['applicant.created', 'email.verified'])

function whoElse({ actor_id, action }: AuditEvent): string {
  if (action.startsWith('operator.')) return t('audit.byOperator')
  if (actor_id) return t(action === 'member.asked' ? 'audit.byNewcomer' : 'audit.byFormerMember')
  return byVisitors.has(action) ? t('audit.byVisitor') : 'Storehand'
}
