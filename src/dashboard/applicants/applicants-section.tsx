// Applicant Management: its heading, and the list or the board below it.
import { Suspense, useId } from 'react'
import { Columns3, List } from 'lucide-react'
import { t } from '#domain/texts/text.ts'
import { lazyScreen } from '../shell/lazy-screen.ts'
import { useShortcut } from '../shell/keys/shortcuts.ts'
import { DOCKS, TABLET, useMediaQuery } from '../ui/hooks/media-query.ts'
import { useIsFirstScreen, useIsSecondRender } from '../ui/hooks/second-render.ts'
import { Segments } from '../ui/forms/segments.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { ApplicantSearch } from './list/applicant-filters.tsx'
import { ApplicantList } from './list/applicant-list.tsx'
import { useApplicantsUrl, type ApplicantsUrl } from './applicants-url.ts'
import { Rejecting } from './mails/rejecting.tsx'
import { useReturnOfFocus } from '../ui/hooks/focus.ts'
import { SectionHead } from '../ui/list/section-head.tsx'

const CompareView = lazyScreen(() => import('./profile/compare-view.tsx'), 'CompareView')
const ApplicantBoard = lazyScreen(() => import('./board/applicant-board.tsx'), 'ApplicantBoard')

export function ApplicantsSection({ overview = false }: { overview?: boolean }) {
  const heading = useId()
  const url = useApplicantsUrl()
  useReturnOfFocus('person', url.applicant)
  const isFirst = useIsFirstScreen()
  const isListRendered = useIsSecondRender() || isFirst || overview
  const isComparing = url.compared !== undefined && !overview

  return (
    <section aria-labelledby={heading}>
      <SectionHead
        id={heading}
        title={t('applicant.listTitle')}
        to="/admin/applicants"
        overview={overview}
      >
        {/* Hidden in the comparison, which has no list to search. */}
        {!isComparing && (
          <div className="flex min-w-[190px] flex-1 items-center justify-end gap-2 max-md:contents">
            <ApplicantSearch url={url} />
            {!overview && <ViewSwitch url={url} />}
          </div>
        )}
      </SectionHead>
      {isListRendered && <Rejecting>{listOf(url, overview)}</Rejecting>}
    </section>
  )
}
/** The list, the board, or the comparison of two applicants. */
function listOf(url: ApplicantsUrl, overview: boolean) {
  if (url.compared && !overview) {
    return (
      <Suspense fallback={<SkeletonRows label={t('applicant.profilesLoading')} />}>
        <CompareView ids={url.compared} url={url} />
      </Suspense>
    )
  }
  if (url.view === 'board' && !overview) {
    return (
      <Suspense fallback={<SkeletonRows label={t('board.loading')} />}>
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
      label={t('applicant.viewSwitch')}
      segments={[
        { value: 'list', label: t('applicant.view.list'), icon: List },
        { value: 'board', label: t('applicant.view.board'), icon: Columns3 },
      ]}
      value={url.view}
      onChange={url.show}
      narrow={isNarrow || (docks && url.applicant !== undefined)}
    />
  )
}
