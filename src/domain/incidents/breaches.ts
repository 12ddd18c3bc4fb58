// Breaches: the drafts for the authority and for the people concerned, and the recipients of the notices.
import { shapeOf } from '../contract.ts'
import { z } from 'zod'
import { emailAddress } from '../accounts/accounts.ts'
import { incident, incidentChange, titleOf, type Incident } from './incidents.ts'
import { day, moment, WHOLE_MAX } from '../bounds.ts'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'
import { momentText, numberText } from '../texts/formats.ts'

export const audiences = ['all', 'since', 'list'] as const
export type Audience = (typeof audiences)[number]
export const audienceLabel = (audience: Audience): string => t(`breach.audience.${audience}`)

/** The parts of the notice to the people concerned, in the order of the mail, and their headings. */
export const noticeParts = [
  'notice_happened',
  'notice_when',
  'notice_data',
  'notice_measures',
  'notice_advice',
  'notice_contact',
] as const
export type NoticePart = (typeof noticeParts)[number]
export const headingOfPart = (part: NoticePart): string => t(`field.${part}`)
export const notice = z.object(shapeOf(noticeParts, z.string()))
export type Notice = z.output<typeof notice>

/** With their headings; an owner may have left some of them empty. */
export const writtenParts = (notice: Notice): { heading: string; text: string }[] =>
  noticeParts.flatMap((part) => {
    const text = notice[part].trim()
    return text ? [{ heading: headingOfPart(part), text }] : []
  })

/** The progress of sending. `sent` counts only mails that have left. */
const breachProgress = z.object({
  waiting: z.number(),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  removed: z.number(),
})
export type BreachProgress = z.output<typeof breachProgress>

const breach = notice.extend({
  incident_id: z.string(),
  aware_at: z.string(),
  deadline_at: z.string(),
  authority_text: z.string(),
  authority_told_at: z.string().nullable(),
  authority_reference: z.string().nullable(),
  audience: z.enum(audiences),
  audience_since: z.string().nullable(),
  audience_list: z.array(z.string()),
  confirmed_at: z.string().nullable(),
  confirmed_by_name: z.string().nullable(),
  recipients_count: z.number(),
  finished_at: z.string().nullable(),
  sent_count: z.number(),
})
export type Breach = z.output<typeof breach>

/** With the number of recipients: as of now, or as confirmed. */
export const breachView = breach.extend({ people: z.number(), progress: breachProgress })
export type BreachView = z.output<typeof breachView>

/** Everything about one incident; `breach` is null when it is no breach. */
export const incidentView = z.object({
  incident: incident,
  history: z.array(incidentChange),
  breach: breachView.nullable(),
})
export type IncidentView = z.output<typeof incidentView>

/**
 * Addresses of a list that have neither applied here nor been confirmed, for one notice. A shop may know its customers
 * otherwise, but a list can be anybody's: an organization in its first days gets few.
 */
export const UNKNOWN_PEOPLE_MAX = { young: 20, later: 1000 }

export const BREACH_LIMITS = { authority_text: 20_000, part: 4000, list: 20_000, reference: 200 }

const part = (name: NoticePart) =>
  z.string().trim().max(BREACH_LIMITS.part, tooLong(name, BREACH_LIMITS.part))

/** Every part can be changed alone. */
export const breachEditInput = z
  .object({
    authority_text: z
      .string()
      .trim()
      .max(
        BREACH_LIMITS.authority_text,
        tooLong('noticeToTheAuthority', BREACH_LIMITS.authority_text),
      ),
    notice_happened: part('notice_happened'),
    notice_when: part('notice_when'),
    notice_data: part('notice_data'),
    notice_measures: part('notice_measures'),
    notice_advice: part('notice_advice'),
    notice_contact: part('notice_contact'),
    audience: z.enum(audiences, { error: () => t('breach.audienceUnknown') }),
    audience_since: day({ error: () => t('breach.dateInvalid') }).nullable(),
    audience_list: z
      .array(emailAddress)
      .max(BREACH_LIMITS.list, { error: () => t('breach.listTooLong') })
      .transform((list) => [...new Set(list)]),
  })
  .partial()
export type BreachEditInput = z.output<typeof breachEditInput>

export const authorityNotifiedInput = z.object({
  authority_told_at: moment({ offset: true, error: () => t('breach.dateInvalid') }),
  authority_reference: z
    .string()
    .trim()
    .max(BREACH_LIMITS.reference, tooLong('reference', BREACH_LIMITS.reference))
    .nullish()
    .transform((value) => value || null),
})
export type AuthorityNotifiedInput = z.output<typeof authorityNotifiedInput>

/** The owner confirms the number that the screen showed. */
export const breachSendInput = z.object({
  people: z
    .int()
    .min(1, { error: () => t('breach.nobody') })
    .max(WHOLE_MAX),
})

/** Pasted addresses: one in a line, or separated by commas or semicolons. */
export const addressesOf = (typed: string): string[] =>
  typed.split(/[\s,;]+/).filter((address) => address !== '')

const listed = (types: readonly string[]): string => types.join(', ')
const written = (iso: string): string => `${momentText(new Date(iso), 'UTC')} UTC`

type Drafted = Pick<
  Incident,
  | 'title'
  | 'incident_type'
  | 'description'
  | 'data_types_affected'
  | 'affected_users'
  | 'created_at'
>

/** A first text for both notices, made from the report. Unknown parts are left open in brackets. */
export function draftNotices(
  incident: Drafted,
  organization: string,
  contact: string,
): Notice & { authority_text: string } {
  const data = listed(incident.data_types_affected) || t('breach.draft.dataUnknown')
  const title = titleOf(incident)
  const happened = incident.description || title
  const aware = written(incident.created_at)
  return {
    authority_text: `${t('breach.draft.authority', {
      organization,
      contact,
      title,
      type: incident.incident_type,
      description: happened,
      moment: aware,
      people:
        incident.affected_users > 0
          ? numberText(incident.affected_users)
          : t('breach.draft.peopleUnknown'),
      data,
    })}\n`,
    notice_happened: happened,
    notice_when: t('breach.draft.when', { moment: aware }),
    notice_data: incident.data_types_affected.length > 0 ? data : '',
    notice_measures: '',
    notice_advice: t('breach.draft.advice'),
    notice_contact: contact,
  }
}

/** A notice may be sent only when these parts are filled in: without them it would be empty. */
const partsNeeded = ['notice_happened', 'notice_data', 'notice_contact'] as const
export const missingParts = (notice: Notice): NoticePart[] =>
  partsNeeded.filter((name) => notice[name].trim() === '')

/** Counts only mails that have left. */
export function breachProgressLabel(breach: BreachView): string {
  const { progress } = breach
  if (!breach.confirmed_at) {
    return breach.people === 0
      ? t('breach.nobodyChosen')
      : t('breach.waitForOwner', { people: breach.people })
  }
  const sent = t('breach.sentOf', { sent: progress.sent, all: breach.recipients_count })
  const rest = [
    progress.failed > 0 && t('breach.failedCount', { count: progress.failed }),
    progress.removed > 0 && t('breach.removedCount', { count: progress.removed }),
  ]
  return [sent, ...rest].filter(Boolean).join(', ')
}
