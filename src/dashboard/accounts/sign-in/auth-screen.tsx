// Signing in, signing up, and resetting a password.
import { useEffect, useLayoutEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useRouter } from '@tanstack/react-router'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import {
  isProviderProblem,
  providerProblems,
  type ProviderProblem,
} from '#domain/accounts/providers.ts'
import { sessionQuery } from '../../queries.ts'
import { savedClaim } from '../../shell/session/saved-claim.ts'
import { dropPage, savedPage } from '../../shell/session/saved-page.ts'
import { memberOf, SessionGate } from '../../shell/session/session.tsx'
import { useTitle } from '../../shell/title.ts'
import { LineTabs } from '../../ui/tabs.tsx'
import { toastSuccess } from '../../ui/popups/toast.tsx'
import { SignInFrame, Heading } from './sign-in-frame.tsx'
import { OtherWays } from './other-ways.tsx'
import { ForgotForm, NewPasswordForm, ResetSent } from './password-forms.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const REDIRECT_MS = 2000

type View =
  | { name: 'tabs'; note: string | null }
  | { name: 'second-factor' }
  | { name: 'forgot' }
  | { name: 'sent'; email: string }
  | { name: 'created' }
  | { name: 'recovery'; token: string }

const tabs = () =>
  [
    { value: 'in', label: t('auth.signIn') },
    { value: 'up', label: t('auth.signUp') },
  ] as const

/** How the person came to this page: directly, by a reset link with its token, or back from a provider. */
export type Arrival =
  | { from: 'anywhere' }
  | { from: 'reset-link'; token: string }
  | { from: 'provider'; as: 'signed-in' | 'second-factor' | ProviderProblem }

function firstView(arrival: Arrival): View {
  if (arrival.from === 'reset-link') return { name: 'recovery', token: arrival.token }
  if (arrival.from === 'provider' && arrival.as === 'second-factor')
    return { name: 'second-factor' }
  return { name: 'tabs', note: null }
}

const problemOf = (arrival: Arrival): string | null =>
  arrival.from === 'provider' && isProviderProblem(arrival.as)
    ? providerProblems[arrival.as]()
    : null

export function AuthScreen({ arrival }: { arrival: Arrival }) {
  const [view, setView] = useState<View>(firstView(arrival))
  const isBack = arrival.from === 'provider' && arrival.as === 'signed-in'
  useTitle(null)
  // Right after signing up there is already a session; the page shows that the account is ready before it redirects.
  const stays = view.name === 'created' || view.name === 'recovery'
  // People who sign in here go to the dashboard; people who came with a session continue with the onboarding.
  const [signsIn, setSignsIn] = useState(isBack)
  return (
    <SessionGate>
      {(session) =>
        session.user && !stays ? (
          <Enter to={homeOf(session, signsIn)} greets={isBack} />
        ) : (
          <SignInFrame onShown={() => setSignsIn(true)}>
            <Inside view={view} show={setView} problem={problemOf(arrival)} />
          </SignInFrame>
        )
      }
    </SessionGate>
  )
}

/** Continues after the sign-in with the page that a link from the store's admin, or from a mail, named. */
function homeOf(session: SessionView, signsIn: boolean): string {
  if (!signsIn || !memberOf(session) || savedClaim() !== null) return '/connect-shopify'
  return savedPage() ?? '/admin'
}

/** People who come back from a provider have not seen the welcome toast yet. */
function Enter({ to, greets }: { to: string; greets: boolean }) {
  const { history } = useRouter()
  useLayoutEffect(() => {
    history.replace(to)
    dropPage()
  }, [history, to])
  useEffect(() => {
    // If the session is cached this may run before the toasts are mounted, which happens in the same commit.
    if (greets) setTimeout(() => toastSuccess(t('success.welcome')))
  }, [greets])
  return null
}

type InsideProps = { view: View; show: (view: View) => void; problem: string | null }

function Inside({ view, show, problem }: InsideProps) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [tab, setTab] = useState<'in' | 'up'>('in')
  const toTabs = () => show({ name: 'tabs', note: null })

  switch (view.name) {
    case 'tabs':
      return (
        <>
          <Heading>{tab === 'in' ? t('auth.signInTitle') : t('auth.signUpTitle')}</Heading>
          <LineTabs label={t('account.title')} tabs={tabs()} value={tab} onChange={setTab}>
            {tab === 'in' ? (
              <SignInForm
                note={view.note}
                problem={problem}
                onForgot={() => show({ name: 'forgot' })}
                onSecondFactor={() => show({ name: 'second-factor' })}
              />
            ) : (
              <SignUpForm onCreated={() => show({ name: 'created' })} />
            )}
          </LineTabs>
          <OtherWays at={tab === 'in' ? 'sign-in' : 'sign-up'} />
        </>
      )
    case 'second-factor':
      return (
        <>
          <Heading takesFocus>{t('factor.show')}</Heading>
          <SecondFactorForm onBack={toTabs} />
          <OtherWays at="second-factor" />
        </>
      )
    case 'forgot':
      return (
        <>
          <Heading takesFocus>{t('password.forgotTitle')}</Heading>
          <ForgotForm onSent={(email) => show({ name: 'sent', email })} onBack={toTabs} />
        </>
      )
    case 'sent':
      return (
        <>
          <Heading takesFocus>{t('password.sentTitle')}</Heading>
          <ResetSent email={view.email} onBack={toTabs} />
        </>
      )
    case 'recovery':
      return (
        <>
          <Heading>{t('password.set')}</Heading>
          <NewPasswordForm
            token={view.token}
            onAskAgain={() => show({ name: 'forgot' })}
            onDone={() => {
              void navigate({ to: '/auth', replace: true })
              void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
              show({ name: 'tabs', note: t('password.isSet') })
            }}
          />
        </>
      )
    case 'created':
      return <Created />
  }
}

function Created() {
  const navigate = useNavigate()
  const client = useQueryClient()
  useEffect(() => {
    // Loaded now, so that the next page has the session already.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    const timer = setTimeout(() => void navigate({ to: '/connect-shopify' }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [client, navigate])
  return (
    <div role="status">
      <Heading takesFocus>{t('auth.readyTitle')}</Heading>
      <p className="mb-3">{t('auth.readyText')}</p>
      <Link to="/connect-shopify" className="text-link">
        {t('auth.readyContinue')}
      </Link>
    </div>
  )
}
