// The page a verification link opens. Opening it changes nothing: the form in it verifies.
import type { VerifyView } from '#domain/careers.ts'
import { ButtonTo } from '../button-to.tsx'
import { Envelope } from './envelope.tsx'

/** The visit's own parameters travel in the form's address; the token never does. */
function verifyAction(view: VerifyView): string {
  const query = new URLSearchParams()
  if (view.embed) query.set('embed', 'true')
  if (view.redirectTo) query.set('redirect', view.redirectTo)
  if (view.job) {
    query.set('roleId', view.job.id)
    query.set('roleTitle', view.job.title)
  }
  if (view.email) query.set('email', view.email)
  return query.size > 0 ? `/verify?${query}` : '/verify'
}

function Loading({ view }: { view: VerifyView }) {
  return (
    <>
      <h1>Verifying your email…</h1>
      <p className="g">This takes a moment. If nothing happens, press the button.</p>
      <form id="f" method="post" action={verifyAction(view)}>
        <input type="hidden" name="token" value={view.token} />
        <button className="b">Verify my e-mail</button>
      </form>
    </>
  )
}

export function VerifyPage({ view }: { view: VerifyView }) {
  return (
    <div className="panel">
      <Envelope />
      {view.state === 'loading' && <Loading view={view} />}
      {view.state === 'success' && (
        <>
          <h1>Your email is verified</h1>
          {view.email && <p className="who">{view.email}</p>}
          {view.message ? (
            <>
              <p className="g">{view.message}</p>
              <ButtonTo href={view.jobsHref} filled>
                See other jobs
              </ButtonTo>
            </>
          ) : (
            view.job && <p className="g">{`You can now apply for ${view.job.title}.`}</p>
          )}
          {view.continueTo && (
            <ButtonTo href={view.continueTo} filled>
              Continue Application
            </ButtonTo>
          )}
        </>
      )}
      {view.state === 'error' && (
        <>
          <h1>Your email is not verified</h1>
          <p role="alert" className="e">
            {view.message}
          </p>
          {view.askAgain && (
            <ButtonTo href={view.askAgain} filled>
              Send a new link
            </ButtonTo>
          )}
          <ButtonTo href={view.jobsHref} filled={!view.askAgain}>
            Back to Jobs
          </ButtonTo>
        </>
      )}
    </div>
  )
}
