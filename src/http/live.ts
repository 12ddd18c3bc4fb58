// /api/live: tells an open dashboard what has just happened in its organization.
import { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import { approvedOrganization } from '#domain/access.ts'
import type { LiveEvent } from '#domain/events.ts'
import type { Env } from './context.ts'

const HEARTBEAT_MS = 25_000

export const liveRoutes = new Hono<Env>().get('/', (c) => {
  const organizationId = approvedOrganization(c.var.actor)
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
    await stream.writeSSE({ event: 'hello', data: '{}' })
    while (!isOver()) {
      const event = waiting.shift()
      if (event) {
        await stream.writeSSE({ event: event.name, data: JSON.stringify(event.data) })
        continue
      }
      const quiet = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(resolve, HEARTBEAT_MS, true)
        wake = () => {
          clearTimeout(timer)
          resolve(false)
        }
        // Something may have come in, or the reader gone, before wake was set.
        if (waiting.length > 0 || isOver()) wake()
      })
      if (quiet && !isOver()) await stream.write(': heartbeat\n\n')
    }
    deps.closing.removeEventListener('abort', end)
    stop()
  })
})
