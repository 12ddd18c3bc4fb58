// The first page inside a store's admin: the steps by which its user gets access, then what is left to set up or, once
// that is done, the latest figures.
import { useEffect, useState, type ReactNode } from 'react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { lazyScreen } from './shell/lazy-screen.ts'
import { HomeFigures, homeFunnelQuery } from './overview/home-figures.tsx'
import { overviewQuery } from './overview/overview-api.ts'
import type { Checklist as Given } from '#domain/organizations/checklist.ts'
import { isBlockDone } from '#domain/store/theme-block.ts'
import { blockQuery } from './shell/store/block-query.ts'
import { useThemeBlock, type ThemeBlock } from './shell/store/theme-block.tsx'
import { memberOf } from './shell/session/session.tsx'
import { sessionQuery } from './queries.ts'
import { AdminPageScreen } from './store/admin-page/admin-page-screen.tsx'
import { isInAdmin, readAdminFrame } from './ui/store-admin/admin-frame.ts'

/** Most shops have completed it. */
const Checklist = lazyScreen(() => import('./overview/checklist.tsx'), 'Checklist')
export const loadSteps = async (): Promise<void> => Checklist.preload?.()

export function FramedHome() {
  return <AdminPageScreen embedding={readAdminFrame()} {...useHome()} />
}

/** The admin around this page may never say what is in the theme; by then the home is shown without it. */
const BLOCK_WAIT_MS = 1000
let hasWaited = false

/** All that the home waits for: the view that it replaces stays until then. */
export async function loadHome(client: QueryClient): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, BLOCK_WAIT_MS))
  await Promise.all([loadSteps(), Promise.race([client.prefetchQuery(blockQuery), late])])
  hasWaited = true
}

/**
 * What stands above the cards. `isReady`: everything that has a place above something else is known, so that nothing moves
 * once it is rendered.
 */
function useHome(): { isReady: boolean; isSetUp: boolean; setup: ReactNode } {
  const session = useQuery({ ...sessionQuery, enabled: isInAdmin() })
  const member = session.data ? memberOf(session.data) : null
  const { data: overview, isPending } = useQuery({ ...overviewQuery, enabled: member !== null })
  const block = useThemeBlock(member !== null)
  const isLate = useIsLate()
  const checklist = overview?.checklist && withBlock(overview.checklist, block)
  const isOpen = checklist?.lines.some(({ state }) => state === 'open') ?? false
  // Not only when it is rendered: until then other answers are waited for.
  useEffect(() => {
    if (isOpen) void loadSteps()
  }, [isOpen])
  const figures = useQuery({ ...homeFunnelQuery, enabled: Boolean(overview) && !isOpen })
  if (!isInAdmin() || (session.data && !member) || session.error) {
    return { isReady: true, isSetUp: false, setup: null }
  }
  const isKnown = isOpen || !overview || !figures.isPending
  return {
    isReady: !isPending && isKnown && (block !== null || isLate),
    isSetUp: !isOpen,
    setup:
      member && isOpen && checklist ? (
        <div className="mt-6">
          <Checklist checklist={checklist} organization={member.organization} />
        </div>
      ) : (
        overview && <HomeFigures overview={overview} />
      ),
  }
}

function useIsLate(): boolean {
  const [isLate, setLate] = useState(hasWaited)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), BLOCK_WAIT_MS)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/**
 * The block on a page completes the step, even before a visitor has seen it: Liquid renders it without a request to
 * our server.
 */
const withBlock = (given: Given, block: ThemeBlock | null): Given => ({
  ...given,
  lines: given.lines.map((line) =>
    line.step === 'widget' && block && isBlockDone(block.step) ? { ...line, state: 'done' } : line,
  ),
})
