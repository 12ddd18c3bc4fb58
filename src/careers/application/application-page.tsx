// The application form as a separate page.
import { brandOfView, REFUSED_LEAVES, type ApplicationView } from '#domain/careers/careers.ts'
import { t } from '#domain/texts/text.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { PageFooter, PageHeader } from '../page-header.tsx'
import { NextSteps } from '../verification/next-steps.tsx'
import { ApplicationForm } from './application-form.tsx'
import { TypedText } from './typed-text.tsx'

function Submitted({ view }: { view: Extract<ApplicationView, { state: 'submitted' }> }) {
  return (
    <div className="panel">
      <svg className="drawing" viewBox="0 0 120 96" aria-hidden="true">
        <path d="M24 60V46h14m44 0h14v14M14 60h92v22H14zM40 71h40M38 60V12h44v48M48 25h20M48 33h24M48 41h14" />
        <circle className="accent" cx="82" cy="16" r="11" />
        <path className="on-accent" d="m77 16 4 4 7-7" />
      </svg>
      <h1 tabIndex={-1}>{t('success.applicationSubmitted')}</h1>
      <p className="secondary">{t('success.applicationSubmittedAlert')}</p>
      <p className="secondary">{`${view.job.title} · ${view.shopName}`}</p>
      <ButtonTo href={view.backTo} filled>
        {t('careers.backToOpenPositions')}
      </ButtonTo>
    </div>
  )
}

function Refused({ view }: { view: Extract<ApplicationView, { state: 'refused' }> }) {
  const { message, nextSteps } = view
  return (
    <div className="panel">
      <h1 className="visually-hidden">{t('careers.application')}</h1>
      {nextSteps.shopName && <p className="shop">{nextSteps.shopName}</p>}
      <p className="toast" role="alert">
        {message}
      </p>
      {nextSteps.shopName ? (
        <NextSteps nextSteps={nextSteps}>
          <TypedText values={view.typed} />
        </NextSteps>
      ) : (
        <>
          <TypedText values={view.typed} />
          <p>
            <a href={REFUSED_LEAVES.to}>{t('careers.returnToHome')}</a>
          </p>
        </>
      )}
    </div>
  )
}

/** The link of the page header: the shop's open positions. */
function homeOf(view: ApplicationView): string {
  return view.state === 'refused' ? view.nextSteps.jobsHref : view.backTo
}

export function ApplicationPage({ view }: { view: ApplicationView }) {
  return (
    <>
      <a className="skip" href="#main">
        {t('careers.skipToContent')}
      </a>
      <PageHeader brand={brandOfView(view)} home={homeOf(view)} />
      <main id="main">
        {view.state === 'form' && <ApplicationForm view={view} />}
        {view.state === 'submitted' && <Submitted view={view} />}
        {view.state === 'refused' && <Refused view={view} />}
      </main>
      <PageFooter />
    </>
  )
}
