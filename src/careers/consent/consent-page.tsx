// The consent as a page, for visitors without scripts.
import type { WidgetJob, WidgetOptions } from '#domain/widget.ts'
import { Problem } from '../problem.tsx'
import { StepHeading } from '../step-heading.tsx'
import { ConsentForm } from './consent-form.tsx'

type Props = { options: WidgetOptions; job: WidgetJob; alert: string | null }

export function ConsentPage({ options, job, alert }: Props) {
  return (
    <div className="narrow consent">
      <StepHeading>Data Processing Consent</StepHeading>
      <Problem alert={alert} />
      <ConsentForm options={options} job={job} />
    </div>
  )
}
