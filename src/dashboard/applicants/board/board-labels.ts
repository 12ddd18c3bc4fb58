// What the board says: why a column takes no card, and what a move came to.
import {
  applicantStatuses,
  firstStep,
  statusLabel,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { fill, messages } from '#domain/messages.ts'

/** 'Review first': the step that is missing before a card may come here. */
export function refusedDropText(from: ApplicantStatus, to: ApplicantStatus): string {
  const step = firstStep(from, to)
  const isBack =
    step !== undefined &&
    from !== 'rejected' &&
    applicantStatuses.indexOf(step) < applicantStatuses.indexOf(from)
  if (step === 'reviewing' && !isBack) return messages['board.first.reviewing']
  if (step === 'interviewed' && !isBack) return messages['board.first.interviewed']
  return fill('board.first.back', { status: statusLabel[step ?? from] })
}
