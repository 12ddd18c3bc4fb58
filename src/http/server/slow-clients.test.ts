// Clients that hold resources: bodies that stall or arrive slowly, and more of everything than one network may have.
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import type { IncomingMessage, Server } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import type { Actor } from '#domain/accounts/access.ts'
import { BODY_TIME, BYTES_IN_A_MINUTE, OPEN_AT_ONCE } from '#domain/limits.ts'
import { t } from '#domain/texts/text.ts'
import { openApp } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'
import { fieldsOf, textOf } from '#test/html.ts'
import { asOrganizationId } from '#test/rows.ts'
import { BytesIn } from './bytes-in.ts'
import type { Env } from '../context.ts'
import { answerError } from '../errors.ts'
import { createHttpServer } from './http-server.ts'
import { limitNetworks } from './limit-networks.ts'
import { LiveHub } from '../live/live-hub.ts'

/** Behind a proxy, so that a test can come from any network and is counted. */
const app = await openApp({ env: { TRUSTED_PROXIES: '1' } })
const job = await app.job(await app.owner())

let networks = 0
const freshNetwork = () => `198.51.100.${++networks}`

const open = new Set<Socket>()
afterEach(() => {
  for (const socket of open) socket.destroy()
  open.clear()
})

type Client = {
  send(bytes: string | Buffer): Promise<void>
  heard(): string
  /** When the connection is closed. */
  answer: Promise<string>
}

/** A connection that stays open until the server or the end of the test closes it. */
async function begin(url: string, bytes: string | Buffer): Promise<Client> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  open.add(socket)
  let heard = ''
  socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const answer = once(socket, 'close').then(() => heard)
  const send = (more: string | Buffer) =>
    new Promise<void>((resolve) => socket.write(more, () => resolve()))
  await send(bytes)
  return { send, heard: () => heard, answer }
}

/** The headers of a request whose body is never sent completely. */
const head = (address: string, type: string, network = freshNetwork()) =>
  `POST ${address} HTTP/1.1\r\nhost: 127.0.0.1\r\norigin: ${app.url}\r\nx-forwarded-for: ${network}\r\n` +
  `content-type: ${type}\r\ncontent-length: 9000000\r\n\r\n`
const MULTIPART = 'multipart/form-data; boundary=x'
const field = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const file = (content: string) =>
  `--x\r\ncontent-disposition: form-data; name="cvFile"; filename="cv.pdf"\r\n\r\n${content}`
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 0)
const applyAddress = () => `/embed?step=apply&roleId=${job.id}`

/** After this answer the server has read what was sent before. */
const hasRead = () => app.visitor().call('/healthz')

let people = 0
const proof = () => app.grant(`slow-${++people}@example.com`, job)

describe('the fields of a form', () => {
  test.each([
    ['many long fields', Array.from({ length: 7 }, (_, n) => field(`f${n}`, 'x'.repeat(20_000)))],
    ['one field without end', [field('firstName', 'x'.repeat(400_000))]],
    ['parts without measure', Array.from({ length: 50 }, (_, n) => field(`f${n}`, 'x'))],
    ['a head of a part without end', [`--x\r\ncontent-disposition: ${'y'.repeat(400_000)}`]],
  ])('%s are refused while they come', async (_, parts) => {
    const client = await begin(app.url, head(applyAddress(), MULTIPART) + parts.join(''))
    await expect.poll(() => statusOf(client.heard())).toBe(413)
  })

  test('of an address are refused while they come', async () => {
    const type = 'application/x-www-form-urlencoded'
    const client = await begin(app.url, head(applyAddress(), type) + `a=${'x'.repeat(400_000)}`)
    await expect.poll(() => statusOf(client.heard())).toBe(413)
  })

  test('twice as long as texts may be, in any script, arrive to be refused by name', async () => {
    const typed = { coverLetter: '履'.repeat(8000), additionalInfo: '歴'.repeat(8000) }
    const person = { token: await proof(), firstName: 'Noor', lastName: 'van Dijk' }
    const sent = await app.visitor().form('/application', { ...person, ...typed })
    const html = await sent.text()
    expect(sent.status).toBe(400)
    expect(textOf(html)).toContain('Cover Letter can have at most 4,000 characters.')
    expect(fieldsOf(html)).toMatchObject(typed)
  })

  test('without a proof are answered before the file has come, and nothing of it is kept', async () => {
    const start = head('/api/applications/cv', MULTIPART).replace('9000000', '60000000')
    const client = await begin(app.url, start + field('token', 'none') + file('%PDF-1.4\n'))
    await client.send(Buffer.alloc(11 * 1024 * 1024, 'x'))
    // Nothing more comes, so the connection is closed.
    const answer = await client.answer
    expect(statusOf(answer)).toBe(403)
    expect(answer).toContain(t('application.dataMissing'))
    expect(await readdir(app.deps.files.stagingFolder)).toEqual([])
  })
})

