// The organization's store: its name, its state, and the button to connect it.
import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { removalText, themeProblemText, type StoreView } from '#domain/store/store.ts'
import { reasonOf } from '../api.ts'
import { GivePermission } from '../shell/store/give-permission.tsx'
import { Reconnect } from '../shell/store/reconnect.tsx'
import { useStore } from '../shell/store/use-store.ts'
import { Disconnect } from './disconnect-store.tsx'
import { StoreRemovals } from './store-removal.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { codeSettingQuery, useChooseCode } from './organizations-api.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClass } from '../ui/button.tsx'
import { DemoStore } from '../ui/demo-store.tsx'
import { Problem } from '../ui/problem.tsx'
import { isInAdmin } from '../ui/store-admin/admin-frame.ts'
import { SkeletonRows } from '../ui/waiting.tsx'

export function ConnectedStore({ isOwner }: { isOwner: boolean }) {
  const heading = useId()
  const { data, error, refetch } = useStore()
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="mb-2 text-section font-semibold">
        {t('store.title')}
      </h2>
      {error && <Problem text={reasonOf(error)} onRetry={() => void refetch()} />}
      {!error && (
        <div className="ledger">
          {data ? (
            <Shown view={data} isOwner={isOwner} />
          ) : (
            <SkeletonRows rows={1} label={t('store.loading')} />
          )}
        </div>
      )}
    </section>
  )
}

function Shown({ view, isOwner }: { view: StoreView; isOwner: boolean }) {
  const { store } = view
  return (
    <div className="px-6 pt-5 pb-6 max-md:px-4">
      {store ? <Named view={view} store={store} /> : <None view={view} isOwner={isOwner} />}
      {store && !store.is_alive && (
        <p role="alert" className="mt-3 font-medium text-danger-text">
          {t('store.unauthorized')}
        </p>
      )}
      {view.theme_problems.map((one) => (
        <p
          key={`${one.shop_name} ${one.problem}`}
          role="alert"
          className="mt-3 font-medium text-danger-text"
        >
          {themeProblemText(one)}
        </p>
      ))}
      {store?.is_alive && <GivePermission className="mt-4" missing={view.missing_scopes} />}
      {isOwner && view.is_configured && (
        <div className="mt-4 flex flex-wrap gap-2">
          {/* Another store opens the app in its own admin. */}
          {!(isInAdmin() && store?.is_alive) && (
            <Reconnect className={buttonClass()}>{linkTo(view)}</Reconnect>
          )}
          {store && <Disconnect view={view} store={store} />}
        </div>
      )}
      {isOwner && store && <AskForCode />}
      {isOwner && store && <StoreRemovals />}
      {view.is_demo && <DemoStore className="mt-5" />}
    </div>
  )
}

function AskForCode() {
  const isAsked = useQuery(codeSettingQuery).data?.is_asked
  const choose = useChooseCode()
  if (isAsked === undefined) return null
  return (
    <LabelledSwitch
      className="mt-5"
      label={t('store.askForCode.label')}
      hint={t('store.askForCode.hint')}
      checked={choose.isPending ? choose.variables : isAsked}
      onChange={(next) => choose.mutate(next)}
    />
  )
}

function linkTo({ store, removed_shop: removed }: StoreView): string {
  if (store) return store.is_alive ? t('store.connectAnother') : t('store.reconnect')
  return removed ? t('store.connectAgain') : t('store.connect')
}

function None({ view, isOwner }: { view: StoreView; isOwner: boolean }) {
  if (!view.is_configured) return <p>{t('store.notConfigured')}</p>
  if (view.removed_shop && view.removed_because) {
    // An owner who disconnected it needs no warning.
    const isLost = view.removed_because === 'store.uninstalled'
    return (
      <p
        role={isLost ? 'alert' : undefined}
        className={isLost ? 'font-medium wrap-anywhere text-danger-text' : 'wrap-anywhere'}
      >
        {t('store.shopProblem', {
          shop: view.removed_shop,
          problem: removalText(view.removed_because),
        })}
      </p>
    )
  }
  return (
    <p>
      {t('store.notConnected')} {isOwner ? t('store.connectBenefit') : t('store.ownerConnects')}
    </p>
  )
}

function Named({ view, store }: { view: StoreView; store: NonNullable<StoreView['store']> }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="me-auto min-w-0">
        <strong className="block text-panel font-semibold wrap-anywhere">
          {store.shop_name ?? store.shop}
        </strong>
        <span className="text-ink-2 wrap-anywhere">{store.shop}</span>
      </p>
      <Badge kind={store.is_alive ? 'active' : 'critical'}>
        {store.is_alive ? t('store.connected') : t('store.connectionLost')}
      </Badge>
      {view.admin_url && (
        <a
          href={view.admin_url}
          target="_blank"
          rel="noopener"
          className="inline-flex items-center gap-1.5 text-link"
        >
          {t('store.openInAdmin')}
          <ExternalLink size={14} className="flex-none" />
          <span className="sr-only">{t('link.newTab')}</span>
        </a>
      )}
    </div>
  )
}
