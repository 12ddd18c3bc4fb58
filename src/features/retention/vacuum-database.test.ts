// When the embedded engine is vacuumed.
import { expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { vacuumDatabase } from './vacuum-database.ts'

/** How often each table was vacuumed by somebody who asked for it, among those that have rows. */
async function vacuumed({ deps }: TestApp): Promise<number[]> {
  const { rows } = await deps.db.pool.query<{ times: number }>(
    `select vacuum_count::int as times from pg_stat_user_tables where pg_relation_size(relid) > 0`,
  )
  return rows.map(({ times }) => times)
}

const toHour = (app: TestApp, hour: number) => {
  app.clock.reset()
  app.clock.move(((hour - app.clock.now().getUTCHours() + 24) % 24) * 3600)
}

test('the embedded engine: what has grown every hour, everything at night', async () => {
  const app = await createTestApp({ engine: 'embedded', work: 'none' })
  try {
    await app.owner()
    toHour(app, 12)
    await vacuumDatabase(app.deps)
    const after = await vacuumed(app)
    expect(Math.min(...after)).toBe(1)
    await vacuumDatabase(app.deps)
    expect(await vacuumed(app)).toEqual(after)
    toHour(app, 3)
    await vacuumDatabase(app.deps)
    expect(await vacuumed(app)).toEqual(after.map((times) => times + 1))
  } finally {
    await app.close()
  }
})

test('a server does it by itself', async () => {
  const app = await createTestApp({ engine: 'postgres', work: 'none' })
  try {
    toHour(app, 3)
    await vacuumDatabase(app.deps)
    expect(new Set(await vacuumed(app))).toEqual(new Set([0]))
  } finally {
    await app.close()
  }
})