describe('a body', () => {
  // shows: V4.2.1, V15.2.2
  test.each([
    ['a form', applyAddress, MULTIPART, field('firstName', 'Maya')],
    ['JSON', () => '/api/accounts/sign-in', 'application/json', '{"email":"'],
    ['a notice of a store', () => '/webhooks', 'application/json', '{'],
    ['a form nobody reads', () => '/auth/v1/verify', 'application/x-www-form-urlencoded', 'a=b'],
  ])('that stands still is cut, and its connection closed: %s', async (_, address, type, begun) => {
    const request = head(address(), type).replace('9000000', '90000')
    const client = await begin(app.url, request + begun)
    let isOver = false
    void client.answer.then(() => (isOver = true))
    const later = () => (app.clock.move(BODY_TIME.idleMs / 1000), isOver)
    await expect.poll(later, { interval: 300 }).toBe(true)
    const answer = await client.answer
    expect([statusOf(answer), /connection: close/i.test(answer)]).toEqual([408, true])
  })

  test('that drips is cut, and says so on the page', async () => {
    const client = await begin(app.url, head(applyAddress(), MULTIPART))
    for (const seconds of [40, 40]) {
      await client.send(field('firstName', 'Maya'))
      await hasRead()
      app.clock.move(seconds)
    }
    const answer = await client.answer
    expect(statusOf(answer)).toBe(408)
    expect(answer).toMatch(/connection: close/i)
    expect(textOf(answer)).toContain(t('server.tooSlow'))
    expect(await readdir(app.deps.files.stagingFolder)).toEqual([])
  })

  test('of a slow telephone passes', async () => {
    const content = Buffer.concat([pdf, Buffer.alloc(900_000, '\n')])
    const start = field('token', await proof()) + file('')
    const end = '\r\n--x--\r\n'
    const length = start.length + content.length + end.length
    const client = await begin(
      app.url,
      head('/api/applications/cv', MULTIPART)
        .replace('9000000', String(length))
        .replace('\r\nhost', '\r\nconnection: close\r\nhost') + start,
    )
    const { stagingFolder } = app.deps.files
    const arrived = async () => {
      const names = await readdir(stagingFolder)
      const sizes = names.map(async (name) => (await stat(path.join(stagingFolder, name))).size)
      return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
    }
    for (const until of [450_000, 880_000]) {
      await client.send(content.subarray(until === 450_000 ? 0 : 450_000, until))
      await expect.poll(arrived).toBeGreaterThan(until - 70_000)
      app.clock.move(40)
    }
    await client.send(content.subarray(880_000))
    await client.send(end)
    expect(statusOf(await client.answer)).toBe(201)
  })
})

