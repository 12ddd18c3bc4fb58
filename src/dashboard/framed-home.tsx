// The first page inside a store's admin: what the store has, the way in for its user, and the steps of a new shop.
import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { lazyRouteComponent } from '@tanstack/react-router'
import { overviewQuery } from './overview/overview-api.ts'
import { memberOf, useSession } from './shell/session/session.tsx'
import { AdminPageScreen } from './store/admin-page/admin-page-screen.tsx'
import { isInAdmin, readAdminFrame } from './ui/store-admin/admin-frame.ts'

/** Most shops are past it. */
const Checklist = lazyRouteComponent(() => import('./overview/checklist.tsx'), 'Checklist')

export const FramedHome = () => (
  <AdminPageScreen embedding={readAdminFrame(document)}>{isInAdmin() && <Guide />}</AdminPageScreen>
)

function Guide() {
  const member = memberOf(useSession())
  const { data } = useQuery({ ...overviewQuery, enabled: member !== null })
  if (!member || !data?.checklist) return null
  return (
    <Suspense>
      <div className="mt-6">
        <Checklist checklist={data.checklist} organization={member.organization} />
      </div>
    </Suspense>
  )
}
