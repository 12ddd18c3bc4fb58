// /shopify-success: the installation is complete; continues in the store's admin, or on the app's own page.
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { useTitle } from '../shell/title.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { StoreFrame } from './store-frame.tsx'
import { StoreTick } from './store-tick.tsx'
import { storeAppQuery } from './store-api.ts'

export function SuccessScreen() {
  const { shop } = useSearch({ from: '/shopify-success' })
  useTitle(null)
  const app = useQuery(storeAppQuery(shop))
  const adminUrl = app.data?.admin_url
  const adminPage = `/shopify-embed?${new URLSearchParams({ shop: shop ?? '', authenticated: 'true' })}`
  return (
    <StoreFrame width="max-w-[528px]">
      <div className="ledger px-6 py-8 max-md:px-5">
        <StoreTick />
        <h1 className="mt-5 text-page font-semibold">{t('install.doneTitle')}</h1>
        <p className="mt-1 text-ink-2 wrap-anywhere">
          {shop ? t('install.doneIn', { shop }) : t('install.done')}
        </p>
        <div className="mt-6 flex flex-wrap gap-2">
          <Button
            kind="primary"
            inactive={!adminUrl}
            onClick={() => adminUrl && window.location.assign(adminUrl)}
          >
            {t('store.openInAdmin')}
          </Button>
          <a href={adminPage} className={buttonClass()}>
            {t('install.viewDashboard')}
          </a>
        </div>
      </div>
    </StoreFrame>
  )
}
