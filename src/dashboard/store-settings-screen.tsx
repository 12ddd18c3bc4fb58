// The tab of the settings for the store: its pages, and the connection.
import { t } from '#domain/texts/text.ts'
import { ConnectedStore } from './organizations/connected-store.tsx'
import { memberOf, useSession } from './shell/session/session.tsx'
import { useTitle } from './shell/title.ts'
import { StorePagesSection } from './store/pages/store-pages-section.tsx'

export function StoreSettingsScreen() {
  useTitle(t('page.listTitle'))
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  return (
    <>
      <StorePagesSection />
      <ConnectedStore isOwner={isOwner} />
    </>
  )
}
