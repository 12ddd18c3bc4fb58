// Shown instead of the form when every application would be refused: the reason, and the shop's other jobs.
import type { Stopped, WidgetView } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { StepHeading } from '../steps/step-heading.tsx'
import { TypedText } from './typed-text.tsx'

type Props = { view: Extract<WidgetView, { step: 'apply' }>; stopped: Stopped }

export function StoppedStep({ view, stopped }: Props) {
  const { job, email } = view
  const shop = view.shopName ?? t('careers.done.shopUnnamed')
  return (
    <div className="narrow">
      {stopped.why === 'applied' ? (
        <>
          <StepHeading>{t('careers.stopped.duplicateTitle')}</StepHeading>
          <p className="secondary">
            {t('careers.stopped.duplicateText', { shop, title: job.title, on: stopped.on })}
          </p>
        </>
      ) : (
        <>
          <StepHeading>{t('careers.stopped.closedTitle')}</StepHeading>
          <p className="secondary">{t('careers.stopped.closedText', { shop, title: job.title })}</p>
        </>
      )}
      <p className="email">{email}</p>
      <TypedText values={view.values} />
      {view.alert && <p className="secondary">{view.alert}</p>}
      <div className="stack">
        {stopped.why === 'applied' && stopped.ownPageHref && (
          // A page of its own: it is never shown inside the shop's page.
          <a className="button" href={stopped.ownPageHref} target="_blank" rel="noreferrer">
            {t('careers.stopped.ownPage')}
          </a>
        )}
        <ButtonTo href={stopped.jobsHref} filled={stopped.why === 'closed'}>
          {t('careers.stopped.otherJobs')}
        </ButtonTo>
      </div>
    </div>
  )
}
