// The board's text for a column that does not take a card.
import {
  applicantStatuses,
  firstStep,
  type hiringSteps,
  statusLabel,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { t } from '#domain/texts/text.ts'

type Between = Exclude<(typeof hiringSteps)[number], 'applied' | 'hired'>
/** For each step that another one comes before and after. */
const firstTexts: Record<Between, () => string> = {
  reviewing: () => t('board.first.reviewing'),
  interviewed: () => t('board.first.interviewed'),
}
const hasFirstText = (step: ApplicantStatus): step is keyof typeof firstTexts =>
  Object.hasOwn(firstTexts, step)

/** 'Review first': the step that is missing before a card may come here. */
export function refusedDropText(from: ApplicantStatus, to: ApplicantStatus): string {
  const step = firstStep(from, to)
  const isBack =
    step !== undefined &&
    from !== 'rejected' &&
    applicantStatuses.indexOf(step) < applicantStatuses.indexOf(from)
  if (step && !isBack && hasFirstText(step)) return firstTexts[step]()
  return t('board.first.back', { status: statusLabel(step ?? from) })
}
