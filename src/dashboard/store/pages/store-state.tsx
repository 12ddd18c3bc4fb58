// Problems that keep visitors of the store from seeing jobs, each with a solution.
import type { ReactNode } from 'react'
import { Info, TriangleAlert } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import type { StorePagesView } from '#domain/store/store-pages.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { ConnectStore } from '../connect-store.tsx'
import { GivePermission } from '../../shell/store/give-permission.tsx'
import { DemoStore } from '../../ui/demo-store.tsx'

export function StoreState({ view }: { view: StorePagesView }) {
  const { connection, shop, missing_scopes: missing, problem, pages } = view
  const isWithout = pages.some(({ kept }) => kept === 'text')
  const connect = <ConnectStore isAgain={connection !== 'none'} />
  return (
    <div className="mb-4 grid gap-2 empty:hidden">
      {connection === 'not-configured' && <Note text={t('store.notConfigured')} />}
      {connection === 'choose' && <Note text={t('store.choose')} />}
      {connection === 'none' && <Note text={t('store.notConnected')}>{connect}</Note>}
      {connection === 'uninstalled' && (
        <Note
          isWarning
          text={t('store.shopProblem', { shop: shop ?? '', problem: t('store.uninstalled') })}
        >
          {connect}
        </Note>
      )}
      {connection === 'disconnected' && (
        <Note text={t('store.shopProblem', { shop: shop ?? '', problem: t('store.disconnected') })}>
          {connect}
        </Note>
      )}
      {connection === 'ended' && (
        <Note isWarning text={t('store.unauthorized')}>
          {connect}
        </Note>
      )}
      {connection === 'alive' && shop && missing.includes(PAGES_SCOPE) && (
        <GivePermission scope={PAGES_SCOPE} />
      )}
      {connection === 'alive' && !missing.includes(PAGES_SCOPE) && problem && (
        <Note isWarning text={t('page.outOfDate', { message: problem })} />
      )}
      {connection === 'alive' && view.is_password_protected && (
        <Note text={t('page.passwordProtected')} />
      )}
      {connection === 'alive' && isWithout && <Note isWarning text={t('page.frameGone')} />}
      {view.is_demo && <DemoStore />}
    </div>
  )
}

function Note({
  text,
  isWarning = false,
  children,
}: {
  text: string
  isWarning?: boolean
  children?: ReactNode
}) {
  const Icon = isWarning ? TriangleAlert : Info
  return (
    <div
      role={isWarning ? 'alert' : 'note'}
      className={`flex flex-wrap items-start gap-x-3 gap-y-2 rounded-control px-4 py-2.5 ${isWarning ? 'bg-alert text-alert-text' : 'border border-line bg-sunken text-ink-2'}`}
    >
      <Icon size={16} className="mt-0.5 flex-none" />
      <p className="min-w-0 flex-1 basis-60 break-words">{text}</p>
      {children}
    </div>
  )
}
