// A double click, a retry, two tabs: fifty submits of one form at once, again and again.
import { expect, onTestFailed, test } from 'vitest'
import { openApp } from '../app.ts'
import { rounds, seed, seeded, seedHint } from './extent.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

const AT_ONCE = 50
const OF_BATCH = 100

const app = await openApp({ work: 'none' })
const owner = await app.owner()
const job = await app.job(owner)

test('fifty submits at once are one application', async () => {
  onTestFailed(() => console.error(seedHint))
  const random = seeded(seed)
  const times = rounds(5, 1000)
  const failures: string[] = []
  let acknowledged = 0
  let twice = 0
  for (let from = 0; from < times; from += OF_BATCH) {
    const emails = Array.from(
      { length: Math.min(OF_BATCH, times - from) },
      (_, at) => `fifty-${from + at}@example.com`,
    )
    for (const { email, token, jobId } of await insertProofs(app.deps, job, emails, random)) {
      const body = JSON.stringify({ token, roleId: jobId, firstName: 'Grace', lastName: 'Hopper' })
      const statuses = await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          const response = await fetch(`${app.url}/api/applications`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          })
          await response.arrayBuffer()
          return response.status
        }),
      )
      const taken = statuses.filter((status) => status === 201).length
      acknowledged += taken
      twice += Math.max(0, taken - 1)
      const refused = statuses.filter((status) => status === 409).length
      if (taken !== 1 || refused !== AT_ONCE - 1) {
        failures.push(`${email}: ${[...new Set(statuses)].join(' ')}`)
      }
    }
  }
  expect(failures).toEqual([])
  const { rows } = await app.deps.db.pool.query<{ found: number }>(
    'select count(*)::int as found from applicants',
  )
  const found = rows[0]!.found
  record('R11 fifty submits at once', {
    faults: times * AT_ONCE,
    acknowledged,
    found,
    lost: Math.max(0, acknowledged - found),
    twice: twice + Math.max(0, found - times),
    failures: failures.length,
  })
})
