// The live connection to the server: one event stream for the whole dashboard, and its listeners.
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ReactNode } from 'react'
import { notifyManager, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import type { EventMap, EventName } from '#domain/live/live-events.ts'
import { keepOpen } from './live-line.ts'

/** 'off' without a session; 'opening' until the first connection, not shown. */
export type LiveStatus = 'off' | 'offline' | OpenLine
/** 'full': other windows use all allowed streams, and this one polls every half minute. */
type OpenLine = 'opening' | 'live' | 'lost' | 'full'
type Listener = (data: unknown) => void
type Line = {
  status: LiveStatus
  /** Incremented each time that missed events are not available and data must be loaded again. */
  resets: number
  listen: (name: EventName, listener: Listener) => () => void
}

const LineContext = createContext<Line>({
  status: 'off',
  resets: 0,
  listen: () => () => undefined,
})

/**
 * `after`: the position up to which the loaded data is complete. Data that is loaded later includes everything before
 * it.
 */
export function LiveProvider({
  enabled,
  after,
  children,
}: {
  enabled: boolean
  after: string | undefined
  children: ReactNode
}) {
  const client = useQueryClient()
  const [state, setState] = useState<OpenLine>('opening')
  const isOnline = useIsOnline()
  const status = statusOf(enabled, isOnline, state)
  const [resets, setResets] = useState(0)
  const placeToStart = useEffectEvent(() => after)
  const listeners = useRef(new Map<EventName, Set<Listener>>())

  useEffect(() => {
    // Test environments and very old browsers have no event streams: everything else still works.
    if (!enabled || typeof EventSource === 'undefined') return
    const close = keepOpen(
      {
        onOpen: () => {
          setState('live')
          // Changes while the server was unreachable are announced by no event.
          void client.refetchQueries({
            type: 'active',
            predicate: ({ state }) => state.isInvalidated || state.status === 'error',
          })
        },
        onLost: () => setState('lost'),
        onFull: () => {
          setState('full')
          void client.refetchQueries({ type: 'active' })
        },
        onReset: () => setResets((count) => count + 1),
        onEvents: (events) => {
          const underway = readsUnderway(client)
          notifyManager.batch(() => {
            for (const { name, data } of events) {
              listeners.current.get(name)?.forEach((listener) => listener(data))
            }
          })
          for (const read of underway) repeatAfterAnswer(client, read)
        },
      },
      placeToStart(),
    )
    return () => {
      close()
      setState('opening')
    }
  }, [enabled, client])

  const line = useMemo<Line>(
    () => ({
      status,
      resets,
      listen: (name, listener) => {
        const set = listeners.current.get(name) ?? new Set()
        listeners.current.set(name, set.add(listener))
        return () => set.delete(listener)
      },
    }),
    [status, resets],
  )
  return <LineContext value={line}>{children}</LineContext>
}

type Read = { query: Query; answer: Promise<unknown> }

const readsUnderway = (client: QueryClient): Read[] =>
  client
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching' })
    .flatMap((query) => (query.promise ? [{ query, answer: query.promise }] : []))

/** So that several events during one read repeat it once. */
const repeated = new WeakSet<Promise<unknown>>()

/** An answer that was on its way when the event came may be older than what the event tells, and would undo it. */
function repeatAfterAnswer(client: QueryClient, { query, answer }: Read): void {
  const isRestarted = query.promise !== answer
  if (isRestarted || query.state.fetchStatus !== 'fetching' || repeated.has(answer)) return
  repeated.add(answer)
  const repeat = () => client.invalidateQueries({ queryKey: query.queryKey, exact: true })
  // A read that fails is repeated by its own rules.
  void answer.then(repeat, () => {})
}

function statusOf(enabled: boolean, isOnline: boolean, line: OpenLine): LiveStatus {
  if (!enabled) return 'off'
  return isOnline ? line : 'offline'
}

function watchOnline(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}

/** False when the device itself knows that it has no network. */
const useIsOnline = (): boolean =>
  useSyncExternalStore(
    watchOnline,
    () => navigator.onLine,
    () => true,
  )

export const useLiveStatus = (): LiveStatus => useContext(LineContext).status

/** Calls `handle` for every event of that name while the component is shown. */
export function useLiveEvent<Name extends EventName>(
  name: Name,
  handle: (data: EventMap[Name]) => void,
): void {
  const { listen } = useContext(LineContext)
  const onEvent = useEffectEvent(handle)
  useEffect(() => listen(name, (data) => onEvent(data as EventMap[Name])), [listen, name])
}

/** Calls `handle` after a reconnect when missed events are not available: everything must be loaded again. */
export function useLiveReturn(handle: () => void): void {
  const { resets } = useContext(LineContext)
  const onReturn = useEffectEvent(handle)
  useEffect(() => {
    if (resets > 0) onReturn()
  }, [resets])
}
