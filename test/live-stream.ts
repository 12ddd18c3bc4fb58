// Connects to /api/live like a dashboard, and collects the events.
import { expect } from 'vitest'
import type { Visitor } from './app.ts'

export type ReceivedEvent = { event: string; id: number | undefined; data: unknown }

export type LiveStream = {
  response: Response
  /** Everything, including heartbeats. */
  heard: ReceivedEvent[]
  /** Without the first event and the heartbeats. */
  events: () => ReceivedEvent[]
  /** Waits for this many, including first events and resets, but no heartbeats. */
  until: (count: number) => Promise<void>
  untilOver: () => Promise<void>
  /** Closes the connection at once, at any position of the stream. */
  stop: () => Promise<void>
}

const signs = ['hello', 'heartbeat', 'reset']

/** `lastEventId` as sent by a browser that reconnects; `after` as sent by a page that was just opened. */
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
