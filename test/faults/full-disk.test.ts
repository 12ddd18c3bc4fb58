// The disk is full, at once or in the midst of a file: people are told to try again, reading works, and it goes on when there is room.
import { execFile } from 'node:child_process'
import { mkdir, readdir, rm, stat, statfs, truncate } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openEmbeddedDatabase } from '#data/embedded-database.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Visitor } from '../app.ts'
import { startProgram, type Program } from '../e2e/program.ts'
import {
  createJob,
  found,
  movedTo,
  prove,
  readApplicants,
  submit,
  type Application,
} from './applying.ts'
import { fill, fillerIn, mountVolume } from '../servers/full-volume.ts'
import { isLong, rounds, seed, seeded } from './extent.ts'
import { record } from './record.ts'

const run = promisify(execFile)

/** Room that is left: none at all, too little for a file, and enough for a file but for few rows. */
const ROOM = [0, 16_384, 200_000]

const volume = await mountVolume('320m')
const { folder, isMounted } = volume
if (!isMounted) console.warn('A full disk is not tried: this user may mount no file system.')

const filler = fillerIn(folder)

let program: Program
let owner: Visitor
beforeAll(async () => {
  if (!isMounted) return
  const database = path.join(folder, 'database')
  await mkdir(database)
  await run('tar', ['-xf', inject('embeddedDump'), '-C', database])
  program = await startProgram(folder)
  owner = await found(program.url)
})
afterAll(async () => {
  await program?.stop('SIGKILL')
  await volume.remove()
})

test.runIf(isMounted)('a full disk refuses for now, loses nothing and ends nothing', async () => {
  const random = seeded(seed)
  const jobs = [await createJob(owner, 'Packer')]
  const times = rounds(1, 20)
  const acknowledged = new Set<string>()
  const failures: string[] = []
  let promised = 0
  let faults = 0
  for (let round = 0; round < times; round++) {
    for (const room of ROOM) {
      const emails = Array.from({ length: 5 }, (_, at) => `${round}-${room}-${at}@disk.example`)
      const waiting = await prove(program.url, jobs, emails, random)
      await fill(folder, room)
      faults += 1
      const again: Application[] = []
      for (const application of waiting) {
        const answered = await submit(program.url, application)
        if (answered?.status === 200) acknowledged.add(application.email)
        else again.push(application)
        if (answered?.status === 503 && answered.retryAfter !== null) promised += 1
        else if (answered?.status !== 200) {
          failures.push(`room ${room}: ${answered?.status} ${JSON.stringify(answered?.view)}`)
        }
      }
      for (const address of ['/embed', '/healthz', '/api/applicants?tab=all']) {
        const { status } = await owner.call(address)
        if (status !== 200) failures.push(`room ${room}: ${address} ${status}`)
      }
      await rm(filler)
      for (const application of again) {
        const answered = await submit(program.url, application)
        if (answered?.status === 200) acknowledged.add(application.email)
        else failures.push(`with room again: ${answered?.status} ${JSON.stringify(answered?.view)}`)
      }
    }
  }
  expect(failures).toEqual([])
  const rows = await readApplicants(owner)
  const isThere = new Set(rows.map(({ email }) => email))
  expect(await readdir(path.join(folder, 'files/incoming'))).toEqual([])
  record('R8 full disk', {
    faults,
    acknowledged: acknowledged.size,
    found: isThere.size,
    lost: [...acknowledged].filter((email) => !isThere.has(email)).length,
    half: rows.filter(({ has_cv }) => !has_cv).length,
    twice: rows.length - isThere.size,
    promised,
    failures: failures.length,
  })
})

test.runIf(isMounted)(
  'a database without room for its log says so and is whole again afterwards',
  async () => {
    const small = await mountVolume('160m')
    const place = path.join(small.folder, 'database')
    await mkdir(place)
    await run('tar', ['-xf', inject('embeddedDump'), '-C', place])
    const reasons: string[] = []
    const database = await openEmbeddedDatabase(place, { onLost: (reason) => reasons.push(reason) })
    await database.pool.query('create table notes (id integer)')
    await database.pool.query('insert into notes values (1)')
    await fill(small.folder, 1_000_000)
    // Each needs a new file of the log.
    const switched = () =>
      database.pool.query('insert into notes values (2) returning pg_switch_wal()')
    for (let file = 0; file < 10 && reasons.length === 0; file++) {
      await switched().catch(() => undefined)
    }
    // An engine that panics ends its connection before its thread has ended.
    await expect.poll(() => reasons.length, { timeout: 10_000 }).toBeGreaterThan(0)
    await rm(fillerIn(small.folder))
    // The process ends here: another one opens the folder.
    const reader = `
    const { openEmbeddedDatabase } = await import(process.argv[1])
    const database = await openEmbeddedDatabase(process.argv[2])
    const { rows } = await database.pool.query('select id from notes where id = 1')
    process.stdout.write(String(rows.length))
    await database.close()`
    await rm(`${place}.lock`)
    const module = path.join(import.meta.dirname, '../../src/data/embedded-database.ts')
    const { stdout } = await run(process.execPath, [
      '--input-type=module',
      '-e',
      reader,
      module,
      place,
    ])
    expect(stdout).toBe('1')
    await small.remove()
    record('R8 database without room for its log', {
      faults: 1,
      acknowledged: 1,
      found: 1,
      lost: 0,
    })
  },
)

test.runIf(isMounted && isLong)(
  'the program ends in a sentence when its database has no room for its log',
  async () => {
    const job = await createJob(owner, 'Stock Clerk')
    const random = seeded(seed + 3)
    const text = () =>
      Array.from({ length: 3900 }, () =>
        String.fromCodePoint(0x4e00 + Math.floor(random() * 20_000)),
      ).join('')
    let acknowledged = 0
    let promised = 0
    // Always less than a file of the log needs (16 MiB); the tables take it, and get more until the log comes to the end of its files.
    const room = 14_000_000
    await fill(folder, room)
    for (let isOver = false; !isOver;) {
      const body = { location: `Leeds ${acknowledged}`, description: text() }
      const answered = await owner
        .call(`/api/jobs/${job.id}`, { method: 'PATCH', body })
        .catch(() => undefined)
      if (answered?.status === 200) acknowledged += 1
      if (answered?.status === 503) {
        promised += 1
        const [{ size }, { bavail, bsize }] = await Promise.all([stat(filler), statfs(folder)])
        await truncate(filler, size - Math.max(0, room - bavail * bsize))
      }
      isOver = answered === undefined
    }
    await rm(filler)
    const { code, output } = await program.ended
    expect([code, output]).toEqual([1, expect.stringContaining('perhaps because the disk is full')])
    program = await startProgram(folder)
    owner = movedTo(program.url, owner)
    const { body } = await owner.call<JobPost>(`/api/jobs/${job.id}`)
    const last = Number(body.location?.split(' ')[1])
    record('R8 program without room for the log', {
      faults: 1,
      acknowledged,
      found: last + 1,
      // One more may have been kept whose answer did not come.
      lost: Math.max(0, acknowledged - 1 - last),
      promised,
    })
  },
)
