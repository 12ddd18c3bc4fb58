// Shown instead of the form when every application would be refused: the reason, and the shop's other jobs.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import type { Stopped, WidgetView } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { StepHeading } from '../steps/step-heading.tsx'
import { TypedText } from './typed-text.tsx'

type Props = { view: Extract<WidgetView, { step: 'apply' }>; stopped: Stopped }

function textsOf({ job: { title }, shopName }: Props['view'], stopped: Stopped) {
  const shop = shopName ?? t('careers.done.shopUnnamed')
  switch (stopped.why) {
    case 'applied':
      return {
        title: t('careers.stopped.duplicateTitle'),
        text: t('careers.stopped.duplicateText', { shop, title, on: stopped.on }),
      }
    case 'closed':
      return {
        title: t('careers.stopped.closedTitle'),
        text: t('careers.stopped.closedText', { shop, title }),
      }
    case 'unproven':
      return {
        title: t('careers.stopped.unprovenTitle'),
        text: t('careers.stopped.unprovenText', { title }),
      }
  }
}

export function StoppedStep({ view, stopped }: Props) {
  const { title, text } = textsOf(view, stopped)
  return (
    <div className="narrow">
      <StepHeading>{title}</StepHeading>
      <p className="secondary">{text}</p>
      {view.email && <p className="email">{shownEmailAddress(view.email)}</p>}
      <TypedText values={view.values} />
      {view.alert && <p className="secondary">{view.alert}</p>}
      <div className="stack">
        {stopped.why === 'applied' && stopped.ownPageHref && (
          // A page of its own: it is never shown inside the shop's page.
          <a className="button" href={stopped.ownPageHref} target="_blank" rel="noreferrer">
            {t('careers.stopped.ownPage')}
          </a>
        )}
        {stopped.why === 'unproven' && (
          <ButtonTo href={stopped.againHref} filled>
            {t('careers.stopped.confirm')}
          </ButtonTo>
        )}
        <ButtonTo href={stopped.jobsHref} filled={stopped.why === 'closed'}>
          {t('careers.stopped.otherJobs')}
        </ButtonTo>
      </div>
    </div>
  )
}
