// /shopify-install: asks for the shop and redirects to its permission page; with a code it is the OAuth callback.
import { useEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import { t, type TextCode } from '#domain/texts/text.ts'
import {
  cleanShopInput,
  DEMO_SHOP,
  readShop,
  STORE_URL_EXAMPLE,
  type StoreAppView,
} from '#domain/store/store.ts'
import { ApiError, reasonOf } from '../api.ts'
import { useTitle } from '../shell/title.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Field, inputClass } from '../ui/forms/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { toastError } from '../ui/popups/toast.tsx'
import { Spinner } from '../ui/waiting.tsx'
import { NoStoreApp } from './no-store-app.tsx'
import { callbackQuery, storeAppQuery, useBeginInstall } from './store-api.ts'
import { AskedRights } from './asked-rights.tsx'
import { ChooseStore } from './choose-store.tsx'
import { storeProblem } from '../shell/store/store-problem.ts'
import { StoreFrame } from './store-frame.tsx'
import type { InstallSearch } from './store-url.ts'

export function InstallScreen() {
  const search = useSearch({ from: '/shopify-install' })
  useTitle(null)
  return (
    <StoreFrame width="max-w-[488px]">
      {search.code ? <Processing query={search} /> : <Install search={search} />}
    </StoreFrame>
  )
}

/** The signature of the callback is valid for seconds: everything else waits. */
function Processing({ query }: { query: InstallSearch }) {
  const { shop = '' } = query
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, error } = useQuery(callbackQuery(query))
  useEffect(() => {
    if (error) {
      const installProblem = error instanceof ApiError ? error.code : 'server.unexpected'
      const refusal = { error: 'oauth_exchange_failed', ...(readShop(shop) ? { shop } : {}) }
      const state = { installProblem }
      void navigate({ to: '/shopify-install', search: refusal, state, replace: true })
    }
    if (!data) return
    if (!data.is_stored) {
      const installProblem = 'store.sessionFailed'
      if (data.began_at === '/connect-shopify') {
        const state = { installProblem, problemShop: data.shop } as const
        void navigate({ to: '/connect-shopify', search: { step: '2' }, state, replace: true })
      } else {
        const search = { shop: data.shop }
        const state = { installProblem } as const
        void navigate({ to: '/shopify-install', search, state, replace: true })
      }
    } else if (data.began_at === '/connect-shopify') {
      const state = { connectedShop: data.shop }
      void navigate({ to: '/connect-shopify', state, replace: true })
    } else if (data.began_at !== '/shopify-install') {
      // A permission was granted from the page that missed it; its cached data is outdated.
      void client.invalidateQueries({ queryKey: ['store'], refetchType: 'none' })
      void navigate({ to: data.began_at, replace: true })
    } else {
      const to = data.is_linked ? '/shopify-success' : '/shopify-welcome'
      void navigate({ to, search: { shop: data.shop }, replace: true })
    }
  }, [client, data, error, navigate, shop])
  return (
    <div className="pt-16">
      <h1 className="sr-only">{t('install.label')}</h1>
      <Spinner text={t('install.processing')} />
    </div>
  )
}

/** What went wrong, without internal details. */
function problemOf(search: InstallSearch, reason: TextCode | undefined): string | undefined {
  if (reason === 'store.sessionFailed')
    return t('store.connectFailed', { message: t('store.sessionFailed') })
  if (search.error !== 'oauth_exchange_failed') return undefined
  const why = reason && storeProblem(reason)
  return why ? t('store.exchangeFailedWhy', { reason: why }) : t('store.exchangeFailed')
}

