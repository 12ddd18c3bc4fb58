// The page that a verification link opens. Opening it changes nothing; submitting its form verifies.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import type { VerifyView } from '#domain/careers/careers.ts'
import { VERIFICATION_HOURS } from '#domain/verification/verification.ts'
import { localeInAddress } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { ButtonTo } from '../steps/button-to.tsx'
import { NextSteps } from './next-steps.tsx'
import { VerifyPanel } from './verify-panel.tsx'

/** The parameters of the visit are in the form's URL; the token never is. */
function verifyAction(view: VerifyView): string {
  const query = new URLSearchParams(view.visit)
  if (view.embed) query.set('embed', 'true')
  if (view.redirectTo) query.set('redirect', view.redirectTo)
  if (view.job) {
    query.set('roleId', view.job.id)
    query.set('roleTitle', view.job.title)
  }
  if (view.email) query.set('email', view.email)
  const lang = localeInAddress()
  if (lang) query.set('lang', lang)
  return query.size > 0 ? `/verify?${query}` : '/verify'
}

export const VerifyPage = ({ view }: { view: VerifyView }) => (
  <VerifyPanel view={view} action={verifyAction(view)}>
    {view.state === 'success' && (
      <>
        <h1>{t('careers.verify.doneTitle')}</h1>
        {view.email && <p className="email">{shownEmailAddress(view.email)}</p>}
        {view.message && <p className="secondary">{view.message}</p>}
        {view.continueTo && view.job && (
          <p className="secondary">{t('careers.verify.doneText', { title: view.job.title })}</p>
        )}
        {view.continueTo && (
          <ButtonTo href={view.continueTo} filled>
            {t('careers.verify.continue')}
          </ButtonTo>
        )}
        {view.ownPageHref && (
          <ButtonTo href={view.ownPageHref} filled>
            {t('careers.stopped.ownPage')}
          </ButtonTo>
        )}
        {view.nextSteps && <NextSteps nextSteps={view.nextSteps} />}
      </>
    )}
    {view.state === 'sent' && (
      <>
        <h1>{t('careers.verify.newLinkTitle')}</h1>
        {view.job && <p>{t('careers.verify.newLinkText', { title: view.job.title })}</p>}
        <p className="secondary">
          {t('careers.verify.newLinkWhere', { verificationHours: VERIFICATION_HOURS })}
        </p>
        <p className="secondary">{t('careers.sent.spam')}</p>
        {view.nextSteps && <NextSteps nextSteps={{ ...view.nextSteps, askAgain: null }} />}
      </>
    )}
  </VerifyPanel>
)
