// Two real server processes on one database count together: nobody gets twice the attempts by using both.
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '#domain/limits.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { startProgram, type Program } from '../e2e/program.ts'

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let folder = ''
let programs: Program[]
beforeAll(async () => {
  database = await createPostgresDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-limits-'))
  const settings = {
    DATABASE_URL: database.url,
    SECRET_KEY: randomBytes(32).toString('hex'),
    TRUSTED_PROXIES: '1',
  }
  programs = await Promise.all(
    ['one', 'two'].map((name) => startProgram(path.join(folder, name), settings)),
  )
}, 60_000)
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop('SIGTERM')))
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

// shows: V2.3.2
test('sixty wrong codes for one address at once, from sixty networks, are ten tries', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, place) =>
      fetch(`${programs[place % 2]!.url}/auth/v1/verify`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': `198.51.100.${place}`,
        },
        body: JSON.stringify({ type: 'email', email: 'maya@example.com', token: '123456' }),
      }),
    ),
  )
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(403), count(429)]).toEqual([
    LIMITS.wrongCodes.addressHour.most,
    60 - LIMITS.wrongCodes.addressHour.most,
  ])
  // Both say the same about how long that lasts.
  const waits = answers.flatMap((answer) => answer.headers.get('retry-after') ?? [])
  expect(waits).toHaveLength(50)
  for (const wait of waits) expect(Number(wait)).toBeGreaterThan(3500)
})
