// What the link of an invitation leads to: who invites to what, and the shortest way in for whoever opened it.
import { useEffect, useState, type ReactNode } from 'react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { roleLabel, type SessionView } from '#domain/accounts/accounts.ts'
import { logoSize, type Brand } from '#domain/organizations/brand.ts'
import { t } from '#domain/texts/text.ts'
import type { InvitationState, InvitationView } from '#domain/organizations/organizations.ts'
import { call, ApiError, reasonOf } from '../../api.ts'
import { SignInFrame, Heading } from './sign-in-frame.tsx'
import { OtherWays } from './other-ways.tsx'
import { ForgotForm, ResetSent } from './password-forms.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { sessionQuery, signedOut } from '../../queries.ts'
import { memberOf, SessionGate } from '../../shell/session/session.tsx'
import { useTitle } from '../../shell/title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { longDate } from '../../ui/dates.ts'
import { Problem } from '../../ui/problem.tsx'
import { LineTabs } from '../../ui/tabs.tsx'
import { toastError, toastSuccess } from '../../ui/popups/toast.tsx'
import { PageSpinner } from '../../ui/waiting.tsx'
import { dropInvitation, heldInvitation } from '../../shell/session/held-invitation.ts'

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /api/organizations/invitations/read', { body: { token } }),
    staleTime: Infinity,
  })

/** A refusal is shown where the invitation stands: it often needs another account, and a toast goes away. */
function useAcceptInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (token: string) =>
      call('POST /api/organizations/invitations/accept', { body: { token } }),
    onSuccess: async ({ organization, is_approved }) => {
      dropInvitation()
      await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
      if (is_approved) {
        toastSuccess(t('success.invitationAccepted', { organization: organization.name }))
      }
    },
  })
}

export function InvitationScreen() {
  useTitle('Invitation')
  const [token] = useState(heldInvitation)
  return (
    <SessionGate>
      {(session) => (
        <SignInFrame>
          {token === null ? <Unknown /> : <Read token={token} session={session} />}
        </SignInFrame>
      )}
    </SessionGate>
  )
}

function Read({ token, session }: { token: string; session: SessionView }) {
  const { data, error, refetch } = useQuery(invitationQuery(token))
  if (error instanceof ApiError && error.code === 'organization.invitationInvalid') {
    return <Unknown />
  }
  if (error) return <Problem text={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data) return <PageSpinner text="Loading..." />
  const { state } = data
  if (state !== 'open') return <Over state={state} invitation={data} session={session} />
  if (session.user && session.user.email !== data.email) {
    return <OtherAccount invitation={data} session={session} />
  }
  if (session.organization) return <Elsewhere invitation={data} session={session} />
  return <Open token={token} invitation={data} isSignedIn={session.user !== null} />
}

const inviterOf = ({ inviter }: InvitationView) => inviter ?? 'An owner'

function ShopMark({ brand }: { brand: Brand }) {
  if (!brand.logo) return null
  return (
    <span className="mb-5 inline-block rounded-control bg-white">
      <img src={brand.logo.href} {...logoSize(brand.logo)} alt="" />
    </span>
  )
}

function Intro({ invitation, children }: { invitation: InvitationView; children: ReactNode }) {
  const { organization, role } = invitation
  return (
    <>
      <ShopMark brand={organization} />
      <Heading>{`${inviterOf(invitation)} invites you to ${organization.name}`}</Heading>
      <p className="-mt-2 mb-5 text-ink-2 wrap-anywhere">
        You join as {roleLabel(role)}: you read applications, answer them and look after the job
        posts. {children}
      </p>
    </>
  )
}

