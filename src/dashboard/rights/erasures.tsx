// The ledger of erasures, for owners: what was erased, when and why, without names, and its verification.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Erasure } from '#domain/retention/erasures.ts'
import { t } from '#domain/texts/text.ts'
import { numberText } from '#domain/texts/formats.ts'
import { call } from '../api.ts'
import { useServerMutation } from '../server-mutation.ts'
import { Button } from '../ui/button.tsx'
import { fullDate, logDate } from '../ui/dates.ts'
import { Padlock } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { DataList, type Column } from '../ui/list/data-list.tsx'
import { ListFoot } from '../ui/list/table.tsx'
import { Problem } from '../ui/problem.tsx'
import { SkeletonRows } from '../ui/waiting.tsx'
import { erasuresQuery } from './requests-api.ts'

const erasureColumns = (): Column<Erasure>[] => [
  {
    head: t('rights.receipt'),
    className: 'ps-4',
    cellClass: 'font-mono text-label break-all',
    cell: ({ receipt }) => receipt,
  },
  {
    head: t('rights.erasedWhen'),
    isOrder: true,
    cell: ({ erased_at }) => (
      <time dateTime={erased_at} title={fullDate(erased_at)}>
        {logDate(erased_at)}
      </time>
    ),
  },
  {
    head: t('rights.erasedWhy'),
    className: 'pe-4',
    cell: ({ reason }) => t(`rights.erasedBy.${reason}`),
  },
]

export function Erasures() {
  const list = useInfiniteQuery(erasuresQuery)
  const erasures = list.data?.pages.flatMap((page) => page.erasures) ?? []
  // The ledger and the audit log are compared row by row.
  const check = useServerMutation({
    call: () => call('GET /api/audit/check'),
    failed: () => t('audit.checkFailed'),
  })
  if (list.isPending) return <SkeletonRows label={t('rights.loading')} />
  if (list.error && !list.data) {
    return (
      <Problem className="m-4" text={t('rights.fetchFailed')} onRetry={() => void list.refetch()} />
    )
  }
  if (erasures.length === 0) {
    return (
      <EmptyState
        drawing={<Padlock />}
        title={t('rights.noErasures')}
        text={t('rights.erasuresText')}
      />
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 px-4 py-3">
        <p className="min-w-0 flex-1 basis-72 text-label text-ink-2">{t('rights.erasuresText')}</p>
        <span role="status" className="text-label">
          {check.data &&
            (check.data.broken_at === null && check.data.unproven_receipt === null ? (
              <span className="text-ink-2">
                {t('rights.ledgerHolds', { count: check.data.rows })}
              </span>
            ) : (
              <span className="font-semibold text-danger-text">
                {check.data.broken_at === null
                  ? t('rights.ledgerDiffers', {
                      receipt: check.data.unproven_receipt ?? '',
                    })
                  : t('audit.chainBroken', { number: numberText(check.data.broken_at) })}
              </span>
            ))}
        </span>
        <Button size="small" inactive={check.isPending} onClick={() => check.mutate()}>
          {check.isPending ? t('action.checking') : t('rights.checkLedger')}
        </Button>
      </div>
      <DataList
        label={t('rights.tabErasures')}
        rows={erasures}
        columns={erasureColumns()}
        idOf={({ receipt }) => receipt}
        cellClass="py-2"
        headClass="bg-sunken"
      />
      <ListFoot
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      >
        {t('rights.erasureCount', { count: erasures.length })}
      </ListFoot>
    </>
  )
}
