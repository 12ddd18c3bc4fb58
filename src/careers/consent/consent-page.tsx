// The consent as a page, for visitors without scripts and for clicks before the scripts are loaded.
import type { WidgetJob, WidgetOptions } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { Problem } from '../steps/problem.tsx'
import { StepHeading } from '../steps/step-heading.tsx'
import { ConsentForm } from './consent-form.tsx'

type Props = {
  options: WidgetOptions
  job: WidgetJob
  recipient: string
  alert: string | null
}

export function ConsentPage({ options, job, recipient, alert }: Props) {
  return (
    // Announced as a dialog, like the one over the list.
    <div className="narrow consent" role="dialog" aria-label={t('careers.consent.title')}>
      <StepHeading>{t('careers.consent.title')}</StepHeading>
      <Problem alert={alert} />
      <ConsentForm options={options} job={job} recipient={recipient} />
    </div>
  )
}
