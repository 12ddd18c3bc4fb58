// The page behind an invitation's link: the inviter, the organization, and the shortest way to join.
import { useEffect, useState, type ReactNode } from 'react'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, Navigate, useNavigate } from '@tanstack/react-router'
import { roleLabel, type SessionView } from '#domain/accounts/accounts.ts'
import { logoSize, type Brand } from '#domain/organizations/brand.ts'
import { rich, t } from '#domain/texts/text.ts'
import type { InvitationState, InvitationView } from '#domain/organizations/organizations.ts'
import { call, ApiError, reasonOf } from '../../api.ts'
import { SignInFrame, Heading } from './sign-in-frame.tsx'
import { OtherWays } from './other-ways.tsx'
import { ForgotForm, ResetSent } from './password-forms.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { sessionQuery, signedOut } from '../../queries.ts'
import { useServerMutation } from '../../server-mutation.ts'
import { memberOf, SessionGate } from '../../shell/session/session.tsx'
import { useTitle } from '../../shell/title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { longDate } from '../../ui/dates.ts'
import { Problem } from '../../ui/problem.tsx'
import { LineTabs } from '../../ui/tabs.tsx'
import { PageSpinner } from '../../ui/waiting.tsx'
import { dropInvitation, savedInvitation } from '../../shell/session/saved-invitation.ts'

const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: () => call('POST /api/organizations/invitations/read', { body: { token } }),
    staleTime: Infinity,
  })

/** An error is shown beside the invitation: it often requires another account, and a toast disappears. */
function useAcceptInvitation() {
  const client = useQueryClient()
  return useServerMutation({
    call: (token: string) =>
      call('POST /api/organizations/invitations/accept', { body: { token } }),
    done: ({ organization, is_approved }) =>
      is_approved
        ? t('success.invitationAccepted', { organization: organization.name })
        : undefined,
    onSuccess: async () => {
      dropInvitation()
      // Cancels a running read of the session: its answer may be from before the membership.
      await client.invalidateQueries({ queryKey: sessionQuery.queryKey })
    },
  })
}

export function InvitationScreen() {
  useTitle(t('invitation.title'))
  const [token] = useState(savedInvitation)
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
  if (!data) return <PageSpinner text={t('screen.loading')} />
  const { state } = data
  if (state !== 'open') return <Over state={state} invitation={data} session={session} />
  if (session.user && session.user.email !== data.email) {
    return <OtherAccount invitation={data} session={session} />
  }
  if (session.organization) return <Elsewhere invitation={data} session={session} />
  return <Open token={token} invitation={data} isSignedIn={session.user !== null} />
}

/** An inviter without a known name is called an owner. */
const inviterOf = ({ inviter }: InvitationView) => ({
  who: inviter === null ? 'owner' : 'person',
  inviter: inviter ?? '',
})

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
      <Heading>
        {t('invitation.heading', { ...inviterOf(invitation), organization: organization.name })}
      </Heading>
      <p className="-mt-2 mb-5 text-ink-2 wrap-anywhere">
        {t('invitation.role', { role: roleLabel(role) })} {children}
      </p>
    </>
  )
}

/**
 * One way to join at a time: a button for people who are signed in; for others, signing up or in with the invited
 * address.
 */
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
      <Intro invitation={invitation}>
        {t('invitation.signedInAs', { email: invitation.email })}
      </Intro>
      {accept.error && <Problem className="mb-5" text={reasonOf(accept.error)} />}
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" inactive={accept.isPending} onClick={join}>
          {accept.isPending
            ? t('invitation.joining')
            : t('invitation.join', { organization: invitation.organization.name })}
        </Button>
        <NotNow>{t('action.notNow')}</NotNow>
      </div>
    </>
  )
}

const tabs = () =>
  [
    { value: 'up', label: t('auth.signUp') },
    { value: 'in', label: t('auth.signIn') },
  ] as const

type View = 'tabs' | 'second-factor' | 'forgot' | 'sent'

/** `onIn`: a session of the invited address was created on this page to join. */
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
        <Heading takesFocus>{t('factor.show')}</Heading>
        <SecondFactorForm onBack={toTabs} />
      </>
    )
  }
  if (view === 'forgot') {
    return (
      <>
        <Heading takesFocus>{t('password.forgotTitle')}</Heading>
        <ForgotForm email={email} onSent={() => setView('sent')} onBack={toTabs} />
      </>
    )
  }
  if (view === 'sent') {
    return (
      <>
        <Heading takesFocus>{t('password.sentTitle')}</Heading>
        <ResetSent email={email} onBack={toTabs} />
      </>
    )
  }
  return (
    <>
      <Intro invitation={invitation}>
        {has_account ? t('invitation.hasAccount') : t('invitation.makeAccount')}
      </Intro>
      <LineTabs label={t('account.title')} tabs={tabs()} value={tab} onChange={setTab}>
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
  // Unlike the sign-out in the header it stays on this page, which has the invitation.
  const leave = useServerMutation({
    call: () => call('POST /api/accounts/sign-out'),
    failed: () => t('auth.signOutFailed'),
    onSuccess: () => {
      client.setQueryData(sessionQuery.queryKey, signedOut)
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== 'session' && queryKey[0] !== 'invitation',
      })
    },
  })
  return (
    <>
      <ShopMark brand={invitation.organization} />
      <Heading>{t('invitation.otherTitle')}</Heading>
      <p className="mb-5 wrap-anywhere">
        {rich('invitation.otherText', {
          ...inviterOf(invitation),
          email: invitation.email,
          organization: invitation.organization.name,
          ownEmail: session.user?.email ?? '',
          invited: (text) => (
            <b key="invited" className="font-semibold">
              {text}
            </b>
          ),
          own: (text) => (
            <b key="own" className="font-semibold">
              {text}
            </b>
          ),
        })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" inactive={leave.isPending} onClick={() => leave.mutate()}>
          {t('invitation.signOut')}
        </Button>
        <NotNow>{t('invitation.staySignedIn')}</NotNow>
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
      <Heading>
        {t('invitation.elsewhereTitle', { organization: session.organization?.name ?? '' })}
      </Heading>
      <p className="mb-5 wrap-anywhere">
        {t('invitation.elsewhereText', {
          ...inviterOf(invitation),
          organization: organization.name,
        })}
      </p>
      <NotNow>{t('invitation.openOrganization')}</NotNow>
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
      heading: t('invitation.expiredTitle'),
      text: t('invitation.expiredText', {
        ...inviterOf(invitation),
        organization: organization.name,
        date: longDate(expires_at),
      }),
    },
    withdrawn: {
      heading: t('invitation.withdrawnTitle'),
      text: t('invitation.withdrawnText', {
        ...inviterOf(invitation),
        organization: organization.name,
      }),
    },
    used: {
      heading: t('invitation.usedTitle'),
      text: t('invitation.usedText', { email: invitation.email, organization: organization.name }),
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
      <Heading>{t('invitation.unknownTitle')}</Heading>
      <p className="mb-5">{t('invitation.unknownText')}</p>
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
      {isSignedIn ? t('invitation.openOrganization') : t('invitation.toSignIn')}
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
