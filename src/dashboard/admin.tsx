// The pages of signed-in people. For members: the menu, live updates of every feature folder, and the page of the address.
import { Navigate, Outlet } from '@tanstack/react-router'
import { ApplicantsLive } from './applicants/applicants-live.tsx'
import { IncidentsLive } from './incidents/incidents-live.tsx'
import { JobsLive } from './jobs/jobs-live.tsx'
import { RequestsLive } from './rights/requests-live.tsx'
import { AdminLayout, PageLayout } from './dashboard-layouts.tsx'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'
import { memberOf, SignedInGate, useSession } from './shell/session/session.tsx'
import { late } from './ui/lazy-part.tsx'

const NoApproval = late(async () => (await import('./overview/no-approval.tsx')).NoApproval)

/** Stays in place from page to page, so that a chosen entry or tab keeps the focus. */
export function Admin() {
  return (
    <SignedInGate>
      {(session) =>
        memberOf(session) ? (
          <AdminLayout session={session}>
            <ApplicantsLive />
            <JobsLive />
            <IncidentsLive />
            <RequestsLive />
            <Outlet />
          </AdminLayout>
        ) : (
          <PageLayout session={session}>
            <Outlet />
          </PageLayout>
        )
      }
    </SignedInGate>
  )
}

/** Everything below /admin. */
export function MembersOnly() {
  const session = useSession()
  if (memberOf(session)) return <Outlet />
  if (isInAdmin()) return <Navigate to="/" replace />
  return (
    <NoApproval pending={session.organization !== null || session.join_request !== undefined} />
  )
}
