// Who is signed in: read once, asked everywhere, and the gates in front of what needs it.
import { useEffect, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { currentLocale, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../../api.ts'
import { sessionQuery, signedOut } from '../../queries.ts'
import { dismissAllToasts } from '../../ui/popups/toast.tsx'
import { useServerMutation } from '../../server-mutation.ts'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'
import { Problem } from '../../ui/problem.tsx'
import { forgetUnsent, whenSent } from '../unsent/queue.ts'
import { mayLeave } from '../unsent/may-leave.ts'
import { PageSpinner } from '../../ui/waiting.tsx'
import { dropPage, holdPage } from './held-page.ts'

export type Member = {
  user: NonNullable<SessionView['user']>
  profile: NonNullable<SessionView['profile']>
  organization: NonNullable<SessionView['organization']>
}

/** The session with nothing missing, for people whose organization has approved them. */
export function memberOf({ user, profile, organization }: SessionView): Member | null {
  if (!user || !profile?.is_approved || !organization) return null
  return { user, profile, organization }
}

export const useSession = (): SessionView => useQuery(sessionQuery).data ?? signedOut

const LOADED_KEY = 'storehand.language'

/** This browser did not know the person's language yet. Once: a page that comes in another one again stays so. */
function loadInLanguage(language: Language): void {
  // Inside a store's admin its language counts.
  if (isInAdmin()) return
  if (language === currentLocale() || sessionStorage.getItem(LOADED_KEY) === language) return
  sessionStorage.setItem(LOADED_KEY, language)
  location.reload()
}

/** Waits for the session and shows that it waits; `children` is called with a whole one only. */
export function SessionGate({ children }: { children: (session: SessionView) => ReactNode }) {
  const session = useQuery(sessionQuery)
  const language = session.data?.user?.language
  useEffect(() => {
    if (language) loadInLanguage(language)
  }, [language])
  if (session.data) return children(session.data)
  if (session.error) {
    return (
      <div className="mx-auto max-w-[640px] p-6">
        <Problem
          text={t('organization.profileFailed', { message: reasonOf(session.error) })}
          onRetry={() => void session.refetch()}
        />
      </div>
    )
  }
  return <PageSpinner text={t('screen.loading')} />
}

export function SignedInGate({ children }: { children: (session: SessionView) => ReactNode }) {
  return <SessionGate>{(session) => (session.user ? children(session) : <ToSignIn />)}</SessionGate>
}

/** After signing in there, people come back to where they wanted to go. */
function ToSignIn() {
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => holdPage(href), [href])
  // The first page inside a store's admin is the way in there.
  return <Navigate to={isInAdmin() ? '/' : '/auth'} replace />
}

/** What is on its way gets so long to arrive before it is asked about. */
const SEND_FIRST_MS = 3000

export function useSignOut() {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useServerMutation({
    asksFirst: true,
    call: async () => {
      await whenSent(SEND_FIRST_MS)
      if (!(await mayLeave())) return false
      await call('POST /api/accounts/sign-out')
      dismissAllToasts()
      return true
    },
    onSuccess: async (isOut) => {
      if (!isOut) return
      forgetUnsent()
      client.setQueryData(sessionQuery.queryKey, signedOut)
      await navigate({ to: '/auth' })
      // Left on purpose, and the next one at this device may be somebody else.
      dropPage()
      // Nothing of one person's data is there for the next one on this device.
      client.removeQueries({
        predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0],
      })
    },
    done: (isOut) => (isOut ? t('success.signedOut') : undefined),
    failed: (error) =>
      error instanceof ApiError ? t('auth.signOutFailed') : t('auth.signOutUnexpected'),
  })
}
