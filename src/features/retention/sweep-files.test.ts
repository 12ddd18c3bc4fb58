// The sweep removes only files and rows that nothing refers to, once they are old enough.
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'
import { sweepFiles, sweepUnclaimedCvs } from './sweep-files.ts'

const hour = 3600

const app = await openApp()
beforeEach(async () => {
  app.clock.reset()
  await app.deps.db.pool.query('delete from applicants')
  await app.deps.db.pool.query('delete from cv_files')
  for (const name of await stored()) await rm(path.join(app.dataDir, 'files/cvs', name))
})

const stored = async () =>
  (await readdir(path.join(app.dataDir, 'files/cvs')).catch((): string[] => [])).toSorted()
const staged = () => readdir(app.deps.files.stagingFolder)

/** A stored file without a row, as after a crash. */
async function orphan(): Promise<string> {
  const name = `${randomUUID()}.pdf`
  await (await app.deps.files.stage([pdf], null)).take(`cvs/${name}`)
  return name
}

async function ageFile(file: string, seconds: number): Promise<void> {
  const { mtimeMs } = await stat(file)
  const then = new Date(mtimeMs - seconds * 1000)
  await utimes(file, then, then)
}

test('an orphan goes after an hour; half an upload too; what is younger stays', async () => {
  const [old, young] = [await orphan(), await orphan()]
  await ageFile(path.join(app.dataDir, 'files/cvs', old), hour + 60)
  await ageFile(path.join(app.dataDir, 'files/cvs', young), hour - 60)
  for (const [name, age] of [
    ['left', hour + 60],
    ['arriving', 30],
  ] as const) {
    const file = path.join(app.deps.files.stagingFolder, name)
    await writeFile(file, 'half')
    await ageFile(file, age)
  }
  expect(await sweepFiles(app.deps)).toBe(1)
  expect(await stored()).toEqual([young])
  expect(await staged()).toEqual(['arriving'])
  expect(await sweepFiles(app.deps)).toBe(0)
})

test('an upload waits an hour for its form; an applicant keeps it for ever', async () => {
  const owner = await app.owner()
  const job = await app.job(owner)
  const upload = async (email: string) => {
    const token = await app.grant(email, job)
    const response = await app
      .visitor()
      .form('/api/applications/cv', { token, cvFile: new File([pdf], 'CV.pdf') })
    expect(response.status).toBe(201)
    return { token, cvId: ((await response.json()) as { id: string }).id }
  }
  await upload('waits@example.com')
  const { token, cvId } = await upload('applies@example.com')
  const sent = await app
    .visitor()
    .form('/api/applications', { token, cvId, firstName: 'Maya', lastName: 'Okafor' })
  expect(sent.status).toBe(201)
  const keys = async () =>
    (
      await app.deps.db.pool.query<{ storage_key: string; is_owned: boolean }>(
        'select storage_key, applicant_id is not null as is_owned from cv_files',
      )
    ).rows
  const owned = (await keys()).filter(({ is_owned }) => is_owned)

  app.clock.move(54 * 60)
  await sweepUnclaimedCvs(app.deps)
  expect(await stored()).toHaveLength(2)

  // The sweep runs every five minutes, so row and file are gone within the hour.
  app.clock.move(60)
  await sweepUnclaimedCvs(app.deps)
  expect(await keys()).toEqual(owned)
  expect(await stored()).toEqual(owned.map(({ storage_key }) => path.basename(storage_key)))

  // A day until verifications expire, and a week in which another mail can be requested.
  app.clock.move((24 + 7 * 24 + 1) * hour)
  expect(await sweepFiles(app.deps)).toBe(0)
  const left = await app.deps.db.pool.query('select from email_verifications')
  expect(left.rowCount).toBe(0)
  app.clock.move(400 * 24 * hour)
  expect(await sweepFiles(app.deps)).toBe(0)
  expect(await stored()).toHaveLength(1)
})

test('a code of an account that nobody used goes a day after its end', async () => {
  const { pool } = app.deps.db
  for (const [email, hours] of [
    ['old@mail.example', 25],
    ['new@mail.example', 23],
  ] as const) {
    await pool.query(
      `insert into auth_mailed_codes (kind, email, token_hash, code_hash, expires_at)
       values ('recovery', $1, decode(md5($1::text), $$hex$$), sha256('code'), $2)`,
      [email, new Date(app.clock.now().getTime() - hours * hour * 1000)],
    )
  }
  await sweepFiles(app.deps)
  const { rows } = await pool.query('select email from auth_mailed_codes')
  expect(rows).toEqual([{ email: 'new@mail.example' }])
})

test('two sweeps at once, over more files than one batch, remove each once', async () => {
  await Promise.all(Array.from({ length: 250 }, orphan))
  app.clock.move(hour + 60)
  await Promise.all([sweepFiles(app.deps), sweepFiles(app.deps)])
  expect(await stored()).toEqual([])
})
