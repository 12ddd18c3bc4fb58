// /api/live: tells an open dashboard what has just happened in its organization, and what it missed while it was away.
import { Hono } from 'hono'
import { streamSSE, type SSEStreamingApi } from 'hono/streaming'
import { approvedOrganization, signedIn, type Actor } from '#domain/access.ts'
import { HEARTBEAT_MS, type LiveEvent, type StreamSign } from '#domain/events.ts'
import { isUnchanged } from '#features/accounts/read-actor.ts'
import type { Deps } from '#features/deps.ts'
import { resumeEvents } from '#features/live/resume-events.ts'
import type { Env } from './context.ts'

/** A sign-out or the end of a session is noticed after this at the latest, and a removal that no event told of. */
const LOOK_MS = 4000
/** A reader so far behind is let go: it comes back and is told what it missed, or to read everything anew. */
const WAITING_MAX = 5000

export const liveRoutes = new Hono<Env>().get('/', (c) => {
  const actor = signedIn(c.var.actor)
  approvedOrganization(actor)
  const { deps } = c.var
  // A browser that reconnects by itself keeps the address it began with, so the header is the newer of the two.
  const after = readPlace(c.req.header('last-event-id') ?? c.req.query('after'))
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, (stream) => tell(stream, deps, actor, after))
})

/** Undefined where nothing is known yet. What is no place at all counts as one that never was. */
function readPlace(text: string | undefined): number | undefined {
  if (!text) return undefined
  return /^\d{1,15}$/.test(text) ? Number(text) : -1
}

async function tell(
  stream: SSEStreamingApi,
  deps: Deps,
  actor: Actor,
  after: number | undefined,
): Promise<void> {
  const waiting: LiveEvent[] = []
  let isBehind = false
  let wake = () => {}
  // Listening begins before the missed is read: what comes in between is in both, and told once.
  const stop = deps.events.listenFor(approvedOrganization(actor), (events) => {
    isBehind ||= waiting.length + events.length > WAITING_MAX
    if (!isBehind) waiting.push(...events)
    wake()
  })
  const end = () => {
    stop()
    wake()
  }
  stream.onAbort(end)
  deps.closing.addEventListener('abort', end, { once: true })
  const isOver = () => stream.aborted || deps.closing.aborted || isBehind
  const isAbout = (event: LiveEvent) =>
    event.name === 'membership.changed' && event.subject_id === actor.user_id
  // A database that is away ends the stream too: the dashboard comes back and is asked who it is.
  const mayRead = () => isUnchanged(deps, actor).catch(() => false)

  const now = () => deps.clock.now().getTime()
  let spoke = now()
  const say = async (event: StreamSign | LiveEvent['name'], id?: number, data = '{}') => {
    await stream.writeSSE({ event, data, ...(id !== undefined && { id: String(id) }) })
    spoke = now()
  }
  try {
    const { isComplete, missed, position } = await resumeEvents(deps, actor, after)
    await say('hello', after === undefined ? position : undefined)
    if (!isComplete) await say('reset', position)
    let told = isComplete && after !== undefined ? after : position
    waiting.unshift(...missed)
    while (!isOver()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(LOOK_MS, spoke + HEARTBEAT_MS - now()))
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
        // Something may have come in, or the reader gone, before wake was set.
        if (waiting.length > 0 || isOver()) wake()
      })
      if (isOver()) break
      const events = waiting.splice(0)
      const isAllowed = await mayRead()
      for (const event of events) {
        // Whoever is out hears that, and nothing else.
        if (event.position <= told || (!isAllowed && !isAbout(event))) continue
        await say(event.name, event.position, event.data)
        told = event.position
      }
      // The page asks anew who it is, and opens the next stream as that.
      if (!isAllowed || events.some(isAbout)) break
      if (now() - spoke >= HEARTBEAT_MS) await say('heartbeat')
    }
  } catch (error) {
    // Nothing is lost: the dashboard comes back with the place it knows.
    deps.log.warn({ err: error }, 'a live stream ended early')
  } finally {
    deps.closing.removeEventListener('abort', end)
    stop()
  }
}
