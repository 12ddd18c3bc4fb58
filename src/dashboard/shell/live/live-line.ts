// Keeps the event stream open: reconnects, resumes where it was, and dispatches each event once.
import {
  HEARTBEAT_MS,
  type EventMap,
  type EventName,
  type StreamSignal,
} from '#domain/live/live-events.ts'

const RECONNECT_SECONDS = [1, 2, 5, 10]
/** Timeout for opening the stream. */
const OPEN_MS = 10_000
/** A connection without a message for longer, not even a heartbeat, is lost, whatever the browser reports. */
const SILENT_MS = HEARTBEAT_MS + 3500
/** The server refused the stream because the limit is reached: the interval of retries. */
const FULL_SECONDS = 30
/** `EventSource.CLOSED`: the server answered, but not with a stream. */
const CLOSED = 2
/** Events within this time are rendered together. */
const GATHER_MS = 30

// As a record, so that no name can be forgotten.
const names: Record<EventName, true> = {
  'applicant.created': true,
  'applicant.updated': true,
  'applicant.deleted': true,
  'applicants.changed': true,
  'store.changed': true,
  'organization.changed': true,
  'jobs.changed': true,
  'refresh.changed': true,
  'incident.created': true,
  'incident.updated': true,
  'rights.changed': true,
  'membership.changed': true,
}

export type HeardEvent = { name: EventName; data: EventMap[EventName] }

type Hooks = {
  onOpen: () => void
  onLost: () => void
  /** The limit of open streams is reached. Called at each retry, so that the page loads new data itself. */
  onFull: () => void
  onEvents: (events: readonly HeardEvent[]) => void
  /** The missed events are not available: everything must be loaded again. */
  onReset: () => void
}

type Stream = Pick<EventSource, 'close' | 'readyState'> & {
  addEventListener(name: string, handle: (event: MessageEvent<string>) => void): void
}
let openStream = (address: string): Stream => new EventSource(address)

/** Replaces the way streams are opened, when the browser's EventSource cannot authenticate. */
export function openStreamsBy(open: (address: string) => Stream): void {
  openStream = open
}

/** Resumes after the position `after`, if known. Open until the returned function is called. */
export function keepOpen(
  { onOpen, onLost, onFull, onEvents, onReset }: Hooks,
  after: string | undefined,
): () => void {
  let source: Stream | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  let silence: ReturnType<typeof setTimeout> | undefined
  let gathering: ReturnType<typeof setTimeout> | undefined
  let gathered: HeardEvent[] = []
  let failures = 0
  let last = after

  function open() {
    clearTimeout(retry)
    retry = undefined
    const line = (source = openStream(last === undefined ? '/api/live' : `/api/live?after=${last}`))
    expectWord(OPEN_MS)
    const on = (name: EventName | StreamSignal, handle: (event: MessageEvent<string>) => void) =>
      line.addEventListener(name, (event: MessageEvent<string>) => {
        // A closed connection may still deliver buffered events.
        if (line !== source) return
        expectWord(SILENT_MS)
        handle(event)
      })
    on('hello', (event) => {
      last ??= event.lastEventId
      failures = 0
      onOpen()
    })
    on('heartbeat', () => {})
    on('reset', (event) => {
      last = event.lastEventId
      deliverEvents()
      onReset()
    })
    for (const name of Object.keys(names) as EventName[]) {
      on(name, ({ lastEventId, data }) => {
        if (last !== undefined && Number(lastEventId) <= Number(last)) return
        last = lastEventId
        gathered.push({ name, data: JSON.parse(data) as EventMap[EventName] })
        gathering ??= setTimeout(deliverEvents, GATHER_MS)
      })
    }
    line.addEventListener('error', () => {
      if (line !== source) return
      if (line.readyState === CLOSED) void askWhy(line)
      else lose()
    })
  }
  /** A refused stream shows a page neither its status nor its text. */
  async function askWhy(line: Stream) {
    const answer = await fetch('/api/live', { method: 'HEAD' }).catch(() => undefined)
    if (line !== source) return
    if (answer?.status === 429) comeBackLater()
    else lose()
  }
  /** Other windows keep their streams: one that took theirs would lose it again, and so on. */
  function comeBackLater() {
    end()
    failures = 0
    onFull()
    retry = setTimeout(open, FULL_SECONDS * 1000)
  }
  function expectWord(within: number) {
    clearTimeout(silence)
    silence = setTimeout(lose, within)
  }
  function deliverEvents() {
    clearTimeout(gathering)
    gathering = undefined
    const events = gathered
    gathered = []
    if (events.length > 0) onEvents(events)
  }
  function end() {
    source?.close()
    source = undefined
    clearTimeout(silence)
  }
  function lose() {
    // The browser's own retry does not use our intervals, so the stream is closed and opened again.
    end()
    onLost()
    const seconds = RECONNECT_SECONDS[Math.min(failures, RECONNECT_SECONDS.length - 1)] ?? 10
    failures += 1
    retry = setTimeout(open, seconds * 1000)
  }
  /** The window is visible again, or the network is back: no need to wait. */
  function hurry() {
    if (retry !== undefined && !document.hidden) open()
  }
  open()
  // The browser keeps a dead connection open until it is used.
  const listening = listenToNetwork(hurry, () => source && lose())
  return () => {
    listening.abort()
    for (const timer of [retry, gathering]) clearTimeout(timer)
    end()
  }
}

/** Until it is aborted: `onBack` when the window or the network is back, `onCut` when the network is gone. */
function listenToNetwork(onBack: () => void, onCut: () => unknown): AbortController {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('online', onBack, { signal })
  window.addEventListener('offline', onCut, { signal })
  document.addEventListener('visibilitychange', onBack, { signal })
  return listening
}