describe('one network may hold', () => {
  const refusal = t('server.networkBusy')

  test('so many unfinished bodies, and other networks are not held up', async () => {
    const network = freshNetwork()
    const unfinished = head(applyAddress(), MULTIPART, network) + field('firstName', 'Maya')
    const holding = Array.from({ length: OPEN_AT_ONCE.bodies }, () => begin(app.url, unfinished))
    const clients = await Promise.all(holding)
    const send = (from: string) =>
      app.visitor().call<{ error: { message: string } }>('/api/accounts/sign-in', {
        body: { email: 'a@staff.example', password: 'wrong' },
        headers: { 'x-forwarded-for': from },
      })
    await expect.poll(async () => (await send(network)).status).toBe(429)
    const over = await send(network)
    expect([over.body.error.message, over.headers.get('retry-after')]).toEqual([refusal, '5'])
    expect((await send(freshNetwork())).status).toBe(401)
    const looking = { headers: { 'x-forwarded-for': network } }
    expect((await app.visitor().call('/embed', looking)).status).toBe(200)
    for (const socket of open) socket.destroy()
    await Promise.all(clients.map(({ answer }) => answer))
    await expect.poll(async () => (await send(network)).status).toBe(401)
  })

  test('so many requests without an answer', async () => {
    const network = freshNetwork()
    const ask = (from = network) =>
      app.visitor().call('/readyz', { headers: { 'x-forwarded-for': from } })
    const { pool } = app.deps.db
    const connecting = pool.connect.bind(pool) as (...callback: unknown[]) => unknown
    const { promise: free, resolve } = Promise.withResolvers<void>()
    // The pool's own queries use a callback: without it their connection would never go back, and closing would wait for it.
    const delayedConnect = (...callback: unknown[]) => free.then(() => connecting(...callback))
    Object.assign(pool, { connect: delayedConnect })
    const waiting = Array.from({ length: OPEN_AT_ONCE.requests }, () => ask())
    try {
      await expect.poll(async () => (await ask()).status).toBe(429)
    } finally {
      Object.assign(pool, { connect: connecting })
      resolve()
    }
    const answers = await Promise.all(waiting)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(async () => (await ask()).status).toBe(200)
  })

  test('so many live streams', async () => {
    const { deps } = app
    const hub = new LiveHub(deps)
    const person = (user_id: string): Actor => ({
      user_id,
      session_id: job.id,
      email: 'a@staff.example',
      first_name: 'Ana',
      last_name: 'Silva',
      organization_id: job.organization_id,
      role: 'staff',
      is_approved: true,
    })
    const network = { name: freshNetwork(), isCounted: true }
    const streams = Array.from({ length: OPEN_AT_ONCE.streams }, () => new PassThrough())
    for (const [n, out] of streams.entries()) hub.open(person(`person ${n}`), network, 0, out)
    const end = (out: PassThrough) => once(out.destroy(), 'close')
    const newcomer = person('newcomer')
    expect(() => hub.requireRoom(newcomer, network)).toThrow(t('live.tooMany'))
    hub.requireRoom(newcomer, { ...network, name: freshNetwork() })
    hub.requireRoom(newcomer, { ...network, isCounted: false })
    await Promise.all(streams.slice(0, 1).map(end))
    hub.requireRoom(newcomer, network)
    await Promise.all(streams.slice(1).map(end))
    expect(deps.events.hasListeners(asOrganizationId(job.organization_id))).toBe(false)
  })

  test('so many bytes in a minute, which slides', async () => {
    const bytesIn = new BytesIn()
    const small = new Hono<Env>()
      .use((c, next) => (c.set('deps', app.deps), next()))
      .use(limitNetworks(app.deps, bytesIn))
      .post('/', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
    small.onError((error, c) => answerError(error, c))
    const server = await listening({ fetch: small.fetch, trustedProxies: 1, isPublic: false })
    const name = freshNetwork()
    const send = async () => {
      const body = Buffer.alloc(1_000_000)
      const headers = { 'x-forwarded-for': name }
      const answer = await fetch(server.url, { method: 'POST', body, headers })
      return [answer.status, answer.headers.get('retry-after')]
    }
    const now = () => app.deps.clock.now().getTime()
    expect(await send()).toEqual([200, null])
    await expect.poll(() => bytesIn.withinMinute(name, now())).toBeGreaterThan(900_000)
    app.clock.move(30)
    bytesIn.add(name, BYTES_IN_A_MINUTE - 900_000, now())
    expect(await send()).toEqual([429, '60'])
    // The first 900,000 bytes are older than a minute now; the later ones are not.
    app.clock.move(31)
    expect(await send()).toEqual([200, null])
    await expect.poll(send).toEqual([429, '60'])
    app.clock.move(31)
    expect(await send()).toEqual([200, null])
    server.close()
  })

  test('so many connections, where no proxy stands in front', async () => {
    const counting = await listening({ ...answering, isPublic: true })
    const begun = Array.from({ length: OPEN_AT_ONCE.connections }, () => begin(counting.url, 'GET'))
    await Promise.all(begun)
    const over = await begin(counting.url, '')
    expect(await over.answer).toMatch(/^HTTP\/1.1 503 [^]*Retry-After: 10/)
    for (const socket of open) socket.destroy()
    const ask = () => fetch(counting.url).then((answer) => answer.status)
    await expect.poll(() => ask().catch(() => 0)).toBe(200)
    counting.close()
  })
})

test('a head that does not come is cut', async () => {
  const server = await listening({ ...answering, isPublic: true, headersMs: 100 })
  const client = await begin(server.url, 'GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n')
  expect(statusOf(await client.answer)).toBe(408)
  server.close()
})

test('what is left of a body after its answer is thrown away, and the connection goes on', async () => {
  let incoming: IncomingMessage | undefined
  const server = await listening({
    ...answering,
    isPublic: true,
    async fetch(request, env) {
      incoming = (env as { incoming: IncomingMessage }).incoming
      // Looked at, as by a limit of its size, and not read.
      const hasBody = request.body !== null
      await once(incoming, 'pause')
      return new Response(hasBody ? 'with' : 'without')
    },
  })
  const body = 'x'.repeat(200_000)
  const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${body.length}\r\n\r\n`
  const client = await begin(server.url, head + body)
  // What stays unread ends the connection half a second later, under whatever it is used for then.
  await expect.poll(() => incoming?.readableEnded).toBe(true)
  await client.send(head.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n') + body)
  expect((await client.answer).match(/HTTP\/1.1 200/g)).toHaveLength(2)
  server.close()
})

test('a sender who is refused early may go on as long as something comes, and reads the answer', async () => {
  const server = await listening({ ...answering, isPublic: true })
  const part = 'x'.repeat(1000)
  const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: ${part.length * 10}\r\n\r\n`
  const client = await begin(server.url, head)
  for (let sent = 0; sent < 10; sent += 1) {
    await client.send(part)
    await new Promise((resolve) => setTimeout(resolve, 120))
  }
  await client.send('GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n')
  expect((await client.answer).match(/HTTP\/1\.1 200/g)).toHaveLength(2)
  server.close()
})

const answering = { fetch: () => new Response('here'), trustedProxies: 0 }
type ServerOptions = Parameters<typeof createHttpServer>[0]

async function listening(options: ServerOptions): Promise<{ url: string; close(): void }> {
  const server: Server = createHttpServer(options)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
