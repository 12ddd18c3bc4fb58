// A collector of traces that misbehaves holds up nothing.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { openTraces } from './traces.ts'

const drip = (response: ServerResponse) => {
  const timer = setInterval(() => response.write(' '), 100)
  response.on('close', () => clearInterval(timer))
}

// Without a limit the export gives up after 30 seconds.
test.each([
  ['never answers', () => undefined],
  ['answers letter by letter', drip],
])(
  'the program ends although a collector %s',
  { tags: 'slow', timeout: 25_000 },
  async (_, answer: (response: ServerResponse) => void) => {
    let asked = 0
    const collector = createServer((request, response) => {
      asked += 1
      request.resume()
      answer(response)
    }).listen(0, '127.0.0.1')
    await once(collector, 'listening')
    const url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
    const traces = await openTraces(url, 10)
    expect(await traces.span('GET', {}, () => Promise.resolve('answer'))).toBe('answer')
    await expect.poll(() => asked).toBe(1)
    await traces.close()
    collector.close()
    collector.closeAllConnections()
  },
)
