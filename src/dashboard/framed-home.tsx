// The first page inside a store's admin: the store's numbers, the steps by which its user gets access, and the
// checklist of a new shop.
import { Suspense } from 'react'
import { useQuery } from '@tanstack/react-query'
import { lazyScreen } from './shell/lazy-screen.ts'
import { overviewQuery } from './overview/overview-api.ts'
import type { Checklist as Given } from '#domain/organizations/checklist.ts'
import { isBlockDone } from '#domain/store/theme-block.ts'
import { useThemeBlock } from './shell/store/theme-block.tsx'
import { memberOf, useSession } from './shell/session/session.tsx'
import { AdminPageScreen } from './store/admin-page/admin-page-screen.tsx'
import { isInAdmin, readAdminFrame } from './ui/store-admin/admin-frame.ts'

/** Most shops have completed it. */
const Checklist = lazyScreen(() => import('./overview/checklist.tsx'), 'Checklist')

export const FramedHome = () => (
  <AdminPageScreen embedding={readAdminFrame(document)}>{isInAdmin() && <Guide />}</AdminPageScreen>
)

function Guide() {
  const member = memberOf(useSession())
  const { data } = useQuery({ ...overviewQuery, enabled: member !== null })
  const block = useThemeBlock(member !== null)
  const checklist =
    data?.checklist && withBlock(data.checklist, block !== null && isBlockDone(block.step))
  if (!member || !checklist || checklist.lines.every(({ state }) => state !== 'open')) return null
  return (
    <Suspense>
      <div className="mt-6">
        <Checklist checklist={checklist} organization={member.organization} />
      </div>
    </Suspense>
  )
}

/**
 * The block on a page completes the step, even before a visitor has seen it: Liquid renders it without a request to
 * our server.
 */
const withBlock = (given: Given, isDone: boolean): Given => ({
  ...given,
  lines: given.lines.map((line) =>
    line.step === 'widget' && isDone ? { ...line, state: 'done' } : line,
  ),
})
