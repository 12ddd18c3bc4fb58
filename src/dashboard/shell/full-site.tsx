// Replaces the sign-in methods inside a store's admin: they are changed on our own site.
import { t } from '#domain/texts/text.ts'
import { buttonClass } from '../ui/button.tsx'

export function FullSite() {
  return (
    <section aria-labelledby="full-site" className="mt-8 border-t border-line pt-6">
      <h2 id="full-site" className="text-section font-semibold">
        {t('adminSignIn.accountTitle')}
      </h2>
      <p className="mt-1 mb-4 text-ink-2">{t('adminSignIn.accountText')}</p>
      <a href="/account" target="_blank" rel="noopener" className={buttonClass('primary')}>
        {t('adminSignIn.openSite')}
        <span className="sr-only"> {t('link.newTab')}</span>
      </a>
    </section>
  )
}
