// The session: loaded once, used everywhere, and the gates in front of pages that need it.
import { useEffect, type ReactNode } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useLocation, useNavigate } from '@tanstack/react-router'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { currentLocale, type Language } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { ApiError, call, reasonOf } from '../../api.ts'
import { forgetAnswers, sessionQuery, signedOut } from '../../queries.ts'
import { belongTo } from '../../ui/hooks/value-store.ts'
import { dismissAllToasts } from '../../ui/popups/toast.tsx'
import { useServerMutation } from '../../server-mutation.ts'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'
import { Problem } from '../../ui/problem.tsx'
import { forgetUnsent, whenSent } from '../unsent/queue.ts'
import { mayLeave } from '../unsent/may-leave.ts'
import { PageSpinner } from '../../ui/waiting.tsx'
import { dropPage, savePage } from './saved-page.ts'

export type Member = {
  user: NonNullable<SessionView['user']>
  profile: NonNullable<SessionView['profile']>
  organization: NonNullable<SessionView['organization']>
}

/** The session with all fields, for approved members. */
export function memberOf({ user, profile, organization }: SessionView): Member | null {
  if (!user || !profile?.is_approved || !organization) return null
  return { user, profile, organization }
}

export const useSession = (): SessionView => useQuery(sessionQuery).data ?? signedOut

const LOADED_KEY = 'storehand.language'

/**
 * This browser did not know the person's language yet. Once: a page that still comes in another language is not
 * reloaded again.
 */
function loadInLanguage(language: Language): void {
  // Inside a store's admin its language counts.
  if (isInAdmin()) return
  if (language === currentLocale() || sessionStorage.getItem(LOADED_KEY) === language) return
  sessionStorage.setItem(LOADED_KEY, language)
  location.reload()
}

/** Shows a spinner until the session is loaded; `children` is called only with a complete one. */
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

/** After signing in there, people return to the requested page. */
function ToSignIn() {
  const href = useLocation({ select: (location) => location.href })
  useEffect(() => savePage(href), [href])
  // The first page inside a store's admin handles the sign-in there.
  return <Navigate to={isInAdmin() ? '/' : '/auth'} replace />
}

/** How long queued changes may take to arrive before the person is asked about them. */
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
      // The sign-out was intended, and the next person at this device may be another one.
      dropPage()
      // No data of one person stays for the next one on this device.
      belongTo(undefined)
      forgetAnswers(client)
    },
    done: (isOut) => (isOut ? t('success.signedOut') : undefined),
    failed: (error) =>
      error instanceof ApiError ? t('auth.signOutFailed') : t('auth.signOutUnexpected'),
  })
}
