// Actions on many applicants at once: the selection, the answer, and the limits of one request.
import { z } from 'zod'
import { applicantStatuses, filterShape } from './applicants.ts'
import { templateInput } from '../mails/mail-templates.ts'
import { t } from '../texts/text.ts'
import { moment } from '../bounds.ts'

/** Applicants by id. */
export const SELECTED_MAX = 500
/** Applicants that a filter finds. */
export const FILTERED_MAX = 10_000
/** The most rows that one transaction locks: other changes to them wait for it. */
export const BATCH_SIZE = 500

/** The most files, and the most bytes of them, in one zip. */
export const EXPORTED_CVS = { count: 500, bytes: 250_000_000 } as const

// One sentence for every error: it describes a valid value.
const whom = {
  error: () => t('applicant.selectionInvalid', { max: SELECTED_MAX }),
}
const ids = z.array(z.uuid(whom), whom).min(1, whom).max(SELECTED_MAX, whom)
const filtered = {
  /** An invalid condition is refused: ignoring it would include more people. */
  filter: z.strictObject(filterShape, whom),
  /** Leaves out applications after this time: they were not in the list on the screen. */
  until: moment().optional(),
}

/** Applicants by id, or all that a filter finds. */
export const applicantSelection = z.union(
  [z.strictObject({ ids }, whom), z.strictObject(filtered, whom)],
  whom,
)
export type ApplicantSelection = z.infer<typeof applicantSelection>

/** A text for this one time; the organization's own text does not change. */
const words = templateInput.optional()

/** The recipients of a rejection with email, and its text. */
export const rejectionPreviewInput = z.union(
  [z.strictObject({ ids, words }, whom), z.strictObject({ ...filtered, words }, whom)],
  whom,
)
export type RejectionPreviewInput = z.output<typeof rejectionPreviewInput>

/** A message to some people, and its text. */
export const messageInput = z.union(
  [
    z.strictObject({ ids, ...templateInput.shape }, whom),
    z.strictObject({ ...filtered, ...templateInput.shape }, whom),
  ],
  whom,
)
export type MessageInput = z.output<typeof messageInput>

/** People of one message. */
export const MESSAGE_PEOPLE = 100

/** The recipients of a message, and what the first of them would read. */
export const messagePreview = z.object({
  people: z.number(),
  /** The number of applicants who get none, because they want no further contact. */
  no_contact: z.number(),
  /** The reply address; null when the organization has none. */
  reply_to: z.string().nullable(),
  sample: z.object({ to: z.string(), subject: z.string(), html: z.string(), text: z.string() }),
})
export type MessagePreview = z.output<typeof messagePreview>
/** `send_at` is in ten minutes when there are several recipients; until then `batch_id` cancels all of them. */
export const sentMessages = z.object({
  people: z.number(),
  batch_id: z.string().nullable(),
  send_at: z.string(),
})
export type SentMessages = z.output<typeof sentMessages>

const status = z.enum(applicantStatuses)
/** Whether to mail the rejected applicants; for other statuses there is no bulk mail. */
const mail = z.boolean().optional()
export const bulkMoveInput = z.union(
  [
    z.strictObject(
      {
        status,
        mail,
        words,
        ids,
        /** By id, the status that the screen showed: applicants whose status has changed since are skipped. */
        seen: z
          .record(z.uuid(), status)
          .refine((seen) => Object.keys(seen).length <= SELECTED_MAX, whom)
          .optional(),
      },
      whom,
    ),
    z.strictObject({ status, mail, words, ...filtered }, whom),
  ],
  whom,
)
export type BulkMove = z.infer<typeof bulkMoveInput>

export const bulkContactedInput = z.union(
  [
    z.strictObject({ contacted: z.boolean(), ids }, whom),
    z.strictObject({ contacted: z.boolean(), ...filtered }, whom),
  ],
  whom,
)
export type BulkContacted = z.infer<typeof bulkContactedInput>

/** One change by its id, or all changes of one request. */
export const undoInput = z.union(
  [z.strictObject({ change_id: z.uuid() }), z.strictObject({ batch_id: z.uuid() })],
  { error: () => t('applicant.undoMissing') },
)
export type UndoInput = z.infer<typeof undoInput>

/** The result by applicant. No id is in both lists; applicants without a change are in neither. */
export const batchAnswer = z.object({
  /** Undoes the changes in `changed`, where that is possible. */
  batch_id: z.string().nullable(),
  changed: z.array(z.string()),
  refused: z.array(z.object({ id: z.string(), message: z.string() })),
  /** How many emails wait, and until when; absent when no emails were requested. */
  mails: z.object({ count: z.number(), send_at: z.string() }).optional(),
})
export type BatchAnswer = z.output<typeof batchAnswer>
