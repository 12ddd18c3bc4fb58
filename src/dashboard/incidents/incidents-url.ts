// The incidents' part of the address: the tab, and which incident is open, or that a new one is written.
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { incidentTabs, type IncidentTab } from '#domain/incidents/incidents.ts'

export type IncidentsSearch = { itab?: Exclude<IncidentTab, 'open'>; incident?: string }

export const NEW = 'new'

const isTab = (value: unknown): value is Exclude<IncidentTab, 'open'> =>
  value !== 'open' && incidentTabs.includes(value as IncidentTab)

export function incidentsSearch(search: Record<string, unknown>): IncidentsSearch {
  const { itab, incident } = search
  return {
    ...(isTab(itab) ? { itab } : {}),
    ...(typeof incident === 'string' && /^(?:new|[\da-f-]{8,64})$/i.test(incident)
      ? { incident }
      : {}),
  }
}

export function useIncidentsUrl() {
  const { itab, incident } = incidentsSearch(useSearch({ strict: false }))
  const navigate = useNavigate()
  const router = useRouter()
  const go = (
    changes: { [Key in keyof IncidentsSearch]: IncidentsSearch[Key] | undefined },
    { replace, pushed }: { replace: boolean; pushed?: boolean },
  ) =>
    void navigate({
      to: '.',
      // Other sections keep their part of the address.
      search: (before: Record<string, unknown>) => ({ ...before, ...changes }),
      replace,
      resetScroll: false,
      state: (before) => (pushed === undefined ? before : { ...before, panelPushed: pushed }),
    })
  return {
    tab: itab ?? ('open' as IncidentTab),
    incident,
    choose: (tab: IncidentTab) => go({ itab: tab === 'open' ? undefined : tab }, { replace: true }),
    open: (id: string) => {
      if (incident === undefined) go({ incident: id }, { replace: false, pushed: true })
      else go({ incident: id }, { replace: true })
    },
    close: () => {
      if (router.state.location.state.panelPushed) router.history.back()
      else go({ incident: undefined }, { replace: true })
    },
  }
}
