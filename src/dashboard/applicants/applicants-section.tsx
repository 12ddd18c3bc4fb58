// Applicant Management: its head, and the list or the board below it.
import { Suspense, useEffect, useId, useRef } from 'react'
import { lazyRouteComponent, Link } from '@tanstack/react-router'
import { Columns3, List } from 'lucide-react'
import { useShortcut } from '../shell/keys/shortcuts.ts'
import { FoldTitle } from '../ui/fold.tsx'
import { DOCKS, TABLET, useMediaQuery } from '../ui/hooks/media-query.ts'
import { Segments } from '../ui/forms/segments.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { ApplicantSearch } from './list/applicant-filters.tsx'
import { ApplicantList } from './list/applicant-list.tsx'
import { useApplicantsUrl, type ApplicantsUrl } from './applicants-url.ts'
import { focusPerson } from './list/list-keys.ts'
import { Rejecting } from './mails/rejecting.tsx'

const views = [
  { value: 'list', label: 'List', icon: List },
  { value: 'board', label: 'Board', icon: Columns3 },
] as const

const CompareView = lazyRouteComponent(() => import('./profile/compare-view.tsx'), 'CompareView')
const ApplicantBoard = lazyRouteComponent(
  () => import('./board/applicant-board.tsx'),
  'ApplicantBoard',
)

export function ApplicantsSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const url = useApplicantsUrl()
  useReturnOfFocus(url.applicant)
  const Title = overview ? FoldTitle : 'h1'
  const isComparing = url.compared !== undefined && !overview

  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex min-h-9 flex-wrap items-center gap-2">
        <Title
          id={heading}
          className={`me-auto font-semibold md:whitespace-nowrap ${overview ? 'text-section' : 'text-page'}`}
        >
          Applicant Management
        </Title>
        {/* Two people side by side are no list to search. */}
        <div
          className={
            isComparing
              ? 'hidden'
              : 'flex min-w-[190px] flex-1 items-center justify-end gap-2 max-md:contents'
          }
        >
          <ApplicantSearch url={url} />
          {overview ? (
            <Link to="/admin/applicants" className="ms-3 py-1 text-label font-medium text-link">
              Open full view
            </Link>
          ) : (
            <ViewSwitch url={url} />
          )}
        </div>
      </div>
      <Rejecting>{listOf(url, overview)}</Rejecting>
    </section>
  )
}
/** The list, the board, or two people of them beside each other. */
function listOf(url: ApplicantsUrl, overview: boolean) {
  if (url.compared && !overview) {
    return (
      <Suspense fallback={<SkeletonRows label="Loading the profiles" />}>
        <CompareView ids={url.compared} url={url} />
      </Suspense>
    )
  }
  if (url.view === 'board' && !overview) {
    return (
      <Suspense fallback={<SkeletonRows label="Loading the board" />}>
        <ApplicantBoard url={url} />
      </Suspense>
    )
  }
  return <ApplicantList url={url} overview={overview} />
}

function ViewSwitch({ url }: { url: ApplicantsUrl }) {
  const docks = useMediaQuery(DOCKS)
  const isNarrow = useMediaQuery(TABLET)
  useShortcut('applicants.view', () => url.show(url.view === 'board' ? 'list' : 'board'))
  return (
    <Segments
      label="View"
      segments={views}
      value={url.view}
      onChange={url.show}
      narrow={isNarrow || (docks && url.applicant !== undefined)}
    />
  )
}

/** When the profile closes, the focus is back on the name it was opened from. */
function useReturnOfFocus(applicant: string | undefined): void {
  const last = useRef(applicant)
  useEffect(() => {
    const closed = applicant === undefined ? last.current : undefined
    last.current = applicant
    if (closed === undefined) return
    const frame = requestAnimationFrame(() => focusPerson(document, closed))
    return () => cancelAnimationFrame(frame)
  }, [applicant])
}
