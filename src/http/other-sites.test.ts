// Requests that another site can make a visitor's browser send: they change nothing, at any address.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'

let app: TestApp
let owner: Member
beforeAll(async () => {
  app = await createTestApp()
  owner = await app.owner()
})
afterAll(() => app.close())

const SAFE = ['GET', 'HEAD', 'OPTIONS', 'ALL']
/** Sent with a grant and no session, and meant to be sent from stores' own pages: there is nothing of a visitor's to abuse. */
/** The third ends mails by the signed link of one of them: a mail program posts there from anywhere (RFC 8058). */
const WITHOUT_SESSION = ['/api/applications', '/api/applications/cv', '/api/unsubscribe']
const NOBODY = '00000000-0000-4000-8000-000000000000'

const unsafe = () =>
  app.routes
    .filter(({ method, path }) => !SAFE.includes(method) && /^\/(api|functions)\//.test(path))
    .filter(({ path }) => !WITHOUT_SESSION.includes(path))
    .map(({ method, path }) => ({ method, path: path.replace(/:\w+/g, NOBODY).replace('*', 'x') }))

/** What a page can send without being asked first, and what it cannot. */
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
]
const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
]

// shows: interface-34
describe('a request from another site', () => {
  // shows: V3.5.1
  test('is refused on every address that changes something, in every form', async () => {
    const routes = unsafe()
    expect(routes.length).toBeGreaterThan(10)
    // Each address in every form and from each origin; the addresses together in every pair of the two.
    for (const [at, { method, path }] of routes.entries()) {
      const asked = TYPES.map((type, form) => ({
        type,
        from: FOREIGN[(at + form) % FOREIGN.length]!,
      }))
      const answers = await Promise.all(
        asked.map(({ type, from }) =>
          owner.call(path, { method, body: {}, headers: { 'content-type': type, ...from } }),
        ),
      )
      const said = answers.map(({ status }, form) => [method, path, asked[form], status])
      expect(said).toEqual(asked.map((form) => [method, path, form, 403]))
    }
    expect((await owner.call<{ user: object | null }>('/api/session')).body.user).not.toBeNull()
  })

  test('is not let through by a Host that names the other site', async () => {
    const { status } = await owner.call('/api/accounts/sign-out', {
      method: 'POST',
      headers: { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(status).toBe(403)
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
