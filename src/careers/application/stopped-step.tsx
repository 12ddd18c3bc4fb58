// Instead of the form, where it would be refused whatever is typed: why, and the shop's other jobs.
import type { Stopped, WidgetView } from '#domain/careers/widget.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { StepHeading } from '../steps/step-heading.tsx'

type Props = { view: Extract<WidgetView, { step: 'apply' }>; stopped: Stopped }

export function StoppedStep({ view, stopped }: Props) {
  const { job, email } = view
  const shop = view.shopName ?? 'The shop'
  return (
    <div className="narrow">
      {stopped.why === 'applied' ? (
        <>
          <StepHeading>You have already applied</StepHeading>
          <p className="secondary">
            {`${shop} received your application for ${job.title} on ${stopped.on}. You do not need to do anything else.`}
          </p>
        </>
      ) : (
        <>
          <StepHeading>This position is no longer open</StepHeading>
          <p className="secondary">{`${shop} is no longer taking applications for ${job.title}.`}</p>
        </>
      )}
      <p className="email">{email}</p>
      <div className="stack">
        <ButtonTo href={stopped.jobsHref} filled>
          See other jobs
        </ButtonTo>
      </div>
    </div>
  )
}
