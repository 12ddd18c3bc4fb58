// A backup of the running program, loss of everything, and a restore: all data is back, except of people who were
// erased since.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { isAct } from '#domain/backups/copied-acts.ts'
import { openBackupFolder } from '#gateways/backups/backup-folder.ts'
import { checkBackup } from '#features/backups/restore-backup.ts'
import { createPostgresDatabase } from './databases/database.ts'
import { runCommand, startProgram, type Program } from './e2e/program.ts'
import { engines } from './databases/engines.ts'
import { createJob, found, prove, readApplicants, sha256, submit } from './faults/applying.ts'
import { startBucket, type TestBucket } from './servers/s3.ts'
import { Visitor } from './app.ts'
import type { ChainCheck } from '#domain/audit/audit.ts'
import type { FoundPerson, StaffAct } from '#domain/rights/register.ts'

let place: string
beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-backup-'))
})
afterAll(() => rm(place, { recursive: true, force: true }))

// From one engine and storage to the other, both ways: each of them is written from and filled once.
describe.each(engines)('from %s to the other', (engine) => {
  const cleanups: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const clean of cleanups.splice(0).toReversed()) await clean()
  })

  /**
   * The embedded engine with a folder, or a server with a bucket. The main key is where it was first: with the embedded
   * engine in a file, which the archive holds, with the server in the environment.
   */
  async function newPlace(
    name: string,
    isServer: boolean,
  ): Promise<{ dataDir: string; settings: Record<string, string> }> {
    const dataDir = path.join(place, `${engine}-${name}`)
    await mkdir(dataDir)
    const settings: Record<string, string> = {
      DATA_DIR: dataDir,
      NODE_ENV: 'test',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      BACKUP_DIR: path.join(place, `${engine}-backups`),
      BACKUP_KEY: 'the key of the backups, kept elsewhere',
    }
    if (isServer) {
      const server = await createPostgresDatabase()
      cleanups.push(() => server.drop())
      const client = new pg.Client(server.url)
      await client.connect()
      await client.query('drop schema public cascade; create schema public')
      await client.end()
      const bucket: TestBucket = await startBucket()
      cleanups.push(() => bucket.close())
      settings['DATABASE_URL'] = server.url
      settings['STORAGE_URL'] = bucket.url
    }
    if (engine === 'postgres') {
      settings['SECRET_KEY'] = 'the main key of the installation, in the environment'
    }
    return { dataDir, settings }
  }

  // shows: interface-81, interface-82, privacy-44
  test('everything is lost and comes back, and who was erased in between stays erased', async () => {
    const first = await newPlace('first', engine === 'postgres')
    const { DATA_DIR: _, ...given } = first.settings
    let program: Program = await startProgram(first.dataDir, given)
    cleanups.push(() => program.stop('SIGKILL'))
    const owner = await found(program.url)
    const job = await createJob(owner, 'Shop Floor Lead')
    const names = ['stays', 'leaves', 'restricted', 'objected', 'late']
    const emails = names.map((name) => `${name}@example.com`)
    const proved = await prove(program.url, [job], emails, Math.random)
    const [stays, leaves, restricted, objected, late] = proved
    for (const application of [stays!, leaves!, restricted!, objected!]) {
      expect((await submit(program.url, application))?.status).toBe(200)
    }
    const idOf = async ({ email }: { email: string }, by = owner) => {
      const { body } = await by.call<FoundPerson>('/api/rights/find', { body: { email } })
      return body.applications[0]?.id
    }
    const byPost = async (id: string | undefined, act: StaffAct) => {
      const received_on = new Date().toISOString().slice(0, 10)
      const body = { applicantId: id, act, verified_by: 'phone', received_on }
      expect((await owner.call('/api/rights/requests', { body })).status).toBe(201)
    }
    const hidden = [await idOf(restricted!), await idOf(objected!)]
    await byPost(hidden[0], 'restriction')
    await byPost(hidden[1], 'objection')
    const { user } = (await owner.call<{ user: { email: string } }>('/api/session')).body
    const credentials = { email: user.email, password: 'correct horse' }

    if (engine === 'embedded') {
      // The server has the database open, and does it for the command.
      const rotated = await runCommand(first.settings, 'keys', ['rotate'])
      expect(rotated).toMatchObject({
        code: 0,
        // How many depends on which mails have left by then.
        output: expect.stringMatching(/Encrypted anew: [1-9]\d* values/),
      })
      const id = /^\S+/.exec(rotated.output)?.[0]
      const forgotten = await runCommand(first.settings, 'keys', ['forget'])
      expect(forgotten).toEqual({ code: 0, output: `${id} is the only main key.\n` })
      const listed = await runCommand(first.settings, 'keys')
      expect(listed.output).toMatch(new RegExp(`^${id}  current: \\d+ values\n$`))
      // A cookie from before was signed under the forgotten key.
      expect((await owner.call('/api/applicants')).status).toBe(401)
      await owner.call('/api/accounts/sign-in', { body: credentials })
    }
    const backup = await runCommand(first.settings, 'backup')
    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('4 files') })
    const archive = backup.output.split('\n')[0]!
    expect((await readFile(archive)).includes('stays@example.com')).toBe(false)

    // After the backup one person comes, and four go, two of whom nobody was shown.
    expect((await submit(program.url, late!))?.status).toBe(200)
    for (const { id, email } of await readApplicants(owner)) {
      if (email === stays!.email) continue
      expect((await owner.call(`/api/applicants/${id}`, { method: 'DELETE' })).status).toBe(200)
    }
    for (const id of hidden) await byPost(id, 'erasure')
    const copy = openBackupFolder(path.dirname(archive), [first.settings['BACKUP_KEY'] ?? ''])
    await expect
      .poll(async () => (await copy.read()).filter((entry) => !isAct(entry)).length, {
        timeout: 20_000,
      })
      .toBe(4)
    const before = (await owner.call<ChainCheck>('/api/audit/check')).body
    expect(before).toMatchObject({ broken_at: null, unproven_receipt: null })

    // Everything is destroyed.
    await program.stop('SIGKILL')
    await rm(first.dataDir, { recursive: true })
    const isServer = engine !== 'postgres'
    const second = await newPlace('second', isServer)

    const key = second.settings['BACKUP_KEY'] ?? ''
    expect((await checkBackup([key], archive)).counts).toMatchObject({ files: 4, missing: 0 })
    await expect(checkBackup([`${key}.`], archive)).rejects.toThrow()
    const bytes = await readFile(archive)
    for (const place of [0, bytes.length >> 1, bytes.length - 1]) {
      const spoiled = Buffer.from(bytes)
      spoiled[place]! ^= 1
      await writeFile(`${archive}.spoiled`, spoiled)
      await expect(checkBackup([key], `${archive}.spoiled`)).rejects.toThrow()
    }
    await writeFile(`${archive}.short`, bytes.subarray(0, -1000))
    await expect(checkBackup([key], `${archive}.short`)).rejects.toThrow()

    // Without the log everybody who was erased since would be there again.
    const elsewhere = { ...second.settings, BACKUP_DIR: second.dataDir }
    expect(await runCommand(elsewhere, 'restore', [archive])).toMatchObject({
      code: 1,
      output: expect.stringContaining('erasures.log is missing'),
    })
    const restored = await runCommand(second.settings, 'restore', [archive])
    expect(restored).toMatchObject({
      code: 0,
      output: expect.stringContaining('Erased again: 3 applications; 1 more'),
    })
    if (isServer) {
      const again = await runCommand(second.settings, 'restore', [archive])
      expect([again.code, again.output]).toEqual([
        1,
        expect.stringContaining('The database is not empty'),
      ])
    }

    const { DATA_DIR: __, ...settings } = second.settings
    program = await startProgram(second.dataDir, settings)
    const again = new Visitor(program.url)
    again.cookie = owner.cookie
    expect((await again.call('/api/applicants')).status).toBe(401)
    await again.call('/api/accounts/sign-in', { body: credentials })
    const [left, ...others] = await readApplicants(again)
    expect([left?.email, others]).toEqual([stays!.email, []])
    for (const gone of [restricted!, objected!]) expect(await idOf(gone, again)).toBeUndefined()
    const link = () =>
      again.call<{ url: string }>(`/api/applicants/${left!.id}/cv-link`, { method: 'POST' })
    await expect.poll(async () => (await link()).status).toBe(200)
    const { pathname, search } = new URL((await link()).body.url)
    const cv = await again.fetch(`${pathname}${search}`)
    expect(sha256(await buffer(cv.body!))).toBe(sha256(stays!.cv))
    const check = (await again.call<ChainCheck>('/api/audit/check')).body
    expect(check).toMatchObject({ broken_at: null, unproven_receipt: null })
    // No file of theirs either.
    if (!isServer) {
      expect(await readdir(path.join(second.dataDir, 'files/cvs'))).toHaveLength(1)
    }
    // It serves: one more applies.
    const [next] = await prove(program.url, [job], ['next@example.com'], Math.random)
    expect((await submit(program.url, next!))?.status).toBe(200)
  }, 240_000)
})
