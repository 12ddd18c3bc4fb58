// The incidents' part of the address: the tab, and the open incident or the form for a new one.
import { incidentTabs, type IncidentTab } from '#domain/incidents/incidents.ts'
import { useSearchPart } from '../shell/search-part.ts'
import { idOf } from '../url-values.ts'

export type IncidentsSearch = { itab?: Exclude<IncidentTab, 'open'>; incident?: string }

export const NEW = 'new'

const isTab = (value: unknown): value is Exclude<IncidentTab, 'open'> =>
  value !== 'open' && incidentTabs.includes(value as IncidentTab)

export function incidentsSearch(search: Record<string, unknown>): IncidentsSearch {
  const { itab } = search
  const incident = search.incident === NEW ? NEW : idOf(search.incident)
  return { ...(isTab(itab) ? { itab } : {}), ...(incident ? { incident } : {}) }
}

export function useIncidentsUrl() {
  const { part, change, open, close } = useSearchPart(incidentsSearch)
  const { itab, incident } = part
  const tab: IncidentTab = itab ?? 'open'
  return {
    tab,
    incident,
    choose: (next: IncidentTab) => change({ itab: next === 'open' ? undefined : next }),
    open: (id: string) => (incident === undefined ? open : change)({ incident: id }),
    close: () => close({ incident: undefined }),
  }
}
