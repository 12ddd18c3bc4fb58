// Mails to applicants: which statuses have one, and the states of a mail.
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { t } from '../texts/text.ts'

/** Statuses that staff can send a mail about; 'applied' has its own confirmation. */
export const mailedStatuses = ['reviewing', 'interviewed', 'hired', 'rejected'] as const
export type MailedStatus = (typeof mailedStatuses)[number]
export const isMailed = (status: string): status is MailedStatus =>
  mailedStatuses.some((each) => each === status)

/** The status in an address; throws the same error as an unknown address. */
export function mailedStatus(word: string): MailedStatus {
  const status = mailedStatuses.find((each) => each === word)
  if (!status) throw new AppError('server.notFound')
  return status
}

/** The change of status that the mail is about, so that a repeated request sends it once. */
export const statusMailInput = z.object({
  change_id: z.uuid({ error: () => t('mail.changeGone') }),
})

export const cancelMailsInput = z.union(
  [z.strictObject({ mail_id: z.uuid() }), z.strictObject({ batch_id: z.uuid() })],
  { error: () => t('mail.missing') },
)
export type CancelMailsInput = z.output<typeof cancelMailsInput>

/** Why a mail was dropped: the person was moved meanwhile, is active in another application, or opted out. */
const notSentReasons = ['moved', 'active', 'withdrawn', 'no-contact', 'restricted'] as const
export type NotSentReason = (typeof notSentReasons)[number]

export const applicantMail = z.object({
  id: z.string(),
  kind: z.enum(['received', 'message', ...mailedStatuses]),
  change_id: z.string().nullable(),
  state: z.enum(['waiting', 'sent', 'failed', 'taken-back', 'dropped']),
  reason: z.enum(notSentReasons).nullable(),
  address_refused: z.boolean(),
  /** Its content as the recipient sees it; null for a confirmation. */
  subject: z.string().nullable(),
  body: z.string().nullable(),
  send_at: z.string(),
  sent_at: z.string().nullable(),
})
export type ApplicantMail = z.output<typeof applicantMail>

/** 'Rejection email sent' */
export function mailStateLabel(
  mail: Pick<ApplicantMail, 'kind' | 'state' | 'address_refused'> &
    Partial<Pick<ApplicantMail, 'reason'>>,
): string {
  const of = { mail: t(`mail.kind.${mail.kind}`) }
  if (mail.state === 'dropped') return t(`mail.state.${mail.reason ?? 'moved'}`, of)
  if (mail.state === 'taken-back') return t('mail.state.cancelled', of)
  if (mail.state === 'waiting') return t('mail.state.waiting', of)
  if (mail.state === 'sent') return t('mail.state.sent', of)
  return t(mail.address_refused ? 'mail.state.addressRefused' : 'mail.state.failed', of)
}

/** Scheduled mails of one change to many applicants. */
export const waitingMails = z.object({
  batch_id: z.string(),
  kind: z.enum(['rejected', 'message']),
  count: z.number(),
  send_at: z.string(),
  by_name: z.string().nullable(),
})
export type WaitingMails = z.output<typeof waitingMails>

export const notMailedReasons = [
  'same-person',
  'active',
  'waiting',
  'rejected',
  'no-contact',
] as const
/** Why an applicant of a selection gets no rejection mail. */
export type NotMailedReason = (typeof notMailedReasons)[number]
export const notMailedLabel = (reason: NotMailedReason): string => t(`mail.notMailed.${reason}`)
/** The recipients of a bulk rejection, and what the first of them would read. */
export const rejectionPreview = z.object({
  mails: z.number(),
  /** The organization's text with its variables: the starting point of a text for this one time. */
  text: z.object({ subject: z.string(), body: z.string() }),
  not_mailed: z.array(z.object({ reason: z.enum(notMailedReasons), count: z.number() })),
  sample: z.object({ subject: z.string(), html: z.string(), text: z.string() }).nullable(),
})
export type RejectionPreview = z.output<typeof rejectionPreview>
