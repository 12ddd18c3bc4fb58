// /connect-shopify: the onboarding in three steps: the welcome, the store's address, and the connected store.
import {
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type FormEvent,
  type ReactNode,
} from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate, useRouterState, useSearch } from '@tanstack/react-router'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import {
  CONNECTED_MS,
  DEMO_SHOP,
  isStoreUrl,
  withScheme,
  STORE_URL_EXAMPLE,
  type EndedBecause,
  type StoreView,
} from '#domain/store/store.ts'
import { storeQuery } from '../queries.ts'
import { savedClaim } from '../shell/session/saved-claim.ts'
import { memberOf, SessionGate } from '../shell/session/session.tsx'
import { useTitle } from '../shell/title.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { DemoStore } from '../ui/demo-store.tsx'
import { TextInput } from '../ui/forms/field.tsx'
import { Problem } from '../ui/problem.tsx'
import { PageSpinner } from '../ui/waiting.tsx'
import { storeAppQuery, useBeginInstall } from './store-api.ts'
import { ClaimStep } from './claim-step.tsx'
import { AskedRights } from './asked-rights.tsx'
import { ChooseStore } from './choose-store.tsx'
import { StoreFrame } from './store-frame.tsx'
import { storeProblem } from '../shell/store/store-problem.ts'
import { NoStoreApp } from './no-store-app.tsx'
import { StoreTick } from './store-tick.tsx'

type Parts = {
  Frame: ComponentType<{ session: SessionView; children: ReactNode }>
  /** The form that makes the organization, for an installation that knows no stores. */
  NameShop: ComponentType<{ children: string }>
}

export function ConnectScreen({ Frame, NameShop }: Parts) {
  useTitle(t('store.connectTitle'))
  return (
    <SessionGate>
      {(session) =>
        session.user ? (
          <Frame session={session}>
            <Onboarding session={session} NameShop={NameShop} />
          </Frame>
        ) : (
          // The link to sign in is beside the sentence that asks for it, and nowhere else.
          <StoreFrame signIn={false}>
            <SignInFirst />
          </StoreFrame>
        )
      }
    </SessionGate>
  )
}

function Onboarding({ session, NameShop }: { session: SessionView } & Pick<Parts, 'NameShop'>) {
  const app = useQuery(storeAppQuery()).data
  const { step, again } = useSearch({ from: '/connect-shopify' })
  const { connectedShop, installProblem: problem } = useRouterState({
    select: ({ location }) => location.state,
  })
  if (connectedShop) return <Connected shop={connectedShop} />
  const claim = savedClaim()
  if (claim) return <ClaimStep claim={claim} session={session} />
  const isOwner = memberOf(session)?.profile.role === 'organization_owner'
  // Only an owner can connect the store; a person without an organization is about to become one.
  if (session.organization && !(isOwner && (again || problem)))
    return <Navigate to="/organizations" replace />
  if (!session.organization && step === undefined && app && !app.is_configured)
    return <WithoutStore NameShop={NameShop} />
  return session.organization ? (
    <Again step={step} />
  ) : (
    <Beginning step={step} again={again} removed={undefined} />
  )
}

/** Nothing to connect: the first step asks for the shop's name, and is the last. */
function WithoutStore({ NameShop }: Pick<Parts, 'NameShop'>) {
  return (
    <div className="max-w-[480px]">
      <StepHeading>{t('store.aloneTitle')}</StepHeading>
      <p className="mt-2 text-ink-2">{t('store.aloneHint')}</p>
      <NameShop>{t('store.start')}</NameShop>
      <p className="mt-8 border-t border-line pt-6">
        <Link to="/organizations" className="text-link">
          {t('store.aloneJoin')}
        </Link>
      </p>
    </div>
  )
}

/** For an owner whose store was disconnected: its address need not be typed again. */
function Again({ step }: { step: '2' | undefined }) {
  const store = useQuery(storeQuery)
  if (store.isPending) return <PageSpinner text={t('screen.loading')} />
  return <Beginning step={step} again="true" removed={removedOf(store.data)} />
}

type RemovedStore = { shop: string; because: EndedBecause }

const removedOf = (view: StoreView | undefined): RemovedStore | undefined =>
  view?.removed_shop && view.removed_because
    ? { shop: view.removed_shop, because: view.removed_because }
    : undefined

type Begun = { again: 'true' | undefined; removed: RemovedStore | undefined }

const Beginning = ({ step, ...begun }: Begun & { step: '2' | undefined }) =>
  step === '2' ? <StoreStep {...begun} /> : <WelcomeStep {...begun} />

/** Owners know of a store that they disconnected; one that removed the app needs an explanation. */
function Removed({ store }: { store: RemovedStore | undefined }) {
  if (store?.because !== 'store.uninstalled') return null
  return (
    <p
      role="alert"
      className="mb-8 max-w-[480px] rounded-control bg-alert px-4 py-3 text-alert-text wrap-anywhere"
    >
      {t('store.shopProblem', { shop: store.shop, problem: t('store.uninstalled') })}
    </p>
  )
}

function SignInFirst() {
  return (
    <div className="max-w-[560px]">
      <h1 className="text-page font-semibold">{t('store.connectTitle')}</h1>
      <p className="mt-2 mb-6">{t('store.signInRequired')}</p>
      <Link to="/auth" className={buttonClass('primary')}>
        {t('auth.signIn')}
      </Link>
    </div>
  )
}

const steps = ['welcome', 'store', 'done'] as const

