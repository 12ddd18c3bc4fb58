// The organization's page: none yet, waiting for approval, or the people an approved member finds.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { fill, messages } from '#domain/messages.ts'
import { sessionQuery } from '../queries.ts'
import { memberOf, useSession } from '../shell/session.tsx'
import { useTitle } from '../shell/title.ts'
import { Problem } from '../ui/problem.tsx'
import { Approved } from './approved.tsx'
import { dropInvitation, heldInvitation } from './held-invitation.ts'
import { Invited } from './invited.tsx'
import { Pending } from './pending.tsx'
import { Welcome } from './welcome.tsx'

export function OrganizationsScreen() {
  useTitle('Organizations')
  const [invitation, setInvitation] = useState(heldInvitation)
  const { refetch } = useQuery(sessionQuery)
  const drop = () => {
    dropInvitation()
    setInvitation(null)
  }
  const session = useSession()
  const { profile, organization, join_request } = session
  const member = memberOf(session)

  if (invitation !== null && !organization) return <Invited token={invitation} onDone={drop} />
  if (profile?.organization_id && !organization) {
    const message = messages['dashboard.organizationNotFound']
    return (
      <Problem text={fill('organization.loadFailed', { message })} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      {invitation !== null && organization && (
        <Unused organization={organization.name} onDone={drop} />
      )}
      {member && <Approved member={member} />}
      {!member && organization && <Pending name={organization.name} />}
      {!member && !organization && join_request && (
        <Pending name={join_request.organization_name} canWithdraw />
      )}
      {!organization && !join_request && <Welcome />}
    </>
  )
}

function Unused({ organization, onDone }: { organization: string; onDone: () => void }) {
  return (
    <p
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 rounded-control border border-line bg-sunken px-4 py-2.5"
    >
      <span className="me-auto">
        You already belong to {organization}. The invitation was not used.
      </span>
      <button type="button" className="text-link" onClick={onDone}>
        Dismiss
      </button>
    </p>
  )
}
