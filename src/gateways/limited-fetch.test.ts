// What another system answers is read up to a limit: an endless answer ends, and fills no memory.
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { limitedFetch } from './limited-fetch.ts'

let url: string
let asked: string[]
const server = createServer((request, answer) => {
  asked.push(request.url ?? '')
  if (request.url === '/moved') return void answer.writeHead(307, { location: '/endless' }).end()
  const isSlow = request.url === '/slow'
  answer.writeHead(200).flushHeaders()
  const write = () => {
    while (!answer.destroyed && answer.write('x'.repeat(isSlow ? 1 : 16_384)) && !isSlow);
  }
  answer.on('drain', write)
  const timer = setInterval(write, 20)
  return void answer.on('close', () => clearInterval(timer))
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => void (asked = []))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test.each([
  ['/endless', 'The answer is too long'],
  ['/slow', 'timeout'],
  ['/moved', 'fetch failed'],
])('an answer ends by size and by time, and leads nowhere else: %s', async (path, problem) => {
  const reading = limitedFetch(url + path, {}, { most: 100_000, totalMs: 1000 }).then((answer) =>
    answer.text(),
  )
  await expect(reading).rejects.toThrow(problem)
  expect(asked).toEqual([path])
})

// The limits are in one place, so that none is forgotten.
test('no other file sends requests', () => {
  const senders = globSync('src/{gateways,features,data}/**/*.ts')
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) =>
      /(?<![.\w])fetch\(|\bundici\b|\bbetterFetch\(/.test(readFileSync(file, 'utf8')),
    )
  expect(senders.toSorted()).toEqual([
    'src/gateways/jobs/guarded-fetch.ts',
    'src/gateways/limited-fetch.ts',
  ])
})
