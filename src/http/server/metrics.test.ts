// The metrics for a Prometheus server.
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { writeBackup } from '#features/backups/write-backup.ts'
import { insertCanaries } from '#test/canaries.ts'
import { createTestApp, openApp } from '#test/app.ts'
import { withoutDatabase } from '#test/databases/failing-database.ts'
import { createMetricsServer } from './metrics.ts'

const token = 'metrics-'.repeat(4)

const app = await openApp({ env: { METRICS_TOKEN: token } })
const owner = await app.owner()
const job = await app.job(owner)

async function read(address = new URL('/metrics', app.url)): Promise<string> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=/)
  return response.text()
}

/** Each line is a comment, or a name, labels and a number. */
const LINE = /^(?:# (?:HELP|TYPE) .+|\w+(?:\{(?:\w+="[^"]*",?)*\})? (?:[\d.e+-]+|NaN|\+Inf))$/

function valueOf(text: string, series: string): number {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return Number(line?.slice(series.length + 1))
}

// shows: interface-70
test('requests, applications, mails, tasks, streams, pool and process are measured, without anybody in the labels', async () => {
  const grant = await app.grant('maya@applicant.example', job)
  const form = { token: grant, firstName: 'Maya', lastName: 'Okafor', phone: '+44 20 7946 0018' }
  const submitted = await app.visitor().form('/application', form)
  expect(submitted.status).toBeLessThan(400)
  expect((await app.visitor().form('/application', form)).status).toBeGreaterThanOrEqual(400)
  const stream = await owner.fetch('/api/live')
  await owner.fetch(`/api/jobs/${job.id}`)

  const text = await read()
  expect(
    text
      .trim()
      .split('\n')
      .filter((line) => line && !LINE.test(line)),
  ).toEqual([])
  expect(valueOf(text, 'storehand_applications_total{outcome="accepted"}')).toBe(1)
  expect(valueOf(text, 'storehand_applications_total{outcome="refused"}')).toBe(1)
  expect(valueOf(text, 'storehand_mails_total{outcome="sent"}')).toBeGreaterThan(0)
  expect(valueOf(text, 'storehand_live_streams')).toBe(1)
  expect(valueOf(text, 'storehand_database_up')).toBe(1)
  expect(text).toMatch(/storehand_tasks\{kind="queue-mails",state="scheduled"\} \d/)
  expect(text).toMatch(
    /storehand_task_attempt_duration_seconds_count\{kind="send-mail",outcome="done"\} \d/,
  )
  expect(text).toContain(
    'storehand_http_request_duration_seconds_count{method="GET",route="/api/jobs/:jobId",status="200"} 1',
  )
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
  expect(text).toContain('process_resident_memory_bytes')
  for (const secret of [job.id, owner.organization.id, owner.email, 'maya', 'Okafor', token]) {
    expect(text).not.toContain(secret)
  }
  await stream.body?.cancel()
})

// shows: interface-70
test('a backup that is late, erasures that wait, a deletion that is stopped and a wrong clock are seen', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-metrics-'))
  const backups = await createTestApp({
    env: { METRICS_TOKEN: token, BACKUP_DIR: folder, BACKUP_KEY: 'b'.repeat(32) },
    work: 'none',
  })
  const { deps, clock } = backups
  const address = new URL('/metrics', backups.url)
  expect(await read(address)).toContain('storehand_backup_age_seconds +Inf\n')
  await writeBackup(deps, [])
  clock.move(3600)
  await insertCanaries(deps.db, 'wren')
  await deps.db.pool.query('update retention_states set stopped_at = now()')
  clock.drift(-120)
  const text = await read(address)
  expect(Math.round(valueOf(text, 'storehand_backup_age_seconds') / 60)).toBe(58)
  // An erasure, a membership, and the key of an organization's invitations.
  expect(valueOf(text, 'storehand_erasures_uncopied')).toBe(3)
  expect(valueOf(text, 'storehand_retention_stopped')).toBe(1)
  expect(Math.round(valueOf(text, 'storehand_clock_difference_seconds') / 60)).toBe(-2)
  expect(valueOf(text, 'storehand_deletions_stopped')).toBe(0)
  await deps.db.pool.query(
    `update time_marks set seen_at = now() - interval '40 days', looked_at = now()`,
  )
  expect(valueOf(await read(address), 'storehand_deletions_stopped')).toBe(1)
  await backups.close()
  await rm(folder, { recursive: true })
  // Where no backups are set nobody waits for one.
  expect(await read()).not.toMatch(/^storehand_(?:backup_age|erasures_uncopied)/m)
})

test('an address that nobody answers is one series, whatever it is', async () => {
  await Promise.all(['/x1', '/api/x2', '/x3/y'].map((path) => app.visitor().fetch(path)))
  const text = await read()
  expect(text).not.toMatch(/route="[^"]*x\d/)
})

test('without the token, or where nothing is set, the address does not exist', async () => {
  const plain = await createTestApp({ database: app.deps.db })
  const asked = [
    app.visitor().fetch('/metrics'),
    app.visitor().fetch('/metrics', { headers: { authorization: `Bearer ${token}x` } }),
    owner.fetch('/metrics'),
    plain.visitor().fetch('/metrics', { headers: { authorization: `Bearer ${token}` } }),
  ]
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect(plain.deps.metrics).toBeUndefined()
  await plain.close()
})

test('a second port answers the metrics alone, also while the database is away', async () => {
  const server = createMetricsServer(app.deps, undefined)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    expect((await fetch(`${base}/embed`)).status).toBe(404)
    const text = await withoutDatabase(app.deps.db, () => read(new URL('/metrics', base)))
    expect(valueOf(text, 'storehand_database_up')).toBe(0)
    expect(valueOf(text, 'process_start_time_seconds')).toBeGreaterThan(0)
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
