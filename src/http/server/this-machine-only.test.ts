// An installation with a demo or a readable mailbox: no address of it answers to another host name, or through a proxy.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { t } from '#domain/texts/text.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

let closed: TestApp
let published: TestApp
let behindProxy: TestApp
beforeAll(async () => {
  closed = await createTestApp()
  const { db: database } = closed.deps
  published = await createTestApp({ env: { HOST: '0.0.0.0' }, database })
  behindProxy = await createTestApp({ env: { TRUSTED_PROXIES: '1' }, database })
})
afterAll(async () => {
  await behindProxy.close()
  await published.close()
  await closed.close()
})

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const PROXY: Record<string, string>[] = [
  { 'x-forwarded-for': '203.0.113.9' },
  { 'X-Forwarded-Host': 'localhost' },
  { 'x-forwarded-proto': 'https' },
  { 'x-forwarded-port': '443' },
  { 'x-real-ip': '127.0.0.1' },
  { forwarded: 'for=203.0.113.9' },
  { via: '1.1 proxy' },
]

/** One request for each method and address of the router, and for one outside of it. */
const everyAddress = ({ routes }: TestApp) =>
  [...routes, { method: 'GET', path: '/nowhere' }].map(({ method, path }) => ({
    method: method === 'ALL' ? 'GET' : method,
    path: path.replace(/:\w+(?:\{(?:[^{}]|\{[^}]*\})*\})?/g, UNKNOWN_ID).replace('*', 'x'),
  }))

const send = (
  { url }: TestApp,
  headers: Record<string, string>,
  { method, path } = { method: 'GET', path: '/dev/mailbox.json' },
) => sendRaw(url, rawRequest(method, path, headers))

const isRefused = ({ status, body }: { status: number; body: string }): boolean =>
  status === 403 && body.includes(t('server.notPublic'))

// shows: interface-125, V13.4.2
describe('an installation that is not public', () => {
  test('refuses every address under the name of another host', async () => {
    const addresses = everyAddress(closed)
    expect(addresses.length).toBeGreaterThan(300)
    for (const address of addresses) {
      const answer = await send(closed, { host: 'evil.example' }, address)
      expect([address, isRefused(answer)]).toEqual([address, true])
    }
  })

  test('refuses every address with any header of a proxy, except what Shopify forwards and signs', async () => {
    for (const [at, address] of everyAddress(closed).entries()) {
      const isFromShopify = address.path.startsWith('/shopify-proxy')
      const headers = PROXY[at % PROXY.length]!
      const answer = await send(closed, headers, address)
      expect([address, headers, isRefused(answer)]).toEqual([address, headers, !isFromShopify])
    }
    for (const headers of PROXY) {
      expect([headers, isRefused(await send(closed, headers))]).toEqual([headers, true])
    }
  })

  test.each([
    'localhost.evil.example:3000',
    '127.0.0.1.evil.example',
    '0.0.0.0:3000',
    '[::]:3000',
    '192.168.1.20:3000',
    'jobs.example.com',
  ])('does not take %s for this machine', async (host) => {
    expect(isRefused(await send(closed, { host }))).toBe(true)
  })

  test.each([
    'localhost',
    'localhost:3100',
    'LOCALHOST:3100',
    'shop.localhost:3000',
    '127.0.0.1:3100',
    '127.1.2.3',
    '[::1]:3100',
  ])('answers as %s', async (host) => {
    const { status, body } = await send(closed, { host })
    expect([status, body]).toEqual([200, '[]'])
  })

  test('is not deceived by an absolute address, in either direction', async () => {
    const to = (path: string, host: string) => send(closed, { host }, { method: 'GET', path })
    const path = '/dev/mailbox.json'
    expect(isRefused(await to(`http://evil.example${path}`, 'localhost'))).toBe(true)
    expect(isRefused(await to(`http://localhost${path}`, 'evil.example'))).toBe(true)
  })

  test('believes a proxy that TRUSTED_PROXIES counts, but no foreign name from it', async () => {
    for (const headers of PROXY) {
      expect([headers, (await send(behindProxy, headers)).status]).toEqual([headers, 200])
    }
    const foreign: Record<string, string>[] = [
      { host: 'evil.example' },
      { 'x-forwarded-host': 'localhost, evil.example' },
    ]
    for (const headers of foreign) {
      expect([headers, isRefused(await send(behindProxy, headers))]).toEqual([headers, true])
    }
  })

  test('says what to set, in the form that the caller reads', async () => {
    const foreign = { host: 'evil.example' }
    const message = t('server.notPublic')
    for (const name of ['NODE_ENV=production', 'APP_URL', 'HOST', 'TRUSTED_PROXIES']) {
      expect(message).toContain(name)
    }
    const request_id = expect.any(String)
    const of = async (method: string, path: string, more = {}) =>
      (await send(closed, { ...foreign, ...more }, { method, path })).body
    const code = 'server.notPublic'
    expect(JSON.parse(await of('GET', '/api/session'))).toEqual({
      error: { code, message, request_id },
    })
    expect(JSON.parse(await of('POST', '/functions/send-password-reset'))).toEqual({
      success: false,
      error: message,
      code,
      request_id,
    })
    expect(JSON.parse(await of('POST', '/auth/v1/token'))).toMatchObject({
      code: 403,
      msg: message,
    })
    const page = await of('GET', '/auth', { accept: 'text/html', 'accept-language': 'de' })
    expect(page).toContain('<html lang="de"')
    expect(page).toContain('Diese Installation ist nicht öffentlich')
  })
})

test('a public installation answers to every name, and through proxies', async () => {
  const headers = Object.assign({ host: 'jobs.example.com' }, ...PROXY) as Record<string, string>
  for (const address of everyAddress(published)) {
    const answer = await send(published, headers, address)
    expect([address, isRefused(answer)]).toEqual([address, false])
  }
})
