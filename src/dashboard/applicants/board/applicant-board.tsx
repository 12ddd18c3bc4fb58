// The board: a column for each status, and cards that are moved by pointer, menu or keys.
import { useEffect, useEffectEvent, useId, useRef, type ReactNode, type RefObject } from 'react'
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { fullName } from '#domain/full-name.ts'
import {
  canMove,
  statusLabel,
  type ApplicantCounts,
  type ApplicantFilter,
  type ApplicantRow,
  type ApplicantStatus,
} from '#domain/applicants/applicants.ts'
import { rich, t } from '#domain/texts/text.ts'
import { applicantCountsQuery } from '../../queries.ts'
import { Problem } from '../../ui/problem.tsx'
import { moveFocus } from '../../ui/hooks/focus.ts'
import { useStableCallbacks } from '../../ui/hooks/stable-callbacks.ts'
import { unsentNow } from '../../shell/unsent/queue.ts'
import { ApplicantFilters } from '../list/applicant-filters.tsx'
import { ApplicantPanel } from '../profile/applicant-panel.tsx'
import { applicantsQuery, useMoveApplicant } from '../applicants-api.ts'
import { type ApplicantList } from '../applicants-cache.ts'
import type { ApplicantsUrl } from '../applicants-url.ts'
import { useNewApplicants } from '../list/new-applicants.ts'
import { BoardCard, type CardActs } from './board-card.tsx'
import { useCardDrag, type CardDrag, type DraggedCard } from './card-drag.ts'
import { BoardColumn } from './board-column.tsx'
import { BOARD_SORT, neighbourOf, useColumns, type Column } from './board-columns.ts'
import { pressOnCard, useBoardKeys } from './board-keys.ts'
import { refusedDropText } from './board-labels.ts'
import { focusPerson, personIn, useLastFocused } from '../list/list-keys.ts'
import { useReject } from '../mails/rejecting.tsx'
import { SearchHits } from '../list/search-hit.tsx'
import { totalOf } from '../list/totals.ts'
import { shownList, useShownCounts } from '../changes/unsent-people.ts'

export function ApplicantBoard({ url }: { url: ApplicantsUrl }) {
  const hint = useId()
  const board = useRef<HTMLDivElement>(null)
  const { tab: _, ...conditions } = url.filter
  const counts = useShownCounts(useQuery(applicantCountsQuery(conditions)).data, conditions)
  const columns = useColumns(url.filter)
  const rows = columns.flatMap((column) => column.rows)
  const failed = columns.filter((column) => column.isFailed)
  const focused = useLastFocused(board)
  const isHere = (id: string | undefined) => rows.some((row) => row.id === id)
  const activeId = [focused, url.applicant, rows[0]?.id].find(isHere)
  const reject = useReject()
  const carry = useCardDrag()
  const move = useMoveCard({ board, filter: url.filter, counts, announce: carry.announce, reject })
  const drop = () => {
    const dropped = carry.drop()
    if (dropped) move(dropped.row, dropped.over, dropped.by)
  }
  useCancelOutside(carry.cancel)

  const go = (row: ApplicantRow, key: string) => {
    const target = neighbourOf(columns, row, key)
    if (target) focusPerson(board.current, target.id)
  }
  const acts = useStableCallbacks<CardActs>({
    press: (event, row) => pressOnCard(event, row, { carry, drop, go }),
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
        <Columns
          board={board}
          columns={columns}
          counts={counts}
          carry={carry}
          open={url.applicant}
          activeId={activeId}
          hint={hint}
          acts={acts}
          onDrop={drop}
        />
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

/**
 * Moves a card, announces the new place, and keeps the focus with the card; asks before a rejection. A card that was dropped by
 * the pointer may be sorted far away: the board stays where the person is looking.
 */
function useMoveCard({
  board,
  filter: shownFilter,
  counts,
  announce,
  reject,
}: {
  board: RefObject<HTMLDivElement | null>
  filter: ApplicantFilter
  counts: ApplicantCounts | undefined
  announce: (text: string) => void
  reject: (row: ApplicantRow) => void
}): (row: ApplicantRow, to: ApplicantStatus, by?: DraggedCard['by']) => void {
  const moveApplicant = useMoveApplicant()
  const client = useQueryClient()
  return (row, to, by = 'keys') => {
    if (to === 'rejected') return reject(row)
    moveApplicant(row, to)
    const filter = { ...shownFilter, tab: to }
    const read = client.getQueryData<ApplicantList>(applicantsQuery(filter, BOARD_SORT).queryKey)
    const list = read && shownList(client, read, { filter, sort: BOARD_SORT }, unsentNow().all)
    const ids = list?.pages.flatMap((page) => page.applicants.map(({ id }) => id)) ?? []
    announce(
      t('board.moved', {
        name: fullName(row),
        status: statusLabel(to),
        place: Math.max(1, ids.indexOf(row.id) + 1),
        count: Math.max(ids.length, (counts?.[to] ?? 0) + 1),
      }),
    )
    if (board.current?.contains(document.activeElement)) {
      moveFocus(() => personIn(board.current, row.id), by === 'pointer')
    }
  }
}

/** A drop outside of the columns ends the drag too. */
function useCancelOutside(onCancel: () => void): void {
  const cancel = useEffectEvent(onCancel)
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ location }) => {
          if (location.current.dropTargets.length === 0) cancel()
        },
      }),
    [],
  )
}

function Columns({
  board,
  columns,
  counts,
  carry,
  open,
  activeId,
  hint,
  acts,
  onDrop,
}: {
  board: RefObject<HTMLDivElement | null>
  columns: readonly Column[]
  counts: ApplicantCounts | undefined
  carry: CardDrag
  /** The applicant whose profile is open. */
  open: string | undefined
  /** The card that Tab leads to. */
  activeId: string | undefined
  /** The id of the sentence about keys. */
  hint: string
  acts: CardActs
  onDrop: () => void
}) {
  const { fresh } = useNewApplicants()
  const { carried } = carry
  const isEmpty = columns.every(({ rows }) => rows.length === 0)
  return (
    <div
      ref={board}
      role="group"
      aria-label={t('board.label')}
      // Without a card nothing else in it is focusable to scroll by keys.
      tabIndex={isEmpty ? 0 : undefined}
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
            onDrop={onDrop}
          >
            {column.rows.map((row) => (
              <BoardCard
                key={row.id}
                row={row}
                isOpen={row.id === open}
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
