// /api/live: tells an open dashboard what has just happened in its organization.
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { approvedOrganization, signedIn } from '#domain/access.ts'
import type { LiveEvent } from '#domain/events.ts'
import { isUnchanged } from '#features/accounts/read-actor.ts'
import type { Env } from './context.ts'

const HEARTBEAT_MS = 25_000
/** A removal in another server process, a sign-out or the end of a session is noticed after this at the latest. */
const LOOK_MS = 4000

export const liveRoutes = new Hono<Env>().get('/', (c) => {
  const actor = signedIn(c.var.actor)
  const organizationId = approvedOrganization(actor)
  const { deps } = c.var
  c.header('X-Accel-Buffering', 'no')
  return streamSSE(c, async (stream) => {
    const waiting: LiveEvent[] = []
    let wake = () => {}
    const stop = deps.events.listen((event) => {
      if (event.organization_id !== organizationId) return
      waiting.push(event)
      wake()
    })
    const end = () => {
      stop()
      wake()
    }
    stream.onAbort(end)
    deps.closing.addEventListener('abort', end, { once: true })
    const isOver = () => stream.aborted || deps.closing.aborted
    const isAbout = (event: LiveEvent) =>
      event.name === 'membership.changed' && event.data.user_id === actor.user_id
    // A database that is away ends the stream too: the dashboard comes back and is asked who it is.
    const mayRead = () => isUnchanged(deps, actor).catch(() => false)

    await stream.writeSSE({ event: 'hello', data: '{}' })
    let spoke = Date.now()
    while (!isOver()) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS)
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
        if (!isAllowed && !isAbout(event)) continue
        await stream.writeSSE({ event: event.name, data: JSON.stringify(event.data) })
        spoke = Date.now()
      }
      // The page asks anew who it is, and opens the next stream as that.
      if (!isAllowed || events.some(isAbout)) break
      if (Date.now() - spoke >= HEARTBEAT_MS) {
        await stream.write(': heartbeat\n\n')
        spoke = Date.now()
      }
    }
    deps.closing.removeEventListener('abort', end)
    stop()
  })
})
