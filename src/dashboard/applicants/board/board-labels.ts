// What the board says: why a column takes no card, and what a move came to.
import {
  applicantStatuses,
  firstStep,
  statusLabel,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { fill, messages } from '#domain/messages.ts'

/** Of the steps that other steps come after. */
const firstLabel: Readonly<Record<ApplicantStatus, string | null>> = {
  applied: null,
  reviewing: messages['board.first.reviewing'],
  interviewed: messages['board.first.interviewed'],
  hired: null,
  rejected: null,
}

/** 'Review first': the step that is missing before a card may come here. */
export function refusedDropText(from: ApplicantStatus, to: ApplicantStatus): string {
  const step = firstStep(from, to)
  const isBack =
    step !== undefined &&
    from !== 'rejected' &&
    applicantStatuses.indexOf(step) < applicantStatuses.indexOf(from)
  const missing = step && !isBack ? firstLabel[step] : null
  return missing ?? fill('board.first.back', { status: statusLabel[step ?? from] })
}
