// The board: a column for each status, and cards that are moved by pointer, menu or keys.
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#domain/full-name.ts'
import {
  applicantStatuses,
  canMove,
  statusLabel,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { rich, t } from '#domain/texts/text.ts'
import { applicantCountsQuery } from '../../queries.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { Problem } from '../../ui/problem.tsx'
import { moveFocus } from '../../ui/hooks/focus.ts'
import { useStableCallbacks } from '../../ui/hooks/stable-callbacks.ts'
import { unsentNow } from '../../shell/unsent/queue.ts'
import { ApplicantFilters } from '../list/applicant-filters.tsx'
import { ApplicantPanel } from '../profile/applicant-panel.tsx'
import { applicantsQuery, useMarkContacted, useMoveApplicant, useStar } from '../applicants-api.ts'
import { type ApplicantList } from '../applicants-cache.ts'
import type { ApplicantsUrl } from '../applicants-url.ts'
import { useNewApplicants } from '../list/new-applicants.ts'
import { BoardCard, type CardActs } from './board-card.tsx'
import { useCardDrag } from './card-drag.ts'
import { BoardColumn } from './board-column.tsx'
import { refusedDropText } from './board-labels.ts'
import { focusPerson, personIn, useLastFocused } from '../list/list-keys.ts'
import { useLateRows } from '../list/late-rows.ts'
import { useReject } from '../mails/rejecting.tsx'
import { SearchHits } from '../list/search-hit.tsx'
import { totalOf } from '../list/totals.ts'
import { shownList, useShownCounts, useShownList } from '../changes/unsent-people.ts'

const SORT = '-applied'

export function ApplicantBoard({ url }: { url: ApplicantsUrl }) {
  const hint = useId()
  const board = useRef<HTMLDivElement>(null)
  const { fresh } = useNewApplicants()
  const { tab: _, ...conditions } = url.filter
  const counts = useShownCounts(useQuery(applicantCountsQuery(conditions)).data, conditions)
  const columns = useColumns(url.filter)
  const rows = columns.flatMap((column) => column.rows)
  const failed = columns.filter((column) => column.isFailed)
  const focused = useLastFocused(board)
  const isHere = (id: string | undefined) => rows.some((row) => row.id === id)
  const activeId = [focused, url.applicant, rows[0]?.id].find(isHere)
  const moveApplicant = useMoveApplicant()
  const reject = useReject()
  const carry = useCardDrag()
  const { carried } = carry
  const client = useQueryClient()

  /** Moves, announces the new place, and keeps the focus with the card. */
  const move = (row: ApplicantRow, to: ApplicantStatus) => {
    moveApplicant(row, to)
    const filter = { ...url.filter, tab: to }
    const read = client.getQueryData<ApplicantList>(applicantsQuery(filter, SORT).queryKey)
    const list = read && shownList(client, read, { filter, sort: SORT }, unsentNow().all)
    const ids = list?.pages.flatMap((page) => page.applicants.map(({ id }) => id)) ?? []
    carry.announce(
      t('board.moved', {
        name: fullName(row),
        status: statusLabel(to),
        place: Math.max(1, ids.indexOf(row.id) + 1),
        count: Math.max(ids.length, (counts?.[to] ?? 0) + 1),
      }),
    )
    if (board.current?.contains(document.activeElement)) {
      moveFocus(() => personIn(board.current, row.id))
    }
  }
  const drop = () => {
    const dropped = carry.drop()
    if (dropped) move(dropped.row, dropped.over)
  }

  // A drop outside of the columns ends the drag too.
  const cancel = useEffectEvent(() => carry.cancel())
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ location }) => {
          if (location.current.dropTargets.length === 0) cancel()
        },
      }),
    [],
  )

  const go = (row: ApplicantRow, key: string) => {
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
    const targets: Record<string, ApplicantRow | undefined> = {
      ArrowDown: here[place + 1],
      ArrowUp: here[place - 1],
      ArrowRight: sideways(1),
      ArrowLeft: sideways(-1),
    }
    const target = targets[key]
    if (target) focusPerson(board.current, target.id)
  }

  const onKeyDown = (event: KeyboardEvent, row: ApplicantRow) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const isCarrying = carried?.by === 'keys'
    if (event.key === ' ') {
      event.preventDefault()
      if (isCarrying) drop()
      else carry.pickUp(row, 'keys')
    } else if (isCarrying && event.key === 'Enter') {
      event.preventDefault()
      drop()
    } else if (isCarrying && event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      carry.cancel()
    } else if (event.key.startsWith('Arrow')) {
      event.preventDefault()
      if (!isCarrying) go(row, event.key)
      else if (event.key === 'ArrowRight') carry.turn(1)
      else if (event.key === 'ArrowLeft') carry.turn(-1)
    }
  }
  const acts = useStableCallbacks<CardActs>({
    press: onKeyDown,
    lift: (lifted) => carry.pickUp(lifted, 'pointer'),
    open: url.open,
    move,
  })
  useBoardKeys({ board, rows, activeId, open: url.applicant, onReject: reject, go })

  return (
    <>
      <div className="border-t-[1.5px] border-rule">
        <div className="@container -mx-4">
          <ApplicantFilters url={url} total={totalOf(counts, 'all')} />
        </div>
      </div>
      {failed.length > 0 && (
        <Problem
          className="mb-3"
          text={t('dashboard.applicantsFetchFailed')}
          onRetry={() => failed.forEach((column) => column.retry())}
        />
      )}
      <SearchHits text={url.filter.q} pages={columns.flatMap(({ pages }) => pages)}>
        <div
          ref={board}
          role="group"
          aria-label={t('board.label')}
          // Without a card nothing else in it is focusable to scroll by keys.
          tabIndex={rows.length === 0 ? 0 : undefined}
          className="board"
        >
          {columns.map((column) => {
            const { status } = column
            return (
              <BoardColumn
                key={status}
                status={status}
                total={totalOf(counts, status)}
                shown={column.rows.length}
                isPending={column.isPending}
                hasMore={column.hasMore}
                carrying={carried && stateOf(carried.row, carried.over, status)}
                onMore={column.more}
                onHover={carry.hover}
                onLeave={() => carried && carry.hover(carried.row.status)}
                onDrop={drop}
              >
                {column.rows.map((row) => (
                  <BoardCard
                    key={row.id}
                    row={row}
                    isOpen={row.id === url.applicant}
                    isActive={row.id === activeId}
                    isFresh={fresh.has(row.id)}
                    carriedBy={row.id === carried?.row.id ? carried.by : undefined}
                    hint={hint}
                    acts={acts}
                  />
                ))}
              </BoardColumn>
            )
          })}
        </div>
      </SearchHits>
      <p id={hint} className="mt-3 text-meta text-ink-2 pointer-coarse:sr-only">
        {rich('board.keysHint', {
          key: (text) => <Key key={text.join('')}>{text}</Key>,
        })}
      </p>
      <p role="status" className="sr-only">
        {carry.announcement}
      </p>
      {url.applicant && (
        <ApplicantPanel
          id={url.applicant}
          rows={rows}
          total={totalOf(counts, 'all')}
          hasMore={false}
          onMore={() => Promise.resolve(undefined)}
          onStep={url.step}
          onClose={url.close}
        />
      )}
    </>
  )
}