/** The one way in at a time that fits: joining, for whoever is signed in; else signing up or in with the invited address. */
function Open(props: { token: string; invitation: InvitationView; isSignedIn: boolean }) {
  const { token, invitation, isSignedIn } = props
  const accept = useAcceptInvitation()
  const navigate = useNavigate()
  const join = () =>
    accept.mutate(token, {
      onSuccess: ({ is_approved }) =>
        void navigate({ to: is_approved ? '/admin' : '/organizations', replace: true }),
    })
  if (!isSignedIn) return <WaysIn invitation={invitation} onIn={join} />
  return (
    <>
      <Intro invitation={invitation}>You are signed in as {invitation.email}.</Intro>
      {accept.error && <Problem className="mb-5" text={reasonOf(accept.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" inactive={accept.isPending} onClick={join}>
          {accept.isPending ? 'Joining…' : `Join ${invitation.organization.name}`}
        </Button>
        <NotNow>Not now</NotNow>
      </div>
    </>
  )
}

const tabs = [
  { value: 'up', label: 'Sign Up' },
  { value: 'in', label: 'Sign In' },
] as const

type View = 'tabs' | 'second-factor' | 'forgot' | 'sent'

/** `onIn`: there is a session of the invited address now, opened on this page for this purpose. */
function WaysIn({ invitation, onIn }: { invitation: InvitationView; onIn: () => void }) {
  const { email, has_account } = invitation
  const client = useQueryClient()
  const [view, setView] = useState<View>('tabs')
  const [tab, setTab] = useState<'up' | 'in'>(has_account ? 'in' : 'up')
  const toTabs = () => setView('tabs')
  const enter = async () => {
    onIn()
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  }
  if (view === 'second-factor') {
    return (
      <>
        <Heading takesFocus>Show your second factor</Heading>
        <SecondFactorForm onBack={toTabs} />
      </>
    )
  }
  if (view === 'forgot') {
    return (
      <>
        <Heading takesFocus>Forgot your password?</Heading>
        <ForgotForm email={email} onSent={() => setView('sent')} onBack={toTabs} />
      </>
    )
  }
  if (view === 'sent') {
    return (
      <>
        <Heading takesFocus>Check your email</Heading>
        <ResetSent email={email} onBack={toTabs} />
      </>
    )
  }
  return (
    <>
      <Intro invitation={invitation}>
        {has_account
          ? 'You have an account with this address already: sign in to join.'
          : 'Make an account to join: it takes a minute.'}
      </Intro>
      <LineTabs label="Account" tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'up' ? (
          <SignUpForm email={email} onCreated={() => void enter()} />
        ) : (
          <SignInForm
            email={email}
            note={null}
            problem={null}
            onForgot={() => setView('forgot')}
            onSecondFactor={() => setView('second-factor')}
          />
        )}
      </LineTabs>
      <OtherWays at={tab === 'in' ? 'sign-in' : 'sign-up'} />
    </>
  )
}

type Signed = { invitation: InvitationView; session: SessionView }

function OtherAccount({ invitation, session }: Signed) {
  const client = useQueryClient()
  const [isLeaving, setLeaving] = useState(false)
  // Stays on this page, unlike the header's: the invitation goes on from here.
  const leave = async () => {
    setLeaving(true)
    try {
      await call('POST /api/accounts/sign-out')
      client.setQueryData(sessionQuery.queryKey, signedOut)
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'invitation',
      })
    } catch {
      toastError(t('auth.signOutFailed'))
      setLeaving(false)
    }
  }
  return (
    <>
      <ShopMark brand={invitation.organization} />
      <Heading>This invitation is for another address</Heading>
      <p className="mb-5 wrap-anywhere">
        {inviterOf(invitation)} invites <b className="font-semibold">{invitation.email}</b> to{' '}
        {invitation.organization.name}. You are signed in as{' '}
        <b className="font-semibold">{session.user?.email}</b>.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" inactive={isLeaving} onClick={() => void leave()}>
          Sign out and continue
        </Button>
        <NotNow>Stay signed in</NotNow>
      </div>
    </>
  )
}

function Elsewhere({ invitation, session }: Signed) {
  const { organization } = invitation
  // Accepted a moment ago, here or in another window.
  if (session.organization?.id === organization.id) return <Inside session={session} />
  return (
    <>
      <ShopMark brand={organization} />
      <Heading>{`You already belong to ${session.organization?.name ?? ''}`}</Heading>
      <p className="mb-5 wrap-anywhere">
        An account belongs to one organization. To join {organization.name}, ask{' '}
        {inviterOf(invitation)} to invite another address of yours, or leave your organization
        first.
      </p>
      <NotNow>Open your organization</NotNow>
    </>
  )
}

function Inside({ session }: { session: SessionView }) {
  useEffect(dropInvitation)
  return <Navigate to={memberOf(session) ? '/admin' : '/organizations'} replace />
}

type Ended = Signed & { state: Exclude<InvitationState, 'open'> }

function Over({ state, invitation, session }: Ended) {
  const { organization, expires_at } = invitation
  if (session.organization?.id === organization.id) return <Inside session={session} />
  const texts = {
    expired: {
      heading: 'This invitation has expired',
      text: `The link to join ${organization.name} worked until ${longDate(expires_at)}. Ask ${invitation.inviter ?? 'an owner'} to send it again.`,
    },
    withdrawn: {
      heading: 'This invitation was withdrawn',
      text: `${organization.name} has taken it back. If you did not expect that, ask ${invitation.inviter ?? 'an owner'}.`,
    },
    used: {
      heading: 'This invitation has been used',
      text: `Sign in as ${invitation.email} to open ${organization.name}. If you have left it since, ask an owner for a new invitation.`,
    },
  }
  const { heading, text } = texts[state]
  return (
    <>
      <ShopMark brand={organization} />
      <Heading>{heading}</Heading>
      <p className="mb-5 wrap-anywhere">{text}</p>
      <Away isSignedIn={session.user !== null} />
    </>
  )
}

function Unknown() {
  const { data } = useQuery(sessionQuery)
  return (
    <>
      <Heading>This invitation link does not work</Heading>
      <p className="mb-5">
        A newer invitation may have replaced it, or part of the link is missing. Open the link in
        your newest invitation email, or ask whoever invited you to send it again.
      </p>
      <Away isSignedIn={Boolean(data?.user)} />
    </>
  )
}

function Away({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <Link
      to={isSignedIn ? '/organizations' : '/auth'}
      onClick={dropInvitation}
      className={buttonClass()}
    >
      {isSignedIn ? 'Open your organization' : 'Go to Sign In'}
    </Link>
  )
}

/** The link in the mail still works afterwards. */
function NotNow({ children }: { children: string }) {
  return (
    <Link to="/organizations" onClick={dropInvitation} className={buttonClass()}>
      {children}
    </Link>
  )
}
