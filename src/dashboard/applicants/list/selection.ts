// The selection: some rows by id, or all applicants of a filter.
import { useState } from 'react'
import type { ApplicantFilter, ApplicantRow } from '#domain/applicants/applicants.ts'

export type Chosen =
  | { kind: 'rows'; ids: ReadonlySet<string> }
  /** `until`: when the list was loaded; later applications were not seen. */
  | { kind: 'filter'; count: number; until: string | undefined }

const noneChosen: Chosen = { kind: 'rows', ids: new Set() }

export const isChosen = (chosen: Chosen, id: string): boolean =>
  chosen.kind === 'filter' || chosen.ids.has(id)

export type Selection = {
  /** The same object until the selection changes. */
  chosen: Chosen
  /** The selected rows among the loaded ones. */
  rows: readonly ApplicantRow[]
  count: number
  /** All applicants of the filter, loaded or not. */
  isWhole: boolean
  until: string | undefined
  has: (id: string) => boolean
  set: (ids: readonly string[], selected: boolean) => void
  /** From the last clicked row to this one. */
  setTo: (id: string, selected: boolean) => void
  toggle: (id: string) => void
  /** `count`: the number of them, as far as it is known. */
  selectWhole: (count: number) => void
  clear: () => void
}

/** Another filter is another list, without a selection. */
export function useSelection(
  filter: ApplicantFilter,
  loaded: readonly ApplicantRow[],
  /** The total, if it is known exactly. */
  list: { total: number | undefined; readAt: string | undefined },
): Selection {
  const place = JSON.stringify(filter)
  const [state, setState] = useState({ place, chosen: noneChosen, anchor: '' })
  const { chosen, anchor } = state.place === place ? state : { chosen: noneChosen, anchor: '' }
  const isWhole = chosen.kind === 'filter'
  const has = (id: string) => isChosen(chosen, id)
  // Applicants who have left the list since are not changed.
  const rows = loaded.filter(({ id }) => has(id))

  const set = (ids: readonly string[], selected: boolean, from = ids.at(-1)) => {
    const next = new Set(rows.map(({ id }) => id))
    for (const id of ids) {
      if (selected) next.add(id)
      else next.delete(id)
    }
    setState({ place, chosen: { kind: 'rows', ids: next }, anchor: from ?? '' })
  }
  return {
    chosen,
    rows,
    count: chosen.kind === 'filter' ? (list.total ?? chosen.count) : rows.length,
    isWhole,
    until: chosen.kind === 'filter' ? chosen.until : undefined,
    has,
    set,
    setTo: (id, selected) => {
      const from = loaded.findIndex((row) => row.id === anchor)
      const to = loaded.findIndex((row) => row.id === id)
      const range =
        from < 0
          ? [id]
          : loaded.slice(Math.min(from, to), Math.max(from, to) + 1).map((row) => row.id)
      set(range, selected, anchor || id)
    },
    toggle: (id) => set([id], !has(id)),
    selectWhole: (count) =>
      setState({ place, chosen: { kind: 'filter', count, until: list.readAt }, anchor: '' }),
    clear: () => setState({ place, chosen: noneChosen, anchor: '' }),
  }
}
