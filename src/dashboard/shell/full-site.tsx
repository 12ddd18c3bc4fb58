// Replaces the account page inside a store's admin: sign-in methods are changed on our own site.
import { t } from '#domain/texts/text.ts'
import { useTitle } from './title.ts'
import { buttonClass } from '../ui/button.tsx'

export function FullSite() {
  useTitle(t('adminSignIn.accountTitle'))
  return (
    <div className="max-w-[560px]">
      <h1 className="mb-1 text-page font-semibold">{t('adminSignIn.accountTitle')}</h1>
      <p className="mb-5">{t('adminSignIn.accountText')}</p>
      <a href="/account" target="_blank" rel="noopener" className={buttonClass('primary')}>
        {t('adminSignIn.openSite')}
        <span className="sr-only"> {t('link.newTab')}</span>
      </a>
    </div>
  )
}
