// The public application form as a page of its own.
import { REFUSED_LEAVES, type ApplicationView } from '#domain/careers.ts'
import { messages } from '#domain/messages.ts'
import { ButtonTo } from '../button-to.tsx'
import { PageFooter, PageHeader } from '../page-header.tsx'
import { ApplicationForm } from './application-form.tsx'

function Submitted({ view }: { view: Extract<ApplicationView, { state: 'submitted' }> }) {
  return (
    <div className="panel">
      <svg className="draw" viewBox="0 0 120 96" aria-hidden="true">
        <path d="M24 60V46h14m44 0h14v14M14 60h92v22H14zM40 71h40M38 60V12h44v48M48 25h20M48 33h24M48 41h14" />
        <circle className="v" cx="82" cy="16" r="11" />
        <path className="on" d="m77 16 4 4 7-7" />
      </svg>
      <h1 tabIndex={-1}>{messages['success.applicationSubmitted']}</h1>
      <p>{messages['success.applicationSubmittedAlert']}</p>
      <p className="g">{`${view.job.title} · ${view.shopName}`}</p>
      <ButtonTo href={view.backTo} filled>
        Back to Open Positions
      </ButtonTo>
    </div>
  )
}

function Refused({ view }: { view: Extract<ApplicationView, { state: 'refused' }> }) {
  const { message, shop } = view
  return (
    <div className="panel">
      <h1 className="h">Application</h1>
      <p className="toast" role="alert">
        {message}
      </p>
      {shop ? (
        <>
          {shop.jobs.length > 0 && (
            <>
              <h2>{`Open positions at ${shop.name}`}</h2>
              <ul className="open">
                {shop.jobs.map(({ title, location, href }) => (
                  <li key={href}>
                    <a href={href}>{title}</a>
                    <span className="g">{location}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <ButtonTo href={shop.jobsHref} filled>
            Back to Jobs
          </ButtonTo>
        </>
      ) : (
        <p>
          <a href={REFUSED_LEAVES.to}>Return to Home</a>
        </p>
      )}
    </div>
  )
}

/** Where the head of the page leads: to the shop's open positions. */
function homeOf(view: ApplicationView): string {
  return view.state === 'refused' ? (view.shop?.jobsHref ?? REFUSED_LEAVES.to) : view.backTo
}

export function ApplicationPage({ view }: { view: ApplicationView }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <PageHeader brand={view.brand} home={homeOf(view)} />
      <main id="main">
        {view.state === 'form' && <ApplicationForm view={view} />}
        {view.state === 'submitted' && <Submitted view={view} />}
        {view.state === 'refused' && <Refused view={view} />}
      </main>
      <PageFooter />
    </>
  )
}