function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className="rounded-badge border border-line bg-surface px-1.5 py-0.5 font-sans text-meta font-medium">
      {children}
    </kbd>
  )
}

function stateOf(row: ApplicantRow, over: ApplicantStatus, status: ApplicantStatus) {
  if (status === row.status) return undefined
  return canMove(row.status, status)
    ? { takes: true as const, name: over === status ? fullName(row) : undefined }
    : { takes: false as const, why: refusedDropText(row.status, status) }
}

/** Each column has its own pages. */
function useColumn(filter: ApplicantFilter, status: ApplicantStatus) {
  const own = { ...filter, tab: status }
  const list = useInfiniteQuery(applicantsQuery(own, SORT))
  const pages = useShownList(list.data, own, SORT)?.pages ?? []
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

function useColumns(filter: ApplicantFilter) {
  // One call each: a hook must not be called in a loop.
  const columns: Record<ApplicantStatus, ReturnType<typeof useColumn>> = {
    applied: useColumn(filter, 'applied'),
    reviewing: useColumn(filter, 'reviewing'),
    interviewed: useColumn(filter, 'interviewed'),
    hired: useColumn(filter, 'hired'),
    rejected: useColumn(filter, 'rejected'),
  }
  return applicantStatuses.map((status) => columns[status])
}

/** The list's keys that have the same meaning here. */
function useBoardKeys({
  board,
  rows,
  activeId,
  open,
  onReject,
  go,
}: {
  board: RefObject<HTMLDivElement | null>
  rows: readonly ApplicantRow[]
  activeId: string | undefined
  open: string | undefined
  onReject: (row: ApplicantRow) => void
  go: (row: ApplicantRow, key: string) => void
}): void {
  const markContacted = useMarkContacted()
  const star = useStar()
  const hasFocus = () => board.current?.contains(document.activeElement) ?? false
  const current = () => rows.find(({ id }) => id === (hasFocus() ? activeId : open))
  const step = (key: string) => {
    const row = rows.find(({ id }) => id === activeId)
    if (!row) return
    if (hasFocus()) go(row, key)
    else focusPerson(board.current, row.id)
  }
  useShortcut('applicants.next', () => step('ArrowDown'))
  useShortcut('applicants.previous', () => step('ArrowUp'))
  useShortcut('applicants.contacted', () => {
    const row = current()
    if (row) markContacted(row)
  })
  useShortcut('applicants.star', () => {
    const row = current()
    if (row) star(row)
  })
  useShortcut('applicants.reject', () => {
    const row = current()
    if (row && row.status !== 'rejected') onReject(row)
  })
  useShortcut('applicants.status', () => {
    const place = hasFocus()
      ? document.activeElement?.closest('li')
      : document.querySelector('[data-docked],[data-keys]')
    place?.querySelector<HTMLElement>('[data-status-menu]')?.click()
  })
}
