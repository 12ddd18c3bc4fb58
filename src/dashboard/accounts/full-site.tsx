// Replaces the sign-in methods inside a store's admin: they are changed on our own site, where the person has any.
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { buttonClass } from '../ui/button.tsx'
import { passwordQuery } from './details-api.ts'

export function FullSite() {
  const { data } = useQuery(passwordQuery)
  return (
    <section aria-labelledby="full-site" className="mt-8 border-t border-line pt-6">
      <h2 id="full-site" className="text-section font-semibold">
        {t('adminSignIn.accountTitle')}
      </h2>
      {data && !data.can_have_password ? (
        <p className="mt-1 text-ink-2">{t('adminSignIn.shopAloneText')}</p>
      ) : (
        <>
          <p className="mt-1 mb-4 text-ink-2">{t('adminSignIn.accountText')}</p>
          <a href="/account" target="_blank" rel="noopener" className={buttonClass('primary')}>
            {t('adminSignIn.openSite')}
            <span className="sr-only"> {t('link.newTab')}</span>
          </a>
        </>
      )}
    </section>
  )
}
