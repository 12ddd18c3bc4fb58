// The keys of the board: arrows and space carry cards, and the list's keys have the same meaning here.
import type { KeyboardEvent, RefObject } from 'react'
import type { ApplicantRow } from '#domain/applicants/applicants.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { useMarkContacted, useStar } from '../applicants-api.ts'
import { focusPerson } from '../list/list-keys.ts'
import type { CardDrag } from './card-drag.ts'

/** Handles a key that is pressed on a card. */
export function pressOnCard(
  event: KeyboardEvent,
  row: ApplicantRow,
  {
    carry,
    drop,
    go,
  }: {
    carry: CardDrag
    drop: () => void
    /** Moves the focus from this card to its neighbour. */
    go: (row: ApplicantRow, key: string) => void
  },
): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const isCarrying = carry.carried?.by === 'keys'
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

/** The list's keys, on the focused card or the open profile. */
export function useBoardKeys({
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
