// The register of requests about personal data: open and answered ones, and erasures.
import { useState } from 'react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { memberOf, useSession } from '../shell/session/session.tsx'
import { useTitle } from '../shell/title.ts'
import { Button } from '../ui/button.tsx'
import { Clipboard } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ListFoot } from '../ui/list/table.tsx'
import { Problem } from '../ui/problem.tsx'
import { DividerTabs } from '../ui/tabs.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { Erasures } from './erasures.tsx'
import { RecordDialog } from './record-dialog.tsx'
import { RequestRow } from './request-row.tsx'
import { requestsQuery } from './requests-api.ts'

type Part = 'open' | 'done' | 'erasures'

export function RequestsScreen() {
  useTitle(t('sectionName.requests'))
  const isOwner = memberOf(useSession())?.profile.role === 'organization_owner'
  const [part, setPart] = useState<Part>('open')
  const [isRecording, setRecording] = useState(false)
  const open = useInfiniteQuery(requestsQuery('open')).data?.pages[0]
  const tabs: { value: Part; label: string }[] = [
    {
      value: 'open',
      label: open
        ? t('rights.tabOpenCount', { count: numberText(open.open) })
        : t('rights.tabOpen'),
    },
    { value: 'done', label: t('rights.tabDone') },
    // Receipts of erasures are the organization's evidence, so only owners see them.
    ...(isOwner ? [{ value: 'erasures' as const, label: t('rights.tabErasures') }] : []),
  ]
  return (
    <>
      <div className="mb-1 flex min-h-9 flex-wrap items-center gap-2">
        <h1 className="me-auto text-page font-semibold">{t('sectionName.requests')}</h1>
        <Button kind="primary" onClick={() => setRecording(true)}>
          {t('rights.record')}
        </Button>
      </div>
      <p className="mb-4 max-w-[68ch] text-ink-2">{t('rights.intro')}</p>
      {open && open.overdue > 0 && (
        <p className="mb-3 font-medium text-danger-text">
          {t('rights.overdueCount', { count: open.overdue })}
        </p>
      )}
      <DividerTabs label={t('sectionName.requests')} tabs={tabs} value={part} onChange={setPart}>
        {part === 'erasures' ? <Erasures /> : <Requests key={part} state={part} />}
      </DividerTabs>
      {isRecording && <RecordDialog onClose={() => setRecording(false)} />}
    </>
  )
}

function Requests({ state }: { state: 'open' | 'done' }) {
  const list = useInfiniteQuery(requestsQuery(state))
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? []
  if (list.isPending) return <SkeletonRows label={t('rights.loading')} />
  if (list.error && !list.data) {
    return (
      <Problem className="m-4" text={t('rights.fetchFailed')} onRetry={() => void list.refetch()} />
    )
  }
  if (requests.length === 0) {
    return (
      <EmptyState
        drawing={<Clipboard />}
        title={t(state === 'open' ? 'rights.emptyOpen' : 'rights.emptyDone')}
        text={t('rights.emptyText')}
      />
    )
  }
  return (
    <>
      <ul>
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
      <ListFoot
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      >
        {t('rights.count', { count: requests.length })}
      </ListFoot>
    </>
  )
}
