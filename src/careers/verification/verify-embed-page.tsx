// The second verification page: verifies the address and returns to the store's page.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { brandOfProof, type VerifyEmbedView } from '#domain/careers/careers.ts'
import { t } from '#domain/texts/text.ts'
import { inLanguage, inVisit } from '../steps/in-language.ts'
import { BrandMark } from '../page-header.tsx'
import { Envelope } from './envelope.tsx'
import { NextSteps } from './next-steps.tsx'

function Loading({ view }: { view: VerifyEmbedView }) {
  return (
    <>
      <h1>{t('careers.verify.workingTitle')}</h1>
      <p className="secondary">{t('careers.verify.workingText')}</p>
      <form id="f" method="post" action={inLanguage(inVisit('/verify-embed', view))}>
        <input type="hidden" name="token" value={view.token} />
        <input type="hidden" name="verified" value="true" />
        <input type="hidden" name="email" value={view.email} />
        <input type="hidden" name="store" value={view.store} />
        <button className="button">{t('careers.verify.button')}</button>
      </form>
    </>
  )
}

export function VerifyEmbedPage({ view }: { view: VerifyEmbedView }) {
  const brand = brandOfProof(view)
  return (
    <div className="panel">
      <Envelope />
      {brand && (
        <p className="logo">
          <BrandMark brand={brand} />
        </p>
      )}
      {view.state === 'loading' && <Loading view={view} />}
      {view.state === 'success' && (
        <>
          <h1>{t('careers.verify.doneTitle')}</h1>
          <p className="email">{shownEmailAddress(view.email)}</p>
          {view.returnTo && (
            <>
              <p role="status">
                {t('careers.verify.goingBack', {
                  shopName: view.shopName ?? t('careers.consent.shopUnnamed'),
                })}
              </p>
              <p>
                <a href={view.returnTo} target="_top">
                  {t('careers.done.continueNow')}
                </a>
              </p>
            </>
          )}
        </>
      )}
      {view.state === 'error' && (
        <>
          <h1>{t('careers.verify.failedTitle')}</h1>
          <p role="alert" className="error">
            {view.message}
          </p>
          {view.nextSteps && <NextSteps nextSteps={view.nextSteps} />}
        </>
      )}
    </div>
  )
}
