// Requests that another site can make a visitor's browser send: they change nothing, at any address. The addresses come
// from the router, and what is left out from the table of the exceptions.
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { t } from '#domain/texts/text.ts'
import { openApp, type TestApp, type Visitor } from '#test/app.ts'
import { passUses } from '#test/uses.ts'
import { originExceptions } from './own-origin.ts'

const APP_URL = 'https://jobs.shop.example'

/** Published under https, by a proxy in front. */
const app = await openApp({ appUrl: APP_URL, env: { HOST: '0.0.0.0' }, work: 'none' })
const owner = await app.owner()
/** On a developer's machine, where mails can be read. */
const local = await openApp({ work: 'none' })
const job = await local.job(await local.owner())

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const JSON_TYPE = 'application/json'
/** What a page can send without being asked first, and what it cannot. */
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  JSON_TYPE,
]

type Headers = Record<string, string>
const FOREIGN: readonly Headers[] = [
  { origin: 'https://evil.example' },
  { origin: 'https://evil.example', host: 'evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://shop.example', 'sec-fetch-site': 'same-site' },
  // The server itself sees http behind a proxy.
  { origin: 'http://jobs.shop.example', host: 'jobs.shop.example' },
  { origin: 'http://localhost:3000', host: 'localhost:3000' },
  { origin: 'https://jobs.shop.example:8443', host: 'jobs.shop.example:8443' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]

const unsafe = () =>
  app.routes
    .filter(({ method }) => !['GET', 'HEAD', 'OPTIONS', 'ALL'].includes(method))
    .map(({ method, path }) => ({
      method,
      exception: originExceptions[`${method} ${path}`],
      path: path.replace(/:\w+(?:\{(?:[^{}]|\{[^}]*\})*\})?/g, UNKNOWN_ID).replace('*', 'x'),
    }))

/** Whether it was refused for its origin. Unlike fetch, this sends the headers as they are. */
async function isRefused(
  method: string,
  path: string,
  headers: Headers,
  { type = JSON_TYPE, from = owner }: { type?: string; from?: Visitor } = {},
): Promise<boolean> {
  const given = { cookie: from.cookie, 'content-type': type, 'content-length': 2, ...headers }
  const asked = request(new URL(path, from.base), { method, headers: given }).end('{}')
  const [status, body] = await new Promise<[number, string]>((resolve, reject) => {
    asked.once('error', reject)
    asked.once('response', (answer) => {
      text(answer).then((received) => resolve([answer.statusCode ?? 0, received]), reject)
    })
  })
  return status === 403 && body.includes(t('server.originRefused'))
}

/** How many rows each table has. */
async function rows({ deps }: TestApp) {
  const { rows: tables } = await deps.db.pool.query<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*)::int from ${name}`)
  return (await deps.db.pool.query(counts.join(' union all '))).rows
}

// shows: interface-34
describe('a request from another site', () => {
  // shows: V3.5.1
  test('is refused on every address that changes something, in every form', async () => {
    const routes = unsafe().filter(({ exception }) => exception?.accepts !== 'any')
    expect(routes.length).toBeGreaterThan(100)
    const before = await rows(app)
    for (const { method, path, exception } of routes) {
      const types = exception?.accepts === 'json' ? TYPES.slice(0, 3) : TYPES
      const sent = FOREIGN.map((headers, at) => ({ headers, type: types[at % types.length]! }))
      const answers = await Promise.all(
        sent.map(({ headers, type }) => isRefused(method, path, headers, { type })),
      )
      const outcomes = answers.map((refused, at) => [method, path, sent[at], refused])
      expect(outcomes).toEqual(sent.map((one) => [method, path, one, true]))
    }
    expect(await rows(app)).toEqual(before)
    expect((await owner.call<{ user: object | null }>('/api/session')).body.user).not.toBeNull()
  }, 60_000)

  test('is accepted only where the table says why', async () => {
    const routes = unsafe().map(({ method, path, exception }) => ({ method, path, exception }))
    const known = app.routes.map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(originExceptions).filter((address) => !known.includes(address))).toEqual([])
    for (const { why } of Object.values(originExceptions)) expect(why).toMatch(/\. .+\.$/)
    const unnamed = { origin: 'null' }
    for (const { method, path, exception } of routes) {
      const seen = {
        foreign: await isRefused(method, path, FOREIGN[0]!),
        unnamed: await isRefused(method, path, unnamed),
      }
      const accepts = exception?.accepts
      const isForAll = accepts === 'any' || accepts === 'json'
      expect([method, path, seen]).toEqual([
        method,
        path,
        { foreign: !isForAll, unnamed: accepts === undefined },
      ])
    }
  })

  test('may carry a bearer token, which no browser adds by itself, where one is read', async () => {
    const headers = { ...FOREIGN[0], authorization: 'Bearer nobody' }
    expect(await isRefused('POST', '/api/jobs', headers)).toBe(false)
    expect(await isRefused('POST', '/application', headers)).toBe(true)
  })
})

// shows: interface-34
describe('one of our own pages', () => {
  const own: readonly Headers[] = [
    { origin: APP_URL, 'sec-fetch-site': 'same-origin' },
    { origin: APP_URL, host: 'another.example' },
    { 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    {},
  ]
  test.each(own)('is heard with %j', async (headers) => {
    for (const path of ['/api/accounts/sign-in', '/application', '/embed', '/me']) {
      expect([path, await isRefused('POST', path, headers)]).toEqual([path, false])
    }
  })

  test('is heard in development under each name of this machine', async () => {
    const from = local.visitor()
    const asked = async (origin: string, host: string, at: Visitor = from) =>
      isRefused('POST', '/api/accounts/sign-in', { origin, host }, { from: at })
    for (const host of ['localhost:3100', '127.0.0.1:3100', '[::1]:3100', 'shop.localhost']) {
      expect([host, await asked(`http://${host}`, host)]).toEqual([host, false])
      expect([host, await asked(`https://${host}`, host)]).toEqual([host, true])
    }
    expect(await asked('http://localhost:5173', 'localhost:3100')).toBe(true)
    expect(await asked('http://evil.localhost:3100', 'localhost:3100')).toBe(true)
  })
})

