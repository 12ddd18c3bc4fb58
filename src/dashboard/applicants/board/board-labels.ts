// What the board says: why a column takes no card, and what a move came to.
import {
  applicantStatuses,
  firstStep,
  statusLabel,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'

/** Of the steps that other steps come after. */
const firstLabel: Readonly<Record<ApplicantStatus, string | null>> = {
  applied: null,
  reviewing: t('board.first.reviewing'),
  interviewed: t('board.first.interviewed'),
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
  return missing ?? t('board.first.back', { status: statusLabel(step ?? from) })
}
