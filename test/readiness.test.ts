// GET /readyz: ready means that an application would be stored, not only that somebody answers.
import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { CHECKS_FOLDER } from '#gateways/files.ts'
import { createTestApp, type TestApp, type TestAppOptions } from './app.ts'
import { fill, fillerIn, mountVolume } from './servers/full-volume.ts'
import { pdf } from './input/files.ts'
import { startBucket } from './servers/s3.ts'

const volume = await mountVolume('128m')
if (!volume.isMounted) console.warn('A full disk is not tried: this user may mount no file system.')

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

async function started(options: TestAppOptions): Promise<{ app: TestApp; log: string[] }> {
  const log: string[] = []
  const app = await createTestApp({ work: 'none', ...options, onLog: (line) => log.push(line) })
  closing.push(() => app.close())
  return { app, log }
}
async function startedBucket(...options: Parameters<typeof startBucket>) {
  const bucket = await startBucket(...options)
  closing.push(() => bucket.close())
  return bucket
}
const ready = async (app: TestApp) => {
  const { status, body } = await app.visitor().call<{ status: string }>('/readyz')
  return [status, body]
}
const READY = [200, { status: 'ok' }]
const NOT_READY = [503, { status: 'unavailable' }]

// shows: interface-36
test('a database that answers but only reads is not ready', async () => {
  const { app, log } = await started({})
  const { pool } = app.deps.db
  const { rows } = await pool.query<{ name: string }>('select current_database() as name')
  await pool.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`)
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  )
  await pool.query(`set default_transaction_read_only = on`)
  // The connections that were ended are seen first: then it does not answer.
  const logged = async () => [await ready(app), log.join('')]
  const reason = expect.stringContaining('not ready: the database does not store')
  await expect.poll(logged).toEqual([NOT_READY, reason])
})

test('the storage is asked once, however many ask, and nothing of it is left', async () => {
  const { app } = await started({})
  let asked = 0
  const check = app.deps.files.check.bind(app.deps.files)
  Object.assign(app.deps.files, { check: () => ((asked += 1), check()) })
  const answers = await Promise.all(Array.from({ length: 20 }, () => ready(app)))
  answers.push(await ready(app))
  expect(answers.filter(([status]) => status !== 200)).toEqual([])
  expect(asked).toBe(1)
  expect(await readdir(path.join(app.dataDir, 'files', CHECKS_FOLDER))).toEqual([])
})

test('a file that an interrupted check left is removed', async () => {
  const { app } = await started({})
  await app.deps.files.putStored(`${CHECKS_FOLDER}/left`, [Buffer.from('left')])
  app.clock.move(2 * 86_400)
  expect(await sweepFiles(app.deps)).toBe(1)
})

test('a bucket that does not exist is not ready, and the log says what to do', async () => {
  const { url } = await startedBucket()
  const { app, log } = await started({ env: { STORAGE_URL: url.replace('@cvs', '@nobody') } })
  expect(await ready(app)).toEqual(NOT_READY)
  expect(log.join('')).toContain('The bucket nobody does not exist. Create it, or correct')
})

// shows: interface-10
test('a bucket that may not be listed stores and gives back', async () => {
  const { url } = await startedBucket({ mayList: false })
  const { app, log } = await started({ env: { STORAGE_URL: url } })
  expect(await ready(app)).toEqual(READY)
  const owner = await app.owner()
  const grant = await app.grant('maya@applicant.example', await app.job(owner))
  const sent = await app.visitor().form('/api/applications', {
    token: grant,
    firstName: 'Maya',
    lastName: 'Okafor',
    cvFile: new File([pdf], 'cv.pdf', { type: 'application/pdf' }),
  })
  expect(sent.status).toBe(201)
  const { rows } = await app.deps.db.pool.query<{ storage_key: string }>(
    'select storage_key from cv_files',
  )
  const stored = await app.deps.files.readStored(rows[0]?.storage_key ?? '')
  expect((await buffer(stored)).length).toBeGreaterThan(pdf.length)
  // The right to list is for cleaning alone: what an interrupted upload left then stays.
  await expect(sweepFiles(app.deps)).rejects.toThrow()
  expect(log.join('')).not.toContain('not ready')
})

test.runIf(volume.isMounted)(
  'a disk with too little space is not ready until there is room',
  { tags: 'slow' },
  async () => {
    closing.push(() => volume.remove())
    const { app, log } = await started({ env: { STORAGE_URL: `file://${volume.folder}` } })
    await fill(volume.folder, 20_000_000)
    expect(await ready(app)).toEqual(NOT_READY)
    expect(log.join('')).toMatch(
      /cvs: \d+ MB free; 50 MB are needed.+not ready: a disk is nearly full/,
    )
    await rm(fillerIn(volume.folder))
    await expect.poll(() => ready(app)).toEqual(READY)
  },
)
