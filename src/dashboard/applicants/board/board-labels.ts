// The board's text for a column that does not take a card.
import {
  applicantStatuses,
  firstStep,
  statusLabel,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'

/** 'Review first': the step that is missing before a card may come here. */
export function refusedDropText(from: ApplicantStatus, to: ApplicantStatus): string {
  const step = firstStep(from, to)
  const isBack =
    step !== undefined &&
    from !== 'rejected' &&
    applicantStatuses.indexOf(step) < applicantStatuses.indexOf(from)
  if (step === 'reviewing' && !isBack) return t('board.first.reviewing')
  if (step === 'interviewed' && !isBack) return t('board.first.interviewed')
  return t('board.first.back', { status: statusLabel(step ?? from) })
}
