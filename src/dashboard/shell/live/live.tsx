// The open line to the server: one event stream for the whole dashboard, and what it tells whom.
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
import { notifyManager, useQueryClient } from '@tanstack/react-query'
import type { EventMap, EventName } from '#domain/live/live-events.ts'
import { keepOpen } from './live-line.ts'

/** 'off' where nobody is signed in; 'opening' until the first connection, said to nobody. */
export type LiveStatus = 'off' | 'offline' | OpenLine
/** 'full': other windows have all the streams there may be, and this one reads what is new every half minute. */
type OpenLine = 'opening' | 'live' | 'lost' | 'full'
type Listener = (data: unknown) => void
type Line = {
  status: LiveStatus
  /** Counts up each time that what was missed cannot be told, and must be read again. */
  resets: number
  listen: (name: EventName, listener: Listener) => () => void
}

const LineContext = createContext<Line>({
  status: 'off',
  resets: 0,
  listen: () => () => undefined,
})

/** `after`: the place in the stream behind which nothing is known yet. What is read later knows of everything before it. */
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
          // What could not be read while the server was away is told by no event.
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
        onEvents: (events) =>
          notifyManager.batch(() => {
            for (const { name, data } of events) {
              listeners.current.get(name)?.forEach((listener) => listener(data))
            }
          }),
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

/** False where the device itself knows that it has no network. */
const useIsOnline = (): boolean => useSyncExternalStore(watchOnline, () => navigator.onLine)

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

/** Calls `handle` when the line is back and what was missed cannot be told one by one: it has to be read anew. */
export function useLiveReturn(handle: () => void): void {
  const { resets } = useContext(LineContext)
  const onReturn = useEffectEvent(handle)
  useEffect(() => {
    if (resets > 0) onReturn()
  }, [resets])
}