function Steps({ at, children }: { at: 1 | 2 | 3; children: ReactNode }) {
  const isDemo = useQuery(storeAppQuery()).data?.is_demo
  return (
    <>
      <ol
        aria-label={t('store.steps')}
        className="mb-8 flex flex-wrap gap-x-6 gap-y-1 text-label font-medium text-ink-3"
      >
        {steps.map((step, place) => (
          <li
            key={step}
            aria-current={place + 1 === at ? 'step' : undefined}
            className="border-b-2 border-transparent pb-1 aria-[current]:border-brand-500 aria-[current]:text-ink"
          >
            {place + 1} {t(`store.step.${step}`)}
          </li>
        ))}
      </ol>
      {isDemo && <DemoStore className="mb-8 max-w-[480px]" />}
      {children}
    </>
  )
}

/** Each step replaces the one that had the focus, so it gets the focus. */
function StepHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-page font-semibold text-balance">
      {children}
    </h1>
  )
}

function WelcomeStep({ again, removed }: Begun) {
  const navigate = useNavigate()
  return (
    <Steps at={1}>
      <Removed store={removed} />
      <div className="max-w-[480px]">
        <StepHeading>{t('store.welcomeTitle')}</StepHeading>
        <p className="mt-2 text-ink-2">{t('store.welcomeHint')}</p>
        <div className="mt-8 flex flex-wrap items-center gap-x-5 gap-y-3">
          <Button
            kind="primary"
            onClick={() =>
              void navigate({
                to: '/connect-shopify',
                search: { step: '2', ...(again && { again }) },
              })
            }
          >
            {t('store.start')}
          </Button>
          <Link to="/organizations" className="text-link">
            {again ? t('store.backToOrganizations') : t('store.continueWithout')}
          </Link>
        </div>
      </div>
    </Steps>
  )
}

function StoreStep(begun: Begun) {
  const app = useQuery(storeAppQuery()).data
  if (!app) return <PageSpinner text={t('screen.loading')} />
  if (app.distribution === 'custom') return <AddressStep {...begun} />
  return (
    <Steps at={2}>
      <Removed store={begun.removed} />
      <StepHeading>{t('store.connectTitle')}</StepHeading>
      <ChooseStore url={app.install_url} />
    </Steps>
  )
}

function AddressStep({ again, removed }: Begun) {
  const app = useQuery(storeAppQuery()).data
  const begin = useBeginInstall('/connect-shopify')
  const navigate = useNavigate()
  const { installProblem: problem, problemShop } = useRouterState({
    select: ({ location }) => location.state,
  })
  const known = problemShop ?? removed?.shop
  const [url, setUrl] = useState(known ? `https://${known}` : '')
  const [refused, setRefused] = useState<string>()
  const field = useRef<HTMLFormElement>(null)
  const busy = begin.isPending || begin.isSuccess

  const refuse = (text: string) => {
    setRefused(text)
    field.current?.querySelector('input')?.focus()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!url.trim()) return refuse(t('store.urlRequired'))
    const whole = withScheme(url)
    setUrl(whole)
    if (!isStoreUrl(whole)) return refuse(t('store.urlInvalid', { host: STORE_URL_EXAMPLE }))
    setRefused(undefined)
    begin.mutate(whole)
  }

  return (
    <Steps at={2}>
      <Removed store={removed} />
      <div className="grid gap-x-16 gap-y-10 md:grid-cols-[minmax(0,480px)_minmax(0,1fr)]">
        <form ref={field} noValidate onSubmit={submit} className="grid content-start gap-6">
          <StepHeading>{t('store.connectTitle')}</StepHeading>
          {problem && (
            <Problem
              text={t('store.connectFailed', {
                message: storeProblem(problem) ?? t('server.unexpected'),
              })}
            />
          )}
          {app && !app.is_configured && <NoStoreApp />}
          <TextInput
            label={t('store.url')}
            name="store_url"
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={STORE_URL_EXAMPLE}
            roomy
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            onBlur={() => setUrl(withScheme)}
            error={refused}
            hint={
              app?.is_demo
                ? t('install.demoStore', { shop: `https://${DEMO_SHOP}` })
                : t('store.urlHint')
            }
          />
          <div className="flex flex-wrap gap-2">
            <Button
              onClick={() =>
                void navigate({ to: '/connect-shopify', search: again ? { again } : {} })
              }
            >
              {t('action.back')}
            </Button>
            <Button type="submit" kind="primary" inactive={busy}>
              {busy ? t('store.connecting') : t('store.connectShop')}
            </Button>
          </div>
        </form>
        <AskedRights scopes={app?.scopes ?? []} />
      </div>
    </Steps>
  )
}

function Connected({ shop }: { shop: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    void client.invalidateQueries({ queryKey: storeQuery.queryKey })
    const timer = setTimeout(
      () => void navigate({ to: '/organizations', replace: true }),
      CONNECTED_MS,
    )
    return () => clearTimeout(timer)
  }, [client, navigate])
  return (
    <Steps at={3}>
      <div role="status" className="max-w-[480px]">
        <StoreTick />
        <div className="mt-5">
          <StepHeading>{t('store.connectedTitle')}</StepHeading>
        </div>
        <p className="mt-1 mb-6 text-ink-2 wrap-anywhere">{t('store.connectedHint', { shop })}</p>
        <Link to="/organizations" replace className="text-link">
          {t('careers.done.continueNow')}
        </Link>
      </div>
    </Steps>
  )
}
