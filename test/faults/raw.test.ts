// Bytes that no HTTP client sends: each gets a refusal or a closed line, and the server goes on.
import { connect } from 'node:net'
import { expect, onTestFailed, test } from 'vitest'
import { openApp } from '../app.ts'
import { rawRequest, sendRaw } from '../input/raw-request.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { record } from './record.ts'

const app = await openApp({ work: 'none' })
const owner = await app.owner()

const json = { 'content-type': 'application/json' }
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const multipart = { 'content-type': 'multipart/form-data; boundary=b' }
const chunked = (address: string, body: string, type = json) =>
  `POST ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: ${type['content-type']}\r\ntransfer-encoding: chunked\r\n\r\n${body}`
const deep = (sign: string, other: string, times: number) =>
  sign.repeat(times) + other.repeat(times)

/** What a client may get wrong, by accident or on purpose. */
const requests: Readonly<Record<string, string | Buffer>> = {
  'a head of 32 kB': rawRequest('GET', '/embed', { x: 'a'.repeat(32 * 1024) }),
  'a thousand headers': rawRequest(
    'GET',
    '/embed',
    Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`x-${at}`, 'a'])),
  ),
  'a line of 100 kB': rawRequest('GET', `/embed?${'a'.repeat(100_000)}`, {}),
  'no HTTP': 'hello\r\n\r\n',
  'TLS on a plain port': Buffer.from('16030100ff010000fb0303', 'hex'),
  'HTTP/2 without asking': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'an unknown method': rawRequest('BREW', '/embed', {}),
  'a NUL in the head': `GET /embed HTTP/1.1\r\nhost: 127.0.0.1\r\nx: a\0b\r\nconnection: close\r\n\r\n`,
  'two lengths': `POST /embed HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 3\r\ncontent-length: 5\r\n\r\nabcde`,
  'a length and chunks': `POST /embed HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
  'a length below zero': `POST /embed HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: -1\r\n\r\n`,
  'a chunk whose size is no number': chunked('/api/jobs', 'zz\r\nab\r\n0\r\n\r\n'),
  'a chunk that is longer than it says': chunked('/api/jobs', '2\r\nabcd\r\n0\r\n\r\n'),
  'a chunk of an endless size': chunked('/api/jobs', 'ffffffffffffffff\r\nab'),
  'a folded header': `GET /embed HTTP/1.1\r\nhost: 127.0.0.1\r\nx: a\r\n b\r\nconnection: close\r\n\r\n`,
  'a host that is none': `GET /embed HTTP/1.1\r\nhost: a b\r\nconnection: close\r\n\r\n`,
  'a host that looks like an address': `GET /embed HTTP/1.1\r\nhost: 127.0.z.1\r\nconnection: close\r\n\r\n`,
  'a host beyond all addresses': rawRequest(
    'POST',
    '/api/accounts/sign-in',
    { ...json, host: '5127.0.0.4' },
    '{}',
  ),
  'no host': `GET /embed HTTP/1.1\r\nconnection: close\r\n\r\n`,
  'an address that is none': `GET http://[ HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
  'a broken escape': rawRequest('GET', '/careers/%ff%zz', {}),
  'a path that climbs': rawRequest('GET', '/assets/../../../../etc/passwd', {}),
  'JSON of depth 10,000': rawRequest('POST', '/api/accounts/sign-in', json, deep('[', ']', 10_000)),
  'objects of depth 10,000': rawRequest(
    'POST',
    '/api/accounts/sign-in',
    json,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  ),
  'JSON that ends early': rawRequest('POST', '/api/accounts/sign-in', json, '{"email":"a'),
  'UTF-8 that is none': rawRequest(
    'POST',
    '/api/accounts/sign-in',
    json,
    Buffer.from('7b22656d61696c223a22ff fe c3 28 22 7d'.replaceAll(' ', ''), 'hex'),
  ),
  'JSON in UTF-16': rawRequest(
    'POST',
    '/api/accounts/sign-in',
    json,
    Buffer.from('{"email":"a"}', 'utf16le'),
  ),
  __proto__field: rawRequest(
    'POST',
    '/api/accounts/sign-in',
    json,
    '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"a":1}},"email":"a","password":"b"}',
  ),
  '10,000 fields of JSON': rawRequest(
    'POST',
    '/api/accounts/sign-in',
    json,
    JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`f${at}`, at]))),
  ),
  '10,000 fields of a form': rawRequest(
    'POST',
    '/embed?step=email',
    form,
    Array.from({ length: 10_000 }, (_, at) => `f${at}=a`).join('&'),
  ),
  '10,000 parts of a form': rawRequest(
    'POST',
    '/embed?step=apply',
    multipart,
    `${Array.from({ length: 10_000 }, (_, at) => `--b\r\ncontent-disposition: form-data; name="f${at}"\r\n\r\na\r\n`).join('')}--b--\r\n`,
  ),
  'a form without its end': rawRequest(
    'POST',
    '/embed?step=apply',
    multipart,
    '--b\r\ncontent-disposition: form-data; name="cvFile"; filename="a.pdf"\r\n\r\n%PDF-',
  ),
  'a form without a boundary': rawRequest(
    'POST',
    '/embed?step=apply',
    { 'content-type': 'multipart/form-data' },
    '--b--\r\n',
  ),
  'a part whose head never ends': rawRequest(
    'POST',
    '/embed?step=apply',
    multipart,
    `--b\r\n${'x'.repeat(200_000)}`,
  ),
  'a NUL in every field': rawRequest('POST', '/embed?step=email', form, 'email=a%00b&roleId=%00'),
  'a cookie of 8 kB': rawRequest('GET', '/api/session', { cookie: `a=${'b'.repeat(8000)}` }),
  'a cookie that is none': rawRequest('GET', '/api/session', { cookie: '=;;==;\u0001=%' }),
  'a range of nothing': rawRequest('GET', '/embed', { range: 'bytes=9-1,-0' }),
  'a language that is none': rawRequest('GET', '/embed', {
    'accept-language': `;q=${'9'.repeat(500)}`,
  }),
  'an upgrade': rawRequest('GET', '/api/live', {
    upgrade: 'websocket',
    connection: 'upgrade, close',
  }),
}

