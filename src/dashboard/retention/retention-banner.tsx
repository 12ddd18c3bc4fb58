// Shown to owners on every page of the dashboard while a deletion waits for their confirmation.
import { useQuery } from '@tanstack/react-query'
import type { SessionView } from '#domain/accounts/accounts.ts'
import { memberOf } from '../shell/session/session.tsx'
import { late } from '../ui/lazy-part.tsx'
import { retentionQuery } from '../queries.ts'

const StoppedDeletion = late(async () => (await import('./stopped-deletion.tsx')).StoppedDeletion)

export function RetentionBanner({ session }: { session: SessionView }) {
  const isOwner = memberOf(session)?.profile.role === 'organization_owner'
  const { data } = useQuery({ ...retentionQuery, enabled: isOwner })
  if (!isOwner || !data?.is_stopped) return null
  return <StoppedDeletion view={data} />
}
