// A stream of Node as the body of an answer.
import type { Readable } from 'node:stream'

/**
 * Ends the stream when the client goes away. Not by `Readable.toWeb`: what the stream still has at that moment it writes to a closed body,
 * which throws where nobody catches it and ends the process.
 */
export function fileBody(file: Readable): ReadableStream<Uint8Array> {
  // An error before the first read has no listener, and would end the process as well. The read reports it.
  file.on('error', () => {})
  const chunks = file[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next()
        if (next.done) controller.close()
        else controller.enqueue(next.value)
      },
      cancel() {
        file.destroy()
      },
    },
    { highWaterMark: 0 },
  )
}
