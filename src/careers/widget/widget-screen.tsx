// The whole widget: the step of a view, the status line and the credit.
import type { WidgetStyle, WidgetView } from '#domain/careers/widget.ts'
import { t } from '#domain/texts/text.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { ApplyStep } from '../application/apply-step.tsx'
import { DoneStep } from '../application/done-step.tsx'
import { StoppedStep } from '../application/stopped-step.tsx'
import { ConsentPage } from '../consent/consent-page.tsx'
import { JobList } from '../jobs/job-list.tsx'
import { JobSkeleton } from '../jobs/job-skeleton.tsx'
import { useScripted } from '../use-scripted.ts'
import { EmailStep } from '../verification/email-step.tsx'
import { SentStep } from '../verification/sent-step.tsx'

/** What only the browser adds; the server's markup is the same without it. */
export type WidgetBehaviour = {
  busy: boolean
  /** The style of the list that has been loading for a moment. */
  loading: WidgetStyle | undefined
  status: string
  /** Rendered over the list instead of the consent page. */
  dialog: React.ReactNode
}

function Step({ view, behaviour }: { view: WidgetView; behaviour: WidgetBehaviour | undefined }) {
  const busy = behaviour?.busy ?? false
  switch (view.step) {
    case 'list':
    case 'consent': {
      const dialog = behaviour?.dialog
      if (view.step === 'consent' && !dialog) {
        const { options, job, recipient, alert } = view
        return <ConsentPage options={options} job={job} recipient={recipient} alert={alert} />
      }
      // The same element for both, so that opening the dialog keeps the list mounted.
      return (
        <>
          <JobList
            options={view.options}
            jobs={view.jobs}
            choices={view.choices}
            shopName={view.shopName}
            alert={view.alert}
            unread={view.step === 'list' && view.unread === true}
          />
          {dialog}
        </>
      )
    }
    case 'email':
      return <EmailStep view={view} busy={busy} />
    case 'sent':
      return <SentStep view={view} busy={busy} />
    case 'apply':
      return view.stopped ? (
        <StoppedStep view={view} stopped={view.stopped} />
      ) : (
        <ApplyStep view={view} busy={busy} />
      )
    case 'done':
      return <DoneStep view={view} />
  }
}

export function WidgetScreen({
  view,
  behaviour,
}: {
  view: WidgetView
  behaviour?: WidgetBehaviour
}) {
  // Empty before the first navigation in place, so the server omits it.
  const scripted = useScripted()
  return (
    // The page can be in the shop's language while the widget's own words are not.
    <div
      className="widget"
      lang={view.options.lang ? currentLocale() : undefined}
      aria-busy={behaviour?.loading !== undefined || undefined}
    >
      {behaviour?.loading ? (
        <JobSkeleton style={behaviour.loading} />
      ) : (
        <Step view={view} behaviour={behaviour} />
      )}
      {view.options.powered && (
        <p className="powered">
          <a href="/" target="_blank">
            {t('careers.poweredByStorehand')}
          </a>
        </p>
      )}
      {scripted && (
        <p role="status" className="visually-hidden">
          {behaviour?.status}
        </p>
      )}
    </div>
  )
}