function Install({ search }: { search: InstallSearch }) {
  const navigate = useNavigate()
  const app = useQuery(storeAppQuery())
  const reason = useRouterState({ select: ({ location }) => location.state.installProblem })
  const problem = problemOf(search, reason)
  const isRefused = search.error === 'access_denied'
  const [shop, setShop] = useState(cleanShopInput(search.shop ?? ''))
  const field = useRef<HTMLInputElement>(null)
  const isListed = app.data?.distribution === 'app_store'

  // The signed parameters from the store are no longer needed.
  const isSigned = isRefused && search.hmac !== undefined
  const named = readShop(search.shop ?? '')
  useEffect(() => {
    if (!isSigned) return
    const refusal = { error: 'access_denied', ...(named && { shop: named }) }
    void navigate({ to: '/shopify-install', search: refusal, replace: true })
  }, [isSigned, named, navigate])

  const tryAgain = () =>
    void navigate({
      to: '/shopify-install',
      search: search.shop ? { shop: search.shop } : {},
      replace: true,
    }).then(() => field.current?.focus())

  const isAlone = app.data !== undefined && !app.data.is_configured
  return (
    <>
      {isAlone && <FrontDoor />}
      <Title isBelow={isAlone}>{t('install.title')}</Title>
      {!isListed && !isAlone && <p className="mt-1 text-ink-2">{t('install.hint')}</p>}
      {problem && (
        <Problem className="mt-6" text={problem} {...(!isListed && { onRetry: tryAgain })} />
      )}
      {isRefused && <Refused />}
      {app.error && (
        <Problem className="mt-6" text={reasonOf(app.error)} onRetry={() => void app.refetch()} />
      )}
      {isAlone && <NoStoreApp className="mt-4" />}
      {isListed && <ChooseStore url={app.data?.install_url ?? null} />}
      {app.data?.distribution === 'custom' && (
        <ShopForm shop={shop} onShop={setShop} app={app.data} field={field} />
      )}
      <div className="mt-10">
        <AskedRights scopes={app.data?.scopes ?? []} />
      </div>
    </>
  )
}

/** An installation that knows no stores: `/` leads here too, and nobody is to think that a store is needed. */
const FrontDoor = () => (
  <>
    <h1 className="text-page font-semibold">{t('store.aloneTitle')}</h1>
    <p className="mt-1 mb-6 text-ink-2">{t('install.aloneHint')}</p>
    <Link to="/auth" className={buttonClass('primary')}>
      {t('install.aloneStart')}
    </Link>
  </>
)

const Title = ({ isBelow, children }: { isBelow: boolean; children: string }) =>
  isBelow ? (
    <h2 className="mt-16 border-t border-line pt-6 text-section font-semibold">{children}</h2>
  ) : (
    <h1 className="text-page font-semibold">{children}</h1>
  )

const Refused = () => (
  <div
    role="status"
    className="mt-6 grid justify-items-start gap-2 rounded-control border border-line bg-sunken px-4 py-3"
  >
    <p>{t('store.refused')}</p>
    <Link to="/organizations" className="text-link">
      {t('store.continueWithout')}
    </Link>
  </div>
)

function ShopForm({
  shop,
  onShop,
  app,
  field,
}: {
  shop: string
  onShop: (shop: string) => void
  app: StoreAppView
  field: RefObject<HTMLInputElement | null>
}) {
  const begin = useBeginInstall('/shopify-install')
  const [refused, setRefused] = useState<string>()
  const busy = begin.isPending || begin.isSuccess
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setRefused(undefined)
    if (!shop) {
      field.current?.focus()
      return toastError(t('store.domainRequired'), undefined, 'shop-domain')
    }
    if (!readShop(shop)) {
      field.current?.focus()
      return setRefused(t('store.urlInvalid', { host: STORE_URL_EXAMPLE }))
    }
    begin.mutate(shop)
  }

  return (
    <form noValidate onSubmit={submit} className="mt-8 grid gap-5">
      <Field
        label={t('install.domain')}
        error={refused}
        hint={app.is_demo ? t('install.demoStore', { shop: DEMO_SHOP }) : t('install.domainHint')}
      >
        {(wiring) => (
          <span className="flex">
            <input
              {...wiring}
              ref={field}
              name="shop"
              value={shop}
              onChange={(event) => onShop(cleanShopInput(event.target.value))}
              placeholder={t('install.domainExample')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className={classNames(inputClass, 'h-11 rounded-e-none text-panel')}
            />
            <span
              aria-hidden="true"
              className="flex flex-none items-center rounded-e-control border border-s-0 border-field bg-sunken px-3 text-panel text-ink-2"
            >
              .myshopify.com
            </span>
          </span>
        )}
      </Field>
      <Button
        type="submit"
        kind={app.is_configured ? 'primary' : 'outline'}
        className="h-11 justify-self-start px-5 text-panel max-md:w-full"
        inactive={busy}
      >
        {busy ? t('store.connecting') : t('install.start')}
      </Button>
    </form>
  )
}
