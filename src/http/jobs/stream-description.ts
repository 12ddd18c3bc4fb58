// A job description that is read as it is written, one JSON object in a line.
import { stream } from 'hono/streaming'
import type { Actor } from '#domain/accounts/access.ts'
import type { BriefInput, DescriptionEvent } from '#domain/jobs/job-descriptions.ts'
import type { Deps } from '#features/deps.ts'
import { beginDescription } from '#features/jobs/describe-job.ts'
import type { Ctx } from '../context.ts'
import { asAppError } from '../errors.ts'

/** Each line repeats the whole text so far; lines faster than a person can see only cost. */
const PAUSE_MS = 80

export async function streamDescription({
  c,
  deps,
  actor,
  body,
}: {
  c: Ctx
  deps: Deps
  actor: Actor | undefined
  body: BriefInput
}): Promise<Response> {
  const stopped = new AbortController()
  const signal = AbortSignal.any([stopped.signal, c.req.raw.signal])
  const { writer, steps } = await beginDescription(deps, actor, body, signal)
  c.header('Content-Type', 'application/x-ndjson')
  c.header('X-Accel-Buffering', 'no')
  return stream(c, async (out) => {
    out.onAbort(() => stopped.abort())
    const emit = (event: DescriptionEvent) => out.write(`${JSON.stringify(event)}\n`)
    try {
      await emit({ type: 'start', writer })
      let sentAt = 0
      let step = await steps.next()
      while (!step.done) {
        if (Date.now() - sentAt >= PAUSE_MS) {
          await emit({ type: 'partial', description: step.value })
          sentAt = Date.now()
        }
        step = await steps.next()
      }
      if (step.value) await emit({ type: 'done', description: step.value, writer })
    } catch (error) {
      const { code, message } = asAppError(error, c)
      await emit({ type: 'error', error: { code, message, request_id: c.var.requestId } })
    }
  })
}
