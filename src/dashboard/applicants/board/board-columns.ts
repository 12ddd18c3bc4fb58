// The columns of the board, each with its own pages of applicants.
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  applicantStatuses,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { applicantsQuery } from '../applicants-api.ts'
import { useLateRows } from '../list/late-rows.ts'
import { useShownList } from '../changes/unsent-people.ts'

export const BOARD_SORT = '-applied'

function useColumn(filter: ApplicantFilter, status: ApplicantStatus) {
  const own = { ...filter, tab: status }
  const list = useInfiniteQuery(applicantsQuery(own, BOARD_SORT))
  const pages = useShownList(list.data, own, BOARD_SORT)?.pages ?? []
  const found = pages.flatMap((page) => page.applicants)
  const rows = useLateRows(JSON.stringify(own), found)
  return {
    status,
    pages,
    rows,
    isPending: list.isPending,
    isFailed: list.error !== null && !list.data,
    hasMore: list.hasNextPage,
    retry: () => void list.refetch(),
    more: () => void list.fetchNextPage(),
  }
}

export type Column = ReturnType<typeof useColumn>

export function useColumns(filter: ApplicantFilter) {
  // One call each: a hook must not be called in a loop.
  const columns: Record<ApplicantStatus, Column> = {
    applied: useColumn(filter, 'applied'),
    reviewing: useColumn(filter, 'reviewing'),
    interviewed: useColumn(filter, 'interviewed'),
    hired: useColumn(filter, 'hired'),
    rejected: useColumn(filter, 'rejected'),
  }
  return applicantStatuses.map((status) => columns[status])
}

/** The card beside this one, by the key of an arrow; undefined at an end. Columns without cards are passed over. */
export function neighbourOf(
  columns: readonly Pick<Column, 'rows'>[],
  row: ApplicantRow,
  key: string,
): ApplicantRow | undefined {
  const at = applicantStatuses.indexOf(row.status)
  const here = columns[at]?.rows ?? []
  const place = here.findIndex(({ id }) => id === row.id)
  const sideways = (step: number) => {
    for (let next = at + step; next >= 0 && next < columns.length; next += step) {
      const there = columns[next]?.rows ?? []
      const card = there[Math.min(place, there.length - 1)]
      if (card) return card
    }
    return undefined
  }
  if (key === 'ArrowDown') return here[place + 1]
  if (key === 'ArrowUp') return here[place - 1]
  if (key === 'ArrowRight') return sideways(1)
  return key === 'ArrowLeft' ? sideways(-1) : undefined
}
