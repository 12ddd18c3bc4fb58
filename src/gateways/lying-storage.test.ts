// A bucket that lies: its answers reach nobody, end, and lead nowhere else.
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openFiles, type Files } from './files.ts'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('a secret of thirty-two characters or more')
const { fileKeys } = secrets
const [own, another] = [secrets.newFileKey(), secrets.newFileKey()]
const KEY = 'cvs/one.pdf'
const CONTENT = Buffer.alloc(200_000, '%PDF-1.7 of Maya Okafor ')
const STALL_MS = 200

let answerWith: (response: ServerResponse, address: string) => void
let asked: string[]
let sent: number
let elsewhere: number
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  request.resume().on('end', () => answerWith(response, request.url ?? ''))
})
const other = createServer((_, response) => {
  elsewhere += 1
  response.end(stored.whole)
})

let place: string
let bucket: Files
const stored = {} as Record<'whole' | 'theirs' | 'shared', Buffer>

beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-lying-'))
  for (const each of [server, other]) await once(each.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const url = `s3://key:secret@cvs?endpoint=http://127.0.0.1:${port}`
  bucket = await openFiles(url, place, fileKeys, STALL_MS)
  const folder = await openFiles(undefined, place, fileKeys)
  const keys = { whole: own, theirs: another, shared: null }
  for (const name of ['whole', 'theirs', 'shared'] as const) {
    await (await folder.stage([CONTENT], keys[name])).take(`cvs/${name}`)
    stored[name] = await readFile(path.join(place, 'files/cvs', name))
  }
})
beforeEach(() => {
  asked = []
  sent = elsewhere = 0
})
afterAll(async () => {
  for (const each of [server, other]) {
    each.close()
    each.closeAllConnections()
  }
  await rm(place, { recursive: true, force: true })
})

const reads: [string, () => Promise<Uint8Array>][] = [
  ['whole', () => bucket.readWhole(KEY, own)],
  ['as a stream', async () => buffer(await bucket.read(KEY, own))],
]

test('what was stored is read', async () => {
  answerWith = (response) => response.end(stored.whole)
  for (const [, read] of reads) expect(CONTENT.equals(await read())).toBe(true)
})

describe.each(reads)('a file that is read %s is refused', (_, read) => {
  test.each<[string, () => Buffer]>([
    ['another file, encrypted with its own key', () => stored.theirs],
    ['another file, encrypted with a key from the main key', () => stored.shared],
    ['a file that is not encrypted', () => CONTENT],
    ['an error as XML', () => Buffer.from('<Error><Code>NoSuchKey</Code></Error>')],
    ['nothing', () => Buffer.alloc(0)],
    ['its beginning', () => stored.whole.subarray(0, 20 + 65_552)],
    ['its head', () => stored.whole.subarray(0, 20)],
    ['more than it has', () => Buffer.concat([stored.whole, Buffer.from('x')])],
    ['twice', () => Buffer.concat([stored.whole, stored.whole])],
    [
      'as one of before it had its own key',
      () => Buffer.concat([Buffer.from('SHF1'), stored.whole.subarray(4)]),
    ],
    ['as one of before it was encrypted', () => stored.whole.subarray(20)],
  ])('%s', async (_what, content) => {
    answerWith = (response) => response.end(content())
    await expect(read()).rejects.toThrow()
  })
})

const acts: [string, () => Promise<unknown>][] = [
  ...reads.map(([name, read]): [string, () => Promise<unknown>] => [`read ${name}`, read]),
  ['read as it is stored', async () => buffer(await bucket.readStored(KEY))],
  ['exists', () => bucket.exists(KEY)],
  ['check', () => bucket.check()],
  ['store', async () => (await bucket.stage([CONTENT], own)).take(KEY)],
  ['remove', () => bucket.remove(KEY)],
  ['list', () => Array.fromAsync(bucket.listOlder('cvs', new Date()))],
]
/** A HEAD has no body. */
const withBody = acts.filter(([name]) => !['exists', 'check'].includes(name))

describe.each(withBody)('%s', (_, act) => {
  test(
    'ends when the answer does not: as fast as it is read, and one letter at a time',
    { tags: 'slow' },
    async () => {
      for (const size of [64 * 1024, 1]) {
        answerWith = (response) => {
          response.writeHead(200, { 'content-type': 'application/xml' })
          const write = () => {
            while (!response.destroyed && response.write(' '.repeat(size)) && size > 1) sent += size
          }
          response.on('drain', write)
          const timer = setInterval(write, 20)
          response.on('close', () => clearInterval(timer))
        }
        await expect(act()).rejects.toThrow()
      }
      // Up to three attempts of some requests, and what waits in sockets.
      expect(sent).toBeLessThan(80 * 1024 * 1024)
    },
  )
})

describe.each(acts)('%s', (_, act) => {
  test('follows no redirect', async () => {
    const { port } = other.address() as AddressInfo
    for (const status of [301, 302, 303, 307, 308]) {
      answerWith = (response) => {
        response.writeHead(status, { location: `http://127.0.0.1:${port}/cvs/one.pdf` }).end()
      }
      await act().catch(() => undefined)
    }
    expect(elsewhere).toBe(0)
  })
})

describe('a list', () => {
  const page = (keys: readonly string[], next?: string) =>
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${next !== undefined}</IsTruncated>${
      next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
    }${keys.map((key) => `<Contents><Key>${key}</Key><Size>1</Size><LastModified>2020-01-01T00:00:00.000Z</LastModified></Contents>`).join('')}</ListBucketResult>`
  const list = () => Array.fromAsync(bucket.listOlder('cvs', new Date()))

  test.each<[string, (number: number) => string]>([
    ['the same page again and again', () => page(['cvs/a'], 'same')],
    ['the same files under new cursors', (number) => page(['cvs/a'], `next-${number}`)],
    ['empty pages without end', (number) => page([], `next-${number}`)],
  ])('that gives %s ends', async (_, body) => {
    answerWith = (response) => response.end(body(asked.length))
    await expect(list()).rejects.toThrow('list')
    expect(asked.length).toBeLessThan(10)
  })

  test('names no file outside of what was asked for', async () => {
    answerWith = (response) => response.end(page(['cvs/a', 'logos/b', 'cvsx/c', '/etc/d']))
    expect(await list()).toEqual(['cvs/a'])
  })
})
