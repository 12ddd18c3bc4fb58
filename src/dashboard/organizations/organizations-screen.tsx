// The organization's page: without one, pending, or for an approved member.
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { sessionQuery } from '../queries.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { useTitle } from '../shell/title.ts'
import { Problem } from '../ui/problem.tsx'
import { Approved } from './approved.tsx'
import { Pending } from './pending.tsx'
import { Welcome } from './welcome.tsx'

export function OrganizationsScreen() {
  useTitle(t('organization.screenTitle'))
  const { refetch } = useQuery(sessionQuery)
  const session = useSession()
  const { profile, organization, join_request } = session
  const member = memberOf(session)

  if (profile?.organization_id && !organization) {
    const message = t('dashboard.organizationNotFound')
    return (
      <Problem text={t('organization.loadFailed', { message })} onRetry={() => void refetch()} />
    )
  }
  return (
    <>
      {member && <Approved member={member} />}
      {!member && organization && <Pending name={organization.name} />}
      {!member && !organization && join_request && (
        <Pending name={join_request.organization_name} canWithdraw />
      )}
      {!organization && !join_request && <Welcome />}
    </>
  )
}
