// The second verification page: verifies the address and returns to the store's page.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import type { VerifyEmbedView } from '#domain/careers/careers.ts'
import { t } from '#domain/texts/text.ts'
import { inLanguage, inVisit } from '../steps/in-language.ts'
import { VerifyPanel } from './verify-panel.tsx'

export const VerifyEmbedPage = ({ view }: { view: VerifyEmbedView }) => (
  <VerifyPanel
    view={view}
    action={inLanguage(inVisit('/verify-embed', view))}
    fields={{ verified: 'true', email: view.email, store: view.store }}
  >
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
  </VerifyPanel>
)
