// The organization's page for an approved member: the people, and the ways in for owners.
import { useEffect, useRef, useState, type FocusEvent, type RefObject } from 'react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { reasonOf } from '../api.ts'
import type { Member } from '../shell/session/session.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { InvitationRow } from './invitation-row.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { MemberList } from './member-list.tsx'
import { MemberRow, PendingRow } from './member-row.tsx'
import { membersQuery } from '../queries.ts'

export function Approved({ member }: { member: Member }) {
  const { organization, profile, user } = member
  const people = useQuery(membersQuery)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [inviting, setInviting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const remember = useHeir(heading, people.data)
  const isOwner = profile.role === 'organization_owner'
  const members = people.data?.members ?? []
  const pending = (isOwner && people.data?.pending) || []
  const invitations = (isOwner && people.data?.invitations) || []
  // No member except the owner: the dashboard shows the first steps.
  const isAlone = members.length === 1 && pending.length === 0
  const isNew = isAlone && invitations.length === 0

  return (
    <div onFocus={remember}>
      <div className="flex flex-wrap items-start gap-x-2 gap-y-3">
        <div
          className={`me-auto min-w-0 flex-[1_1_320px] ${isAlone ? 'max-md:basis-full' : 'max-md:flex-[1_1_180px]'}`}
        >
          <h1 ref={heading} tabIndex={-1} className="text-page font-semibold wrap-anywhere">
            {organization.name}
          </h1>
          <p className="mt-1 text-ink-2">{t('organization.intro')}</p>
        </div>
        {/* On phones the menu leads there as well, and the button to invite keeps its place beside the name. */}
        <Link
          to="/admin"
          className={`${buttonClass(isNew ? 'primary' : 'outline')} ${isAlone ? '' : 'max-md:hidden'}`}
        >
          {t('organization.openDashboard')}
        </Link>
        {isOwner && (
          <Button kind={isNew ? 'outline' : 'primary'} onClick={() => setInviting(true)}>
            <Plus size={16} className="-ms-0.5" />
            {t('action.invite')}
          </Button>
        )}
      </div>
      {people.error && (
        <Problem
          className="mt-6"
          text={t('organization.usersFailed', { message: reasonOf(people.error) })}
          onRetry={() => void people.refetch()}
        />
      )}
      {people.isPending && (
        <div className="ledger mt-8">
          <SkeletonRows rows={3} label={t('organization.usersLoading')} />
        </div>
      )}
      {pending.length > 0 && (
        <MemberList title={t('organization.pendingTitle')} count={pending.length}>
          {pending.map((person) => (
            <PendingRow key={person.id} person={person} />
          ))}
        </MemberList>
      )}
      {members.length > 0 && (
        <MemberList title={t('organization.usersTitle')} count={members.length}>
          {members.map((person) => (
            <MemberRow
              key={person.id}
              person={person}
              isYou={person.id === user.id}
              canDecide={isOwner}
              organization={organization.name}
            />
          ))}
        </MemberList>
      )}
      {invitations.length > 0 && (
        <MemberList title={t('organization.invitationsTitle')} count={invitations.length}>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </MemberList>
      )}
      {isOwner && (inviting || hash === 'invite') && (
        <InviteDialog
          organization={organization.name}
          onClose={() => {
            setInviting(false)
            if (hash === 'invite') void navigate({ to: '/organizations', replace: true })
          }}
        />
      )}
    </div>
  )
}

/** When the focused row disappears after a decision, the page's heading gets the focus. */
function useHeir(
  heading: RefObject<HTMLElement | null>,
  people: unknown,
): (event: FocusEvent) => void {
  const last = useRef<Element | null>(null)
  useEffect(() => {
    // After the confirmation dialog has closed and tried to restore the focus.
    const frame = requestAnimationFrame(() => {
      const isLost = document.activeElement === document.body && last.current?.isConnected === false
      if (isLost) heading.current?.focus()
    })
    return () => cancelAnimationFrame(frame)
  }, [heading, people])
  return (event) => {
    last.current = event.target
  }
}
