// What stands in the server's log about those who were refused.
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'

type Line = { msg: string; code?: string; path?: string; person?: string | null }

let app: TestApp
let lines: Line[] = []
beforeAll(async () => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Line)
  app = await createTestApp({ log: pino({ level: 'info' }, { write }) })
})
afterAll(() => app.close())
beforeEach(() => {
  lines = []
})

const refused = () => lines.filter(({ msg }) => msg.startsWith('refused'))

test('names what was refused, where and to whom, by number only', async () => {
  const stranger = await app.person()
  expect((await stranger.call('/api/applicants?q=maya')).status).toBe(403)
  expect((await app.visitor().call('/api/applicants')).status).toBe(401)
  expect(refused()).toMatchObject([
    { msg: 'refused', code: expect.any(String), path: '/api/applicants', person: stranger.userId },
  ])
  expect(JSON.stringify(refused())).not.toContain(stranger.email)
  expect(JSON.stringify(refused())).not.toContain('127.0.0.1')
})

test('a flood of refusals is no flood of lines', async () => {
  app.clock.move(120)
  const stranger = await app.person()
  for (let tries = 0; tries < 130; tries += 1) await stranger.call('/api/applicants')
  expect(refused()).toHaveLength(100)
  expect(refused().at(-1)?.msg).toContain('the rest of this minute is not logged')
})
