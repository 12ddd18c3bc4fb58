// Texts about an action on many applicants: the changed ones, the others, and the waiting mails.
import { fullName } from '#domain/full-name.ts'
import type { BatchAnswer } from '#domain/applicants/applicant-batches.ts'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'

import { toastSuccess, toastError } from '../../ui/popups/toast.tsx'
import { scheduledMailsText } from '../mails/mails-api.ts'

/** 'Ada Lindqvist', or '3 applicants'. */
export function whoOf(ids: readonly string[], rows: readonly ApplicantRow[]): string {
  const only = ids.length === 1 ? rows.find(({ id }) => id === ids[0]) : undefined
  return only ? fullName(only) : t('count.applicant', { count: ids.length })
}

/** How many emails wait, and when the first of them is sent. */
export function describeScheduledMails(answers: readonly BatchAnswer[]): string {
  const scheduled = answers.flatMap(({ mails }) => (mails && mails.count > 0 ? [mails] : []))
  const [first] = scheduled
  if (!first) return ''
  return scheduledMailsText(
    scheduled.reduce((sum, { count }) => sum + count, 0),
    first.send_at,
  )
}

/** The applicants that could not be changed, and every reason once. */
export function describeSkipped(
  answers: readonly BatchAnswer[],
  rows: readonly ApplicantRow[],
  changed: number,
): void {
  const refused = answers.flatMap((answer) => answer.refused)
  if (refused.length === 0) {
    if (changed === 0) toastSuccess(t('applicant.nobodyChanged'))
    return
  }
  const reasons = [...new Set(refused.map(({ message }) => message))]
  toastError(
    t('applicant.someStayed', {
      who: whoOf(
        refused.map(({ id }) => id),
        rows,
      ),
    }),
    reasons.join(' '),
  )
}