/** What a client may send, however odd it is. Everything else is refused, or its line is closed without a word. */
const HARMLESS: ReadonlySet<string> = new Set([
  'a cookie of 8 kB',
  'a range of nothing',
  'a language that is none',
])

async function expectWell(what: string, failures: string[]): Promise<void> {
  const { status } = await owner.call('/api/jobs')
  if (status !== 200) failures.push(`after ${what}: ${status}`)
}

test('each of a list of broken requests is refused, and the next request is answered', async () => {
  const failures: string[] = []
  for (const [what, bytes] of Object.entries(requests)) {
    const { status } = await sendRaw(app.url, bytes, { hangUp: !isClosing(bytes) })
    // No answer at all is a closed line: there is nobody to whom a sentence could be said.
    const isAsExpected = HARMLESS.has(what)
      ? status === 200
      : status === 0 || (status >= 400 && status < 500)
    if (!isAsExpected) failures.push(`${what}: ${status}`)
    await expectWell(what, failures)
  }
  expect(failures).toEqual([])
  record('R15 broken requests', { faults: Object.keys(requests).length, failures: failures.length })
})

/** Others keep the line open, or wait for more until the body's time is over: the sender ends it. */
const isClosing = (bytes: string | Buffer): boolean => /close(?!.*f{16})/s.test(String(bytes))

test('whole requests with random bytes changed', async () => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const times = rounds(60, 5000)
  const whole = Object.values(requests)
    .map((bytes) => Buffer.from(bytes))
    .filter((bytes) => bytes.length < 20_000)
  const failures: string[] = []
  const pick = (limit: number) => Math.floor(random() * limit)
  const tryOne = async () => {
    const bytes = Buffer.from(whole[pick(whole.length)]!)
    for (let changes = 1 + pick(4); changes > 0; changes--) bytes[pick(bytes.length)] = pick(256)
    const cut = random() < 0.2 ? bytes.subarray(0, 1 + pick(bytes.length)) : bytes
    const { status } = await sendRaw(app.url, cut, { hangUp: true })
    if (status >= 500)
      failures.push(`${status}: ${JSON.stringify(cut.toString('latin1').slice(0, 300))}`)
  }
  for (let done = 0; done < times; done += 10) {
    await Promise.all(Array.from({ length: 10 }, tryOne))
    await expectWell(`${done} changed requests`, failures)
  }
  expect(failures).toEqual([])
  record('R15 changed requests', { faults: times, failures: failures.length, note: `seed ${seed}` })
})

test('a hundred slow uploads keep nobody else waiting', async () => {
  const lines = Math.min(rounds(20, 100), 100)
  const failures: string[] = []
  const sockets = Array.from({ length: lines }, () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      'POST /embed?step=apply HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 10000000\r\n\r\n--b\r\n',
    )
    return socket
  })
  const dripping = setInterval(() => {
    for (const socket of sockets) if (!socket.destroyed) socket.write('x')
  }, 100)
  try {
    for (let asked = 0; asked < lines; asked++) {
      const { status } = await app.visitor().fetch('/embed')
      if (status !== 200) failures.push(`the list of jobs: ${status}`)
      await expectWell('the list', failures)
    }
  } finally {
    clearInterval(dripping)
    for (const socket of sockets) socket.destroy()
  }
  expect(failures).toEqual([])
  record('L3 slow uploads', { faults: lines, failures: failures.length })
})
