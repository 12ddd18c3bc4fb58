// The organization's store: its name, its state, and its settings.
import { useId } from 'react'
import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { CUSTOMERS_SCOPE, themeProblemText, type StoreView } from '#domain/store/store.ts'
import { reasonOf } from '../api.ts'
import { usePermission } from '../shell/store/give-permission.tsx'
import { Reconnect } from '../shell/store/reconnect.tsx'
import { useStore } from '../shell/store/use-store.ts'
import { Disconnect } from './disconnect-store.tsx'
import { StoreRemovals } from './store-removal.tsx'
import { LabelledSwitch } from '../ui/forms/switch.tsx'
import { codeSettingQuery, useChooseCode } from './organizations-api.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { useSettings } from '../ui/settings/use-settings.tsx'
import { isInAdmin } from '../ui/store-admin/admin-frame.ts'

/** Nothing without one: the pages above it say so, and lead to the connection. */
export function ConnectedStore({ isOwner }: { isOwner: boolean }) {
  const heading = useId()
  const { data, error, refetch } = useStore()
  if (error) return <Problem text={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data?.store) return null
  return (
    <section aria-labelledby={heading} className="mt-8">
      <h2 id={heading} className="mb-2 text-section font-semibold">
        {t('store.title')}
      </h2>
      <div className="ledger px-6 pt-5 pb-6 max-md:px-4">
        <Named view={data} store={data.store} />
        {!data.store.is_alive && (
          <p role="alert" className="mt-3 font-medium text-danger-text">
            {t('store.unauthorized')}
          </p>
        )}
        {data.theme_problems.map((one) => (
          <p
            key={`${one.shop_name} ${one.problem}`}
            role="alert"
            className="mt-3 font-medium text-danger-text"
          >
            {themeProblemText(one)}
          </p>
        ))}
        {isOwner && data.is_configured && (
          <div className="mt-4 flex flex-wrap gap-2">
            {/* Another store opens the app in its own admin. */}
            {!(isInAdmin() && data.store.is_alive) && (
              <Reconnect className={buttonClass()}>
                {data.store.is_alive ? t('store.connectAnother') : t('store.reconnect')}
              </Reconnect>
            )}
            <Disconnect view={data} store={data.store} />
          </div>
        )}
        {isOwner && <SignedInCustomers view={data} />}
        {isOwner && <StoreRemovals />}
      </div>
    </section>
  )
}

/** Customers who are signed in to the shop are recognised once the store lets the app read them. */
function SignedInCustomers({ view }: { view: StoreView }) {
  const stored = useQuery(codeSettingQuery).data
  const recognise = usePermission(CUSTOMERS_SCOPE, () => undefined)
  if (!view.missing_scopes.includes(CUSTOMERS_SCOPE))
    return stored && <CodeSwitch stored={stored} />
  return (
    <div className="mt-5 grid justify-items-start gap-2">
      <p className="max-w-[60ch] text-ink-2">{t('store.recognise.about')}</p>
      {recognise.panel('w-full') || (
        <Button onClick={recognise.press} inactive={!view.store?.is_alive}>
          {t('store.recognise.turnOn')}
        </Button>
      )}
    </div>
  )
}

function CodeSwitch({ stored }: { stored: { is_asked: boolean } }) {
  const { mutateAsync: choose } = useChooseCode()
  const { onOff } = useSettings({
    values: stored,
    save: ({ is_asked = stored.is_asked }) => choose(is_asked),
  })
  return (
    <LabelledSwitch
      {...onOff('is_asked', t('store.askForCode.label'))}
      className="mt-5"
      hint={t('store.askForCode.hint')}
    />
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
