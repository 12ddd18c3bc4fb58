// Shown when a part of the dashboard needs a store and there is none: a link for owners, a hint for others.
import { t } from '#domain/texts/text.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { Reconnect } from '../shell/store/reconnect.tsx'
import { buttonClass } from '../ui/button.tsx'

export function ConnectStore({ isAgain }: { isAgain: boolean }) {
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  if (!isOwner) return <p>{t('store.ownerConnects')}</p>
  return (
    <Reconnect className={buttonClass('outline', 'small')}>
      {isAgain ? t('store.connectAgain') : t('store.connectTitle')}
    </Reconnect>
  )
}