describe('a request from another site that carries a valid proof', () => {
  /** Sent with each of these, then from our own page: the last one alone does something. */
  async function onlyOurs(send: (headers: Headers) => Promise<Response>) {
    const before = await rows(local)
    const foreign: readonly Headers[] = [
      { origin: 'https://evil.example' },
      { origin: 'http://evil.localhost', 'sec-fetch-site': 'same-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      const { status } = await send(headers)
      expect([headers, status]).toEqual([headers, 403])
    }
    expect(await rows(local)).toEqual(before)
    const { status } = await send({ origin: local.url })
    expect([200, 303]).toContain(status)
    expect(await rows(local)).not.toEqual(before)
  }
  const post = (path: string, fields: Headers, headers: Headers, from = local.visitor()) =>
    from.fetch(path, { method: 'POST', body: new URLSearchParams(fields), headers })
  const mailFields = (email: string) => ({ roleId: job.id, consent: 'yes', email })

  test('sends no application with the grant in a cookie', async () => {
    const visitor = local.visitor()
    await local.grant('maya@example.com', job)
    const { token } = await local.mailTo('maya@example.com', /^Your code/)
    await post('/verify', { token }, {}, visitor)
    expect(visitor.cookie).toMatch(/^storehand_grant=/)
    const { cookie } = visitor
    await onlyOurs((headers) => {
      visitor.cookie = cookie
      return post('/application', { firstName: 'Maya', lastName: 'Okafor' }, headers, visitor)
    })
  })

  test('has no mail sent by the widget, a careers page or the page of an old link', async () => {
    await onlyOurs((headers) =>
      post(`/embed?step=email&roleId=${job.id}`, mailFields('jon@example.com'), headers),
    )
    const sitemap = await (await local.visitor().fetch('/sitemap.xml')).text()
    const careers = /\/careers\/[^/<]+\/[^/<]+/.exec(sitemap)?.[0] ?? ''
    await onlyOurs((headers) =>
      post(`${careers}?step=email`, mailFields('lena@example.com'), headers),
    )
    await local.grant('noor@example.com', job)
    const { token } = await local.mailTo('noor@example.com', /^Your code/)
    local.clock.move(120)
    await passUses(local.deps.db, 120)
    await onlyOurs((headers) => post('/verify/again', { token }, headers))
  })
})

// shows: interface-34
describe('a body that a form can send', () => {
  // shows: V3.5.2
  test('is never read where JSON is expected', async () => {
    const bodies = ['/api/accounts/sign-in', '/api/accounts/sign-up', '/api/jobs']
    for (const path of [...bodies, '/api/organizations', '/functions/send-verification-email']) {
      for (const type of TYPES.slice(0, 3)) {
        const { status } = await owner.call(path, {
          method: 'POST',
          body: {},
          headers: { 'content-type': type },
        })
        expect([path, type, status]).toEqual([path, type, 400])
      }
    }
  })
})
