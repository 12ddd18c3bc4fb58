// What the scheduled work does beside its use case: by a wrong clock nobody is asked for a yes, because the date in the mail would be made up.
import { expect, test } from 'vitest'
import { BELIEVED } from '#domain/retention/deletion-time.ts'
import { addDays, dayOf, deletionDay, RETENTION } from '#domain/retention/retention.ts'
import type { LeasedTask } from '#domain/tasks/tasks.ts'
import { openApp } from '#test/app.ts'
import { insertApplication, insertShop } from '#test/rows.ts'
import { allTaskDefinitions } from './schedule.ts'

const app = await openApp({ work: 'none' })

const task: LeasedTask = {
  kind: 'ask-to-keep',
  key: '',
  organization_id: null,
  lane: '',
  rank: 0,
  attempts: 1,
  times_queued: 1,
  lease: '',
}

// shows: privacy-36
test('asking whether an application may be kept waits for a clock that is right', async () => {
  const { deps } = app
  const shop = await insertShop(deps.db.queries)
  const { id } = await insertApplication(deps.db.queries, shop, 'maya@example.com')
  await deps.db.pool.query('update organizations set asks_to_keep = true')
  // In the middle of the days on which one is asked.
  const goes = addDays(dayOf(deps.clock.now()), RETENTION.keepQuestionDays - 1)
  const created = new Date(`${goes}T12:00:00Z`)
  created.setUTCMonth(created.getUTCMonth() - RETENTION.applicantMonths)
  await deps.db.pool.query('update applicants set created_at = $1', [created])
  expect(deletionDay(created.toISOString()) >= dayOf(deps.clock.now())).toBe(true)
  const ask = async () => {
    const definition = allTaskDefinitions['ask-to-keep']
    if (!definition?.work) throw new Error('It is not scheduled')
    if ((await definition.pause?.(deps)) === undefined) await definition.work(deps, task)
    const { rows } = await deps.db.pool.query<{ id: string }>(
      'select id from applicants where keep_asked_at is not null',
    )
    return rows.map((row) => row.id)
  }
  app.clock.drift(-BELIEVED.differenceSeconds - 60)
  expect(await ask()).toEqual([])
  app.clock.reset()
  expect(await ask()).toEqual([id])
})
