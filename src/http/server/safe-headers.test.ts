// The headers of every answer, from the router's own table: pages, API, files, refusals.
import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createTestApp, openApp } from '#test/app.ts'

const app = await openApp({ appUrl: 'https://jobs.example.com' })
const owner = await app.person()

beforeAll(async () => {
  // Browsers accept `__Host-` cookies only over https, which is provided by a proxy in front of the server.
  await owner.call('/api/organizations', { body: { name: 'Tiny Tea Shop' } })
})

const assets = path.resolve(import.meta.dirname, '../../../dist/dashboard/assets')

/** One request for each address and method of the router, and for addresses outside of it. */
function everyAddress(): { method: string; address: string }[] {
  const table = app.routes
    .filter(({ path: route }) => !/^\/?\*?$/.test(route) && route !== '/api/live')
    .map(({ method, path: route }) => ({
      method: method === 'ALL' ? 'GET' : method,
      address: route.replace(/:\w+(\{[^}]*\})?/g, randomUUID()).replace('*', 'x'),
    }))
  const files = readdirSync(assets).filter((name) => /\.(js|css|mjs)$/.test(name))
  return [
    ...table,
    '/',
    '/auth',
    '/admin',
    '/privacy',
    '/nowhere',
    '/api/nowhere',
    '/assets/nowhere.js',
    ...files.slice(0, 5).map((name) => `/assets/${name}`),
    `/api/applicants/${'%ff'.repeat(3)}`,
    '/a%00b',
  ]
    .map((each) => (typeof each === 'string' ? { method: 'GET', address: each } : each))
    .toSorted((one, other) => Number(endsSession(one)) - Number(endsSession(other)))
}

/** Requested last, so that the other requests are signed in. */
const endsSession = ({ address }: { address: string }) =>
  /sign-out|sessions|accounts\/close/.test(address)

// shows: V3.3.1, V3.5.4
test('the session is kept under a name that no other host can set', async () => {
  expect(owner.cookie).toMatch(/^__Host-storehand\.session_token=/)
  expect((await owner.call('/api/applicants')).status).toBe(200)
})

// shows: V1.3.2, V3.2.1, V3.3.1, V3.3.2, V3.3.3, V3.3.4, V3.4.1, V3.4.3, V3.4.4, V3.4.5, V3.4.6, V4.1.1, V12.2.1, V14.2.3
test('every answer, to anybody, says what a browser may do with it', async () => {
  const addresses = everyAddress()
  expect(addresses.length).toBeGreaterThan(150)
  for (const asker of [app.visitor(), owner]) {
    for (const { method, address } of addresses) {
      const response = await asker.fetch(address, { method })
      await response.body?.cancel()
      const sent = {
        asked: `${method} ${address}`,
        isBelow500: response.status < 500,
        nosniff: response.headers.get('x-content-type-options'),
        hsts: response.headers.get('strict-transport-security'),
        referrer: response.headers.get('referrer-policy'),
        hasPermissions: response.headers.get('permissions-policy')?.includes('camera=()'),
        hasPolicy: /(^|; )default-src /.test(response.headers.get('content-security-policy') ?? ''),
        namesFramers: /frame-ancestors|^default-src 'none'; script-src|^sandbox/.test(
          response.headers.get('content-security-policy') ?? '',
        ),
        corp: response.headers.get('cross-origin-resource-policy'),
      }
      expect(sent).toEqual({
        asked: `${method} ${address}`,
        isBelow500: true,
        nosniff: 'nosniff',
        hsts: 'max-age=63072000; includeSubDomains',
        referrer: expect.stringMatching(/^(same-origin|no-referrer)$/),
        hasPermissions: true,
        hasPolicy: true,
        namesFramers: true,
        corp: expect.stringMatching(/^(same-origin|cross-origin)$/),
      })
      for (const cookie of response.headers.getSetCookie()) {
        expect([address, cookie]).toEqual([
          address,
          expect.stringMatching(/^(__Host-[^;]+; .*Path=\/(;|$)|__Secure-)/),
        ])
        expect(cookie).toMatch(/HttpOnly/i)
        expect(cookie).toMatch(/; Secure/i)
        expect(cookie).toMatch(/SameSite=(Lax|Strict)/i)
        expect(cookie).not.toMatch(/Domain=/i)
      }
    }
  }
}, 120_000)

test('a page that a browser has kept keeps its own policy', async () => {
  for (const address of ['/embed', '/embed.js']) {
    const first = await app.visitor().call(address)
    const etag = first.headers.get('etag') ?? ''
    const again = await app.visitor().call(address, { headers: { 'if-none-match': etag } })
    expect([address, again.status]).toEqual([address, 304])
    for (const name of ['content-security-policy', 'cross-origin-resource-policy', 'etag']) {
      expect([address, name, again.headers.get(name)]).toEqual([
        address,
        name,
        first.headers.get(name),
      ])
    }
  }
})

test('over plain http nothing promises https', async () => {
  const plain = await createTestApp()
  try {
    const { headers } = await plain.visitor().call('/auth')
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  } finally {
    await plain.close()
  }
})
