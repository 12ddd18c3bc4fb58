// Background work over several processes, one of which is killed in the middle of it.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openPostgres } from '#data/postgres.ts'
import { upsertTasks } from '#data/tasks/tasks.ts'
import { startTaskWorker } from '#features/tasks/work-tasks.ts'
import { taskDefinitions } from '../../src/schedule.ts'
import { openApp } from '../app.ts'
import { createPostgresDatabase } from '../databases/database.ts'

/** Processes on one database have one main key. */
const KEY = { SECRET_KEY: 'the main key of all processes of this test' }

const server = await createPostgresDatabase()
afterAll(() => server.drop())
const database = await openPostgres(server.url, { connections: 5 })
afterAll(() => database.close())
const app = await openApp({ database, work: 'none', env: KEY })

test('what a killed process had in hand is done by another, and what stood behind it in its lane after it', async () => {
  const keys = ['uninstalled', 'redact', 'again']
  await database.transaction((tx) =>
    upsertTasks(
      tx,
      keys.map((key, second) => ({
        kind: 'work-store-notice',
        key,
        organization_id: null,
        lane: 'tea.myshopify.com',
        due_at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
      })),
    ),
  )
  const process = fork(path.join(import.meta.dirname, 'task-process.ts'), {
    env: { ...KEY, DATABASE_URL: server.url, DATA_DIR: app.dataDir, LOG_LEVEL: 'fatal' },
  })
  expect(await once(process, 'message')).toEqual(['uninstalled', undefined])
  process.kill('SIGKILL')
  await once(process, 'exit')

  const done: [key: string, attempts: number][] = []
  const { pause: _, ...notice } = taskDefinitions['work-store-notice']
  const worker = await startTaskWorker(app.deps, {
    ...taskDefinitions,
    'work-store-notice': {
      ...notice,
      work(_deps, { key, attempts }) {
        done.push([key, attempts])
        return Promise.resolve()
      },
    },
  })
  try {
    await expect
      .poll(() => done, { timeout: 60_000 })
      .toEqual([
        ['uninstalled', 2],
        ['redact', 1],
        ['again', 1],
      ])
  } finally {
    await worker.stop()
  }
}, 90_000)
