// What the server logs about refused requests.
import { beforeEach, expect, test } from 'vitest'
import { wrongProofUses } from '#domain/limits.ts'
import { openApp } from '#test/app.ts'
import { fillUses } from '#test/uses.ts'

type Line = { msg: string; code?: string; route?: string; person?: string | null }

let lines: Line[] = []
const app = await openApp({
  env: { TRUSTED_PROXIES: '1' },
  onLog: (line) => void lines.push(JSON.parse(line) as Line),
})
beforeEach(() => {
  lines = []
})

const refused = () => lines.filter(({ msg }) => msg.startsWith('refused'))

// shows: V16.1.1, V16.3.2, V16.3.3
test('names what was refused, where and to whom, by number only', async () => {
  const stranger = await app.person()
  expect((await stranger.call('/api/applicants?q=maya')).status).toBe(403)
  expect((await app.visitor().call('/api/applicants')).status).toBe(401)
  expect(refused()).toMatchObject([
    { msg: 'refused', code: expect.any(String), route: '/api/applicants', person: stranger.userId },
  ])
  expect(JSON.stringify(refused())).not.toContain(stranger.email)
  expect(JSON.stringify(refused())).not.toContain('127.0.0.1')
})

test('names what the token API and the public pages refused as well', async () => {
  const network = { name: '198.51.100.9', isCounted: true }
  const headers = { authorization: 'Bearer nobody', 'x-forwarded-for': network.name }
  expect((await app.visitor().call('/auth/v1/admin/users', { headers })).status).toBe(403)
  await fillUses(app.deps.db, wrongProofUses(network))
  const body = new URLSearchParams({ token: 'x' })
  const opened = await app.visitor().fetch('/verify', { method: 'POST', body, headers })
  expect(opened.status).toBe(429)
  expect(refused()).toMatchObject([
    { code: 'token.notOperator', route: '/auth/v1/admin/users' },
    { code: 'server.rateLimited', route: '/verify' },
  ])
})

test('a flood of refusals is no flood of lines', async () => {
  app.clock.move(120)
  const stranger = await app.person()
  for (let tries = 0; tries < 130; tries += 1) await stranger.call('/api/applicants')
  expect(refused()).toHaveLength(100)
  expect(refused().at(-1)?.msg).toContain('the rest of this minute is not logged')
})
