// One person of the organization, and the owner's actions.
import { shownEmailAddress } from '#domain/accounts/email-address.ts'
import { useState, type ReactNode } from 'react'
import { Check } from 'lucide-react'
import { roles } from '#domain/accounts/access.ts'
import { roleLabel } from '#domain/accounts/accounts.ts'
import type { OrganizationMember } from '#domain/organizations/organizations.ts'
import { rich, t } from '#domain/texts/text.ts'
import { fullName } from '#domain/full-name.ts'
import { Button } from '../ui/button.tsx'
import { SmallChoice } from '../ui/forms/choice.tsx'
import { shortDate } from '../ui/dates.ts'
import { ConfirmDialog } from '../ui/popups/dialog.tsx'
import { useApproveMember, useChangeRole, useRemoveMember } from './organizations-api.ts'

const roleOptions = roles.map((role) => ({ value: role, label: roleLabel(role) }))

function initialsOf({ first_name, last_name }: OrganizationMember): string {
  const first = (text: string) => Array.from(text)[0]?.toUpperCase() ?? ''
  return first(first_name) + first(last_name)
}

function Row({
  person,
  note,
  warning,
  children,
}: {
  person: OrganizationMember
  note?: string
  warning?: string | undefined
  children: ReactNode
}) {
  return (
    <div
      role="row"
      className="flex min-h-[47px] items-center gap-x-3 border-t border-line py-[5px] ps-4 pe-3 first:border-t-0 hover:bg-hover max-md:grid max-md:gap-y-2 max-md:py-3 max-md:pe-4"
    >
      <div role="cell" className="flex min-w-0 flex-1 items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-8 flex-none place-items-center rounded-control bg-sunken text-meta font-semibold text-ink-2 max-md:hidden"
        >
          {initialsOf(person)}
        </span>
        <span className="min-w-0">
          <b className="font-semibold wrap-anywhere">{fullName(person)}</b>
          {note && <span className="text-ink-2"> {note}</span>}
          <span className="block text-meta wrap-anywhere text-ink-3">
            {shownEmailAddress(person.email)}
          </span>
          {warning && <span className="block text-meta font-medium text-ink-2">{warning}</span>}
        </span>
      </div>
      <div role="cell" className="text-ink-2 tabular-nums max-md:text-meta md:w-40">
        {rich('member.joined', {
          day: shortDate(person.joined_at),
          date: (text) => (
            <time key="date" dateTime={person.joined_at}>
              {text}
            </time>
          ),
        })}
      </div>
      <div
        role="cell"
        className="flex items-center justify-end gap-2 max-md:flex-wrap max-md:justify-start md:min-w-[260px]"
      >
        {children}
      </div>
    </div>
  )
}

export function PendingRow({ person }: { person: OrganizationMember }) {
  const approve = useApproveMember()
  const [declining, setDeclining] = useState(false)
  const name = fullName(person)
  return (
    <Row person={person} warning={person.email_verified ? undefined : t('member.emailUnverified')}>
      <Button
        size="small"
        aria-label={t('member.approveName', { name })}
        inactive={approve.isPending}
        onClick={() => approve.mutate(person.id)}
      >
        <Check size={16} className="-ms-0.5 text-ink-2" />
        {t('action.approve')}
      </Button>
      <Button
        kind="plain"
        size="small"
        aria-label={t('member.declineName', { name })}
        onClick={() => setDeclining(true)}
      >
        {t('member.declineButton')}
      </Button>
      {declining && (
        <RemoveDialog
          person={person}
          title={t('member.declineName', { name })}
          question={t('member.declineQuestion', { name })}
          confirm={t('action.decline')}
          onClose={() => setDeclining(false)}
        />
      )}
    </Row>
  )
}

export function MemberRow({
  person,
  isYou,
  canDecide,
  organization,
}: {
  person: OrganizationMember
  isYou: boolean
  canDecide: boolean
  organization: string
}) {
  const changeRole = useChangeRole()
  const [removing, setRemoving] = useState(false)
  const name = fullName(person)
  if (isYou || !canDecide) {
    return (
      <Row person={person} {...(isYou && { note: t('member.you') })}>
        <span className="text-ink-2 md:pe-2.5">{roleLabel(person.role)}</span>
      </Row>
    )
  }
  return (
    <Row person={person}>
      <SmallChoice
        label={t('member.roleOf', { name })}
        options={roleOptions}
        // Shows the chosen role during the request, and the old one again after an error.
        value={changeRole.isPending ? changeRole.variables.role : person.role}
        onChange={(role) => {
          if (role !== person.role) changeRole.mutate({ id: person.id, role })
        }}
      />
      <Button
        kind="plain"
        size="small"
        aria-label={t('member.removeName', { name })}
        onClick={() => setRemoving(true)}
      >
        {t('action.removeAsks')}
      </Button>
      {removing && (
        <RemoveDialog
          person={person}
          title={t('member.removeName', { name })}
          question={t('member.removeQuestion', { name, organization })}
          confirm={t('action.remove')}
          onClose={() => setRemoving(false)}
        />
      )}
    </Row>
  )
}

function RemoveDialog({
  person,
  onClose,
  ...words
}: {
  person: OrganizationMember
  title: string
  question: string
  confirm: string
  onClose: () => void
}) {
  const remove = useRemoveMember()
  return (
    <ConfirmDialog
      {...words}
      busy={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(person.id, { onSettled: onClose })}
    />
  )
}
