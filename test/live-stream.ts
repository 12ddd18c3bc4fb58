// Listens to /api/live as a dashboard does, and keeps what it hears.
import { expect } from 'vitest'
import type { Visitor } from './app.ts'

export type ReceivedEvent = { event: string; id: number | undefined; data: unknown }

export type LiveStream = {
  response: Response
  /** Everything, signs of life too. */
  heard: ReceivedEvent[]
  /** Without the greeting and the signs of life. */
  events: () => ReceivedEvent[]
  /** Waits for so many, greetings and resets among them; a sign of life comes by the clock and is none. */
  until: (count: number) => Promise<void>
  untilOver: () => Promise<void>
  /** Cuts the connection, at once, wherever the stream is. */
  stop: () => Promise<void>
}

const signs = ['hello', 'heartbeat', 'reset']

/** `lastEventId` as a browser sends it that had the line before; `after` as a page that was just opened asks. */
export async function listen(
  who: Visitor,
  { lastEventId, after }: { lastEventId?: number | string; after?: number | string } = {},
): Promise<LiveStream> {
  const cut = new AbortController()
  const query = after === undefined ? '' : `?after=${after}`
  const response = await who.fetch(`/api/live${query}`, {
    signal: cut.signal,
    ...(lastEventId !== undefined && { headers: { 'last-event-id': String(lastEventId) } }),
  })
  const heard: ReceivedEvent[] = []
  const reading = (async () => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const { event, id, data } = Object.fromEntries(
          block.split('\n').map((line) => line.split(/: (.*)/s)),
        )
        heard.push({ event, id: id && Number(id), data: JSON.parse(data ?? 'null') })
      }
    }
  })().catch(() => {})
  let isOver = false
  void reading.then(() => (isOver = true))
  return {
    response,
    heard,
    events: () => heard.filter(({ event }) => !signs.includes(event)),
    until: (count) =>
      expect
        .poll(() => heard.filter(({ event }) => event !== 'heartbeat').length)
        .toBeGreaterThanOrEqual(count),
    untilOver: () => expect.poll(() => isOver).toBe(true),
    stop: () => (cut.abort(), reading),
  }
}
