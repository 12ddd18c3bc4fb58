// The connection to an AI server, with limits on time, bytes and the form of the answer.
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { limitBody } from '../limited-fetch.ts'

/** Calls `onTimeout` when the server sends nothing for too long, or the whole request takes too long. */
export function startTimeouts(
  { silenceMs, totalMs }: { silenceMs: number; totalMs: number },
  onTimeout: () => void,
) {
  let isLate = false
  const abort = () => {
    isLate = true
    onTimeout()
  }
  const total = setTimeout(abort, totalMs)
  let silence = setTimeout(abort, silenceMs)
  return {
    isLate: () => isLate,
    received() {
      clearTimeout(silence)
      silence = setTimeout(abort, silenceMs)
    },
    stop() {
      clearTimeout(total)
      clearTimeout(silence)
    },
  }
}

/** A fetch that follows no redirects, limits the bytes of the answer and turns a complete answer into a stream. */
export function guardedFetch(most: number, received: () => void): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, { ...init, redirect: 'error' })
    received()
    if (!response.ok || !response.body) return response
    const limited = limitBody(response, most, () => new AppError('writer.nonsense'), received)
    const type = response.headers.get('content-type') ?? ''
    if (/^text\/event-stream\b/i.test(type)) return limited
    return asStream(await limited.text())
  }
}

const wholeAnswer = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })]).rest(z.unknown()),
})

/** Some servers cannot stream and send a complete answer. */
function asStream(text: string): Response {
  const answer = wholeAnswer.safeParse(jsonOf(text))
  if (!answer.success) throw new AppError('writer.nonsense', { cause: answer.error })
  const { content } = answer.data.choices[0].message
  const chunk = { choices: [{ index: 0, delta: { content }, finish_reason: 'stop' }] }
  return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
    headers: { 'content-type': 'text/event-stream' },
  })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
