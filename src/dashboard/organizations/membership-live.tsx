// Handles live events of members: invalidates the lists; the person concerned loads their session again.
import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { roleLabel } from '#domain/accounts/accounts.ts'
import { t } from '#domain/texts/text.ts'
import { useLiveEvent, useLiveReturn, useLiveStatus } from '../shell/live/live.tsx'
import { forgetAnswers, membersQuery, sessionQuery } from '../queries.ts'
import { memberOf, useSession, type Member } from '../shell/session/session.tsx'
import { toastSuccess, toastError } from '../ui/popups/toast.tsx'
import { savedInvitation } from '../shell/session/saved-invitation.ts'

export function MembershipLive() {
  const client = useQueryClient()
  const userId = useSession().user?.id
  const readMembers = () => void client.invalidateQueries({ queryKey: membersQuery.queryKey })
  const readSession = () => void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  useLiveEvent('membership.changed', ({ user_id }) => {
    readMembers()
    if (user_id === userId) readSession()
  })
  // Its name is in every header.
  useLiveEvent('organization.changed', readSession)
  useLiveReturn(() => {
    readMembers()
    // While disconnected there may have been one more decision.
    readSession()
  })
  const isLost = useLiveStatus() === 'lost'
  useEffect(() => {
    // The server also closes the connection of people whose role or membership has changed, and sends no event then.
    if (isLost) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }, [client, isLost])
  useMembershipNotice()
  useReturnToInvitation(userId)
  return null
}

/** Shows an owner's decision about the current person, however the client learned of it. */
function useMembershipNotice(): void {
  const client = useQueryClient()
  const session = useSession()
  const member = memberOf(session)
  const before = useRef<Member | null>(null)
  const { user } = session
  useEffect(() => {
    const was = before.current
    before.current = member
    // Signing out, or signing in as another person, is no decision of an owner.
    if (!was || was.user.id !== user?.id) return
    if (member?.organization.id !== was.organization.id) {
      // Removes all data of the organization from the screen of a person who is no longer in it.
      forgetAnswers(client)
      toastError(t('organization.left', { organization: was.organization.name }))
    } else if (member.profile.role !== was.profile.role) {
      void client.invalidateQueries({ queryKey: membersQuery.queryKey })
      toastSuccess(t('organization.roleChanged', { role: roleLabel(member.profile.role) }))
    }
  }, [client, member, user?.id])
}

/** People who opened an invitation signed out return to it after signing in, on whichever page that was. */
function useReturnToInvitation(userId: string | undefined): void {
  const navigate = useNavigate()
  const isThere = useLocation().pathname === '/invitation'
  const handled = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (!userId || handled.current === userId) return
    handled.current = userId
    if (savedInvitation() !== null && !isThere) void navigate({ to: '/invitation' })
  }, [userId, isThere, navigate])
}
