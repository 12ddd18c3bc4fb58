// Everything below /admin: the frame, live updates of every feature folder, and the section that the address names.
import { Navigate, Outlet } from '@tanstack/react-router'
import { ApplicantsLive } from './applicants/applicants-live.tsx'
import { IncidentsLive } from './incidents/incidents-live.tsx'
import { JobsLive } from './jobs/jobs-live.tsx'
import { NoApproval } from './overview/no-approval.tsx'
import { AdminLayout, PageLayout } from './dashboard-layouts.tsx'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'
import { memberOf, SignedInGate } from './shell/session/session.tsx'

export function Admin() {
  return (
    <SignedInGate>
      {(session) =>
        memberOf(session) ? (
          <AdminLayout session={session}>
            <ApplicantsLive />
            <JobsLive />
            <IncidentsLive />
            <Outlet />
          </AdminLayout>
        ) : isInAdmin() ? (
          <Navigate to="/" replace />
        ) : (
          <PageLayout session={session}>
            <NoApproval
              pending={session.organization !== null || session.join_request !== undefined}
            />
          </PageLayout>
        )
      }
    </SignedInGate>
  )
}
