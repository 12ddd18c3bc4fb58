// The list by keyboard: one row at a time is a Tab stop, and keys act on the row that has the focus or on the open profile. While
// rows are selected the keys that change something are those of the bar.
import { useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'
import type { ApplicantRow, ApplicantStatus } from '#domain/applicants/applicants.ts'
import { useShortcut } from '../../shell/keys/shortcuts.ts'
import { useMarkContacted, useStar } from '../applicants-api.ts'
import type { Selection } from './selection.ts'

/** The name of an applicant on a row or card, which gets the focus. */
export const personIn = (place: ParentNode | null, id: string) =>
  place?.querySelector<HTMLElement>(`[data-person="${CSS.escape(id)}"]`)

export const focusPerson = (place: ParentNode | null, id: string): void =>
  personIn(place, id)?.focus()

/** Opens the status menu in `place`. */
export const openStatusMenu = (place: ParentNode | null | undefined): void =>
  place?.querySelector<HTMLElement>('[data-status-menu]')?.click()

/** The row or card of `place` that has, or last had, the focus. */
export function useLastFocused(place: RefObject<HTMLElement | null>): string | undefined {
  const [id, setId] = useState<string>()
  useLayoutEffect(() => {
    const list = place.current
    const note = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
      if (row) setId(row.dataset.row)
    }
    list?.addEventListener('focusin', note)
    return () => list?.removeEventListener('focusin', note)
  }, [place])
  return id
}

/** Returns the row that is the Tab stop. */
export function useListKeys({
  table,
  rows,
  open,
  selection,
  onMove,
  onMore,
}: {
  table: RefObject<HTMLTableElement | null>
  rows: readonly ApplicantRow[]
  open: string | undefined
  selection: Selection
  onMove: (row: ApplicantRow, to: ApplicantStatus) => void
  /** Loads more at the end of the rows. */
  onMore: () => void
}): string | undefined {
  const markContacted = useMarkContacted()
  const star = useStar()
  const focused = useLastFocused(table)
  const isHere = (id: string | undefined) => rows.some((row) => row.id === id)
  const activeId = [focused, open, rows[0]?.id].find(isHere)
  const hasFocus = () => table.current?.contains(document.activeElement) ?? false

  const go = (step: number, select = false) => {
    const from = rows.findIndex(({ id }) => id === activeId)
    // From outside, the first key leads into the list.
    const to = hasFocus() ? from + step : from
    const next = rows[to]
    if (!next) {
      if (to >= rows.length) onMore()
      return
    }
    if (select) {
      const here = rows[from]
      selection.set([...(here ? [here.id] : []), next.id], true)
    }
    focusPerson(table.current, next.id)
  }

  /** The row with the focus; else the open profile; never an applicant that is not shown as the current one. */
  const current = () => rows.find(({ id }) => id === (hasFocus() ? activeId : open))
  const onCurrent = (act: (row: ApplicantRow) => void) => {
    const row = current()
    if (row) act(row)
  }
  const onOne = (act: (row: ApplicantRow) => void) => {
    if (selection.count === 0) onCurrent(act)
  }
  useShortcut('applicants.next', () => go(1))
  useShortcut('applicants.previous', () => go(-1))
  useShortcut('applicants.select', () => onCurrent(({ id }) => selection.toggle(id)))
  useShortcut('applicants.contacted', () => onOne(markContacted))
  useShortcut('applicants.star', () => onOne(star))
  useShortcut('applicants.reject', () =>
    onOne((row) => row.status !== 'rejected' && onMove(row, 'rejected')),
  )
  useShortcut('applicants.status', () => {
    if (selection.count > 0) return
    openStatusMenu(
      hasFocus()
        ? table.current?.querySelector(`[data-row="${CSS.escape(activeId ?? '')}"]`)
        : document.querySelector('[data-docked],[data-keys]'),
    )
  })

  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const isRow = event.target instanceof Element && event.target.matches('[data-person],.check')
    // A status or an action opens its menu with these keys.
    if (!isRow || event.ctrlKey || event.metaKey || event.altKey) return
    const last = rows.length - 1
    const steps: Record<string, () => void> = {
      ArrowDown: () => go(1, event.shiftKey),
      ArrowUp: () => go(-1, event.shiftKey),
      Home: () => focusPerson(table.current, rows[0]?.id ?? ''),
      End: () => focusPerson(table.current, rows[last]?.id ?? ''),
      Escape: selection.clear,
    }
    const step = steps[event.key]
    if (!step || (event.key === 'Escape' && (open || selection.count === 0))) return
    event.preventDefault()
    step()
  })
  useLayoutEffect(() => {
    const list = table.current
    const press = (event: KeyboardEvent) => onKeyDown(event)
    list?.addEventListener('keydown', press)
    return () => list?.removeEventListener('keydown', press)
  }, [table])
  return activeId
}
