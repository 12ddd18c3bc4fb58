// The last step: what was submitted, and what happens next.
import { useEffect } from 'react'
import { t } from '#domain/texts/text.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { jobsHref, type WidgetView } from '#domain/careers/widget.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { StepHeading } from '../steps/step-heading.tsx'
import { deleteDraft } from './draft.ts'

type Props = { view: Extract<WidgetView, { step: 'done' }> }

export function DoneStep({ view }: Props) {
  // Only once the form is gone: until then its own timer can save the draft again.
  useEffect(deleteDraft, [])
  const shop = view.shopName ?? t('careers.done.shopUnnamed')
  return (
    <div className="narrow">
      <svg className="drawing" viewBox="0 0 120 96" aria-hidden="true">
        <path d="M24 60V46h14m44 0h14v14M14 60h92v22H14zM40 71h40M38 60V12h44v48M48 25h20M48 33h24M48 41h14" />
        <circle className="accent" cx="82" cy="16" r="11" />
        <path className="on-accent" d="m77 16 4 4 7-7" />
      </svg>
      <StepHeading>{t('success.applicationSubmitted')}</StepHeading>
      <p className="secondary">{t('success.applicationSubmittedAlert')}</p>
      <p className="secondary">
        {t('careers.done.text', {
          shop,
          title: view.job.title,
          applicantMonths: RETENTION.applicantMonths,
        })}
      </p>
      {view.mailFrom && (
        <p className="secondary">
          {t('careers.done.copySent', {
            // The shop's own pages do not name the app.
            mailFrom: view.options.page?.isInTheme ? shop : view.mailFrom,
          })}
        </p>
      )}
      {view.returnTo && (
        <p>
          {`${t('careers.done.goingBack', { shop })} `}
          <a href={view.returnTo} target="_top">
            {t('careers.done.continueNow')}
          </a>
        </p>
      )}
      <ButtonTo href={jobsHref(view.options)}>{t('careers.backToJobs')}</ButtonTo>
    </div>
  )
}
