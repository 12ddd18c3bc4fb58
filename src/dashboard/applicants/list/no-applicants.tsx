// The list without anybody in it: what to do about it, which depends on why.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { t } from '#domain/texts/text.ts'
import { applicantCountsQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Apron } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { isInAdmin } from '../../ui/store-admin/admin-frame.ts'
import type { ApplicantsUrl } from '../applicants-url.ts'

export function NoApplicants({ url, anybody }: { url: ApplicantsUrl; anybody: boolean }) {
  if (url.isFiltered) {
    return (
      <EmptyState drawing={<Apron />} title={t('applicant.filterEmpty')}>
        {url.filter.q && !url.filter.withdrawn && <WithdrawnHits url={url} />}
        <Button onClick={url.clear}>{t('action.clearFilters')}</Button>
      </EmptyState>
    )
  }
  if (anybody) return <EmptyState drawing={<Apron />} title={t('applicant.statusEmpty')} />
  return (
    <EmptyState
      drawing={<Apron />}
      title={t('applicant.listEmpty')}
      text={t('applicant.listEmptyHint')}
    >
      <Link to="/admin/settings/website" className="self-center text-link">
        {/* In the store's admin the theme's block shows the jobs without code. */}
        {isInAdmin() ? t('widget.themeAddBlock') : t('applicant.getCode')}
      </Link>
    </EmptyState>
  )
}

/** A search in the other lists passes over withdrawn applications. */
function WithdrawnHits({ url }: { url: ApplicantsUrl }) {
  const withdrawn = { ...url.filter, tab: 'all', withdrawn: 'withdrawn' } as const
  const { tab: _, ...conditions } = withdrawn
  const count = useQuery(applicantCountsQuery(conditions)).data?.all
  return (
    !!count && (
      <Button kind="primary" onClick={() => url.change(withdrawn)}>
        {t('applicant.showWithdrawn', { count })}
      </Button>
    )
  )
}
