// The open line to the server: one event stream for the whole dashboard, and what it tells whom.
import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { EventMap, EventName } from '#domain/events.ts'

const RECONNECT_SECONDS = [1, 2, 5, 10]

/** 'off' where nobody is signed in; 'opening' until the first connection, said to nobody. */
export type LiveStatus = 'off' | OpenLine
type OpenLine = 'opening' | 'live' | 'lost'
type Listener = (data: unknown) => void
type Line = {
  status: LiveStatus
  /** Counts up each time a lost line is back: what was missed must be read again. */
  returns: number
  listen: (name: EventName, listener: Listener) => () => void
}

const LineContext = createContext<Line>({
  status: 'off',
  returns: 0,
  listen: () => () => undefined,
})

const eventNames: readonly EventName[] = [
  'applicant.created',
  'applicant.updated',
  'applicant.deleted',
  'applicants.changed',
  'jobs.changed',
  'incident.created',
  'incident.updated',
  'membership.changed',
]

type Hooks = {
  onOpen: () => void
  onLost: () => void
  onEvent: (name: EventName, data: unknown) => void
}

/** Keeps a stream open until the returned function is called. */
function keepOpen({ onOpen, onLost, onEvent }: Hooks): () => void {
  let source: EventSource | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  function lose() {
    // The browser's own retry knows nothing of our intervals, so the stream is closed and opened anew.
    source?.close()
    onLost()
    const seconds = RECONNECT_SECONDS[Math.min(failures, RECONNECT_SECONDS.length - 1)] ?? 10
    failures += 1
    clearTimeout(retry)
    retry = setTimeout(open, seconds * 1000)
  }
  function open() {
    source = new EventSource('/api/live')
    source.addEventListener('open', () => {
      failures = 0
      onOpen()
    })
    source.addEventListener('error', lose)
    for (const name of eventNames) {
      source.addEventListener(name, (event: MessageEvent<string>) => {
        onEvent(name, JSON.parse(event.data))
      })
    }
  }
  open()
  return () => {
    clearTimeout(retry)
    source?.close()
  }
}

export function LiveProvider({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  const [state, setState] = useState<OpenLine>('opening')
  const status = enabled ? state : 'off'
  const [returns, setReturns] = useState(0)
  const listeners = useRef(new Map<EventName, Set<Listener>>())

  useEffect(() => {
    // Test environments and very old browsers have no event streams: everything else still works.
    if (!enabled || typeof EventSource === 'undefined') return
    let lost = false
    const close = keepOpen({
      onOpen: () => {
        setState('live')
        if (lost) setReturns((count) => count + 1)
        lost = false
      },
      onLost: () => {
        lost = true
        setState('lost')
      },
      onEvent: (name, data) => listeners.current.get(name)?.forEach((listener) => listener(data)),
    })
    return () => {
      close()
      setState('opening')
    }
  }, [enabled])

  const line = useMemo<Line>(
    () => ({
      status,
      returns,
      listen: (name, listener) => {
        const set = listeners.current.get(name) ?? new Set()
        listeners.current.set(name, set.add(listener))
        return () => set.delete(listener)
      },
    }),
    [status, returns],
  )
  return <LineContext value={line}>{children}</LineContext>
}

export const useLiveStatus = (): LiveStatus => useContext(LineContext).status

/** Calls `handle` for every event of that name while the component is shown. */
export function useLiveEvent<Name extends EventName>(
  name: Name,
  handle: (data: EventMap[Name]) => void,
): void {
  const { listen } = useContext(LineContext)
  const newest = useRef(handle)
  useEffect(() => {
    newest.current = handle
  })
  useEffect(() => listen(name, (data) => newest.current(data as EventMap[Name])), [listen, name])
}

/** Calls `handle` when a lost line is back. */
export function useLiveReturn(handle: () => void): void {
  const { returns } = useContext(LineContext)
  const newest = useRef(handle)
  useEffect(() => {
    newest.current = handle
  })
  useEffect(() => {
    if (returns > 0) newest.current()
  }, [returns])
}
