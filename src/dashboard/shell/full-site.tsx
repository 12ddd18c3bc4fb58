// Replaces the account page inside a store's admin: sign-in methods are changed on our own site.
import { t } from '#domain/texts/text.ts'
import { useTitle } from './title.ts'
import { buttonClass } from '../ui/button.tsx'

export function FullSite() {
  useTitle(t('adminDoor.accountTitle'))
  return (
    <div className="max-w-[560px]">
      <h1 className="mb-1 text-page font-semibold">{t('adminDoor.accountTitle')}</h1>
      <p className="mb-5">{t('adminDoor.accountText')}</p>
      <a href="/account" target="_blank" rel="noopener" className={buttonClass('primary')}>
        {t('adminDoor.openSite')}
        <span className="sr-only"> {t('link.newTab')}</span>
      </a>
    </div>
  )
}
