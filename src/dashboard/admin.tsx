// Everything below /admin: the frame, live updates of every feature folder, and the section that the address names.
import { Navigate, Outlet } from '@tanstack/react-router'
import { ApplicantsLive } from './applicants/applicants-live.tsx'
import { IncidentsLive } from './incidents/incidents-live.tsx'
import { JobsLive } from './jobs/jobs-live.tsx'
import { NoApproval } from './overview/no-approval.tsx'
import { AdminFrame, PageFrame } from './frames.tsx'
import { isInAdmin } from './ui/store-admin/admin-frame.ts'
import { memberOf, SignedInGate } from './shell/session/session.tsx'

export function Admin() {
  return (
    <SignedInGate>
      {(session) =>
        memberOf(session) ? (
          <AdminFrame session={session}>
            <ApplicantsLive />
            <JobsLive />
            <IncidentsLive />
            <Outlet />
          </AdminFrame>
        ) : isInAdmin() ? (
          <Navigate to="/" replace />
        ) : (
          <PageFrame session={session}>
            <NoApproval
              pending={session.organization !== null || session.join_request !== undefined}
            />
          </PageFrame>
        )
      }
    </SignedInGate>
  )
}
