// Breaches: the drafts for the authority and for the people concerned, and who gets the notices.
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
export const audienceLabel: Record<Audience, string> = {
  all: 'All applicants',
  since: 'Applicants since a date',
  list: 'My own list',
}

/** The parts of the notice to the people concerned, in the order of the mail, and what each is headed. */
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

/** How far the sending is. `sent` never counts what has not left. */
export const breachProgress = z.object({
  waiting: z.number(),
  queued: z.number(),
  sent: z.number(),
  failed: z.number(),
  removed: z.number(),
})
export type BreachProgress = z.output<typeof breachProgress>

export const breach = notice.extend({
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

/** Everything about one incident; `breach` is null where it is none. */
export const incidentView = z.object({
  incident: incident,
  history: z.array(incidentChange),
  breach: breachView.nullable(),
})
export type IncidentView = z.output<typeof incidentView>

export const BREACH_LIMITS = { authority_text: 20_000, part: 4000, list: 20_000, reference: 200 }

const part = (name: NoticePart) =>
  z.string().trim().max(BREACH_LIMITS.part, tooLong(name, BREACH_LIMITS.part))

/** Every part can be changed by itself. */
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

export const authorityToldInput = z.object({
  authority_told_at: moment({ offset: true, error: () => t('breach.dateInvalid') }),
  authority_reference: z
    .string()
    .trim()
    .max(BREACH_LIMITS.reference, tooLong('reference', BREACH_LIMITS.reference))
    .nullish()
    .transform((value) => value || null),
})
export type AuthorityToldInput = z.output<typeof authorityToldInput>

/** The owner confirms the number that stood on the screen. */
export const breachSendInput = z.object({
  people: z
    .int()
    .min(1, { error: () => t('breach.nobody') })
    .max(WHOLE_MAX),
})

/** Addresses as pasted: one in a line, or separated by commas or semicolons. */
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

/** A first text for both notices, made from the report. What is not known yet is left open in brackets. */
export function draftNotices(
  incident: Drafted,
  organization: string,
  contact: string,
): Notice & { authority_text: string } {
  const data = listed(incident.data_types_affected) || '[which categories of data]'
  const happened = incident.description || titleOf(incident)
  const aware = written(incident.created_at)
  return {
    authority_text: `Notification of a personal data breach (Article 33 GDPR)

Controller: ${organization}
Contact: ${contact}

1. Nature of the breach
${titleOf(incident)} (${incident.incident_type})
${happened}

2. When
We became aware of it on ${aware}.
[When it began and ended, if known]

3. People and data concerned
Approximate number of people: ${incident.affected_users > 0 ? numberText(incident.affected_users) : '[not known yet]'}
Categories of data: ${data}

4. Likely consequences
[What it can mean for the people concerned]

5. Measures
[What was done, and what will be done, to end it and to limit its effects]

6. Notice to the people concerned
[When and how they were or will be told, or why not]
`,
    notice_happened: happened,
    notice_when: `We noticed it on ${aware}.`,
    notice_data: incident.data_types_affected.length > 0 ? data : '',
    notice_measures: '',
    notice_advice: 'Be wary of messages that ask for passwords or payments in our name.',
    notice_contact: contact,
  }
}

/** A notice may be sent only when these parts are filled in: without them it would say nothing. */
export const partsNeeded = ['notice_happened', 'notice_data', 'notice_contact'] as const
export const missingParts = (notice: Notice): NoticePart[] =>
  partsNeeded.filter((name) => notice[name].trim() === '')

const mails = (count: number) => `${numberText(count)} ${count === 1 ? 'email' : 'emails'}`

/** Never more than what has really left. */
export function breachProgressLabel(breach: BreachView): string {
  const { progress } = breach
  if (!breach.confirmed_at) {
    return breach.people === 0
      ? 'Nobody is chosen yet'
      : `${mails(breach.people)} ${breach.people === 1 ? 'waits' : 'wait'} for an owner`
  }
  const sent = `${progress.sent} of ${mails(breach.recipients_count)} sent`
  const rest = [
    progress.failed > 0 && `${progress.failed} failed`,
    progress.removed > 0 && `${progress.removed} gone meanwhile`,
  ]
  return [sent, ...rest].filter(Boolean).join(', ')
}
