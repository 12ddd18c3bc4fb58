// What survives kill -9, a second start on the same folder, and the order to stop: tried on the real program.
import { createHash, randomInt } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, onTestFailed, test } from 'vitest'
import { readConfig } from '#config'
import type { ApplicantPage, ApplicantProfile } from '#domain/applicants/applicants.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { Visitor } from '../app.ts'
import { pdf } from '../files.ts'
import { openStorehand } from '../../src/open.ts'
import { startProgram, startRefused, type Program } from './program.ts'

const ROUNDS = 2
const SUBMITS = 30
const HOUR = 3_600_000

let dataDir: string
let running: Program | undefined

async function start(): Promise<Program> {
  running = await startProgram(dataDir)
  return running
}

async function stop(signal: NodeJS.Signals) {
  const program = running
  running = undefined
  return program?.stop(signal)
}

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-crash-'))
})

afterEach(async () => {
  await stop('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** Numbers from 0 to 1 that the same seed gives again (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

const person = {
  email: 'ana@shop.example',
  password: 'correct horse',
  first_name: 'Ana',
  last_name: 'Silva',
}

async function signUp(base: string): Promise<Visitor> {
  const owner = new Visitor(base)
  expect((await owner.call('/api/accounts/sign-up', { body: person })).status).toBe(201)
  const { status } = await owner.call('/api/organizations', { body: { name: 'Tiny Tea Shop' } })
  expect(status).toBe(201)
  return owner
}

async function signIn(base: string): Promise<Visitor> {
  const owner = new Visitor(base)
  expect((await owner.call('/api/accounts/sign-in', { body: person })).status).toBe(200)
  return owner
}

async function createJob(owner: Visitor, title: string): Promise<JobPost> {
  const { status, body } = await owner.call<JobPost>('/api/jobs', {
    body: { title, description: 'You look after the shop floor.', location: 'Leeds' },
  })
  expect(status).toBe(201)
  return body
}

type Application = { email: string; jobId: string; token: string; cv: Buffer<ArrayBuffer> }

const json = { accept: 'application/json' }

/** Sends a form of the widget and reads the step that it leads to. */
async function post(base: string, step: string, jobId: string, body: URLSearchParams | FormData) {
  const response = await fetch(`${base}/embed?step=${step}&roleId=${jobId}`, {
    method: 'POST',
    headers: json,
    body,
  })
  const { view } = (await response.json()) as { view: WidgetView }
  return { status: response.status, view }
}

/** Proves each address by the code of its mail, as a visitor does who types it. */
async function prepare(
  base: string,
  jobs: readonly JobPost[],
  round: number,
  random: () => number,
): Promise<Application[]> {
  const asked = await Promise.all(
    Array.from({ length: SUBMITS }, async (_, place) => {
      const email = `round-${round}-${place}@applicant.example`
      const jobId = jobs[place % jobs.length]!.id
      const form = new URLSearchParams({ roleId: jobId, consent: 'yes', email })
      const { view } = await post(base, 'email', jobId, form)
      if (view.step !== 'sent') throw new Error(`${email} was shown ${view.step}`)
      return { email, jobId, verification: view.verification }
    }),
  )
  const codes = await readCodes(
    base,
    asked.map(({ email }) => email),
  )
  return Promise.all(
    asked.map(async ({ email, jobId, verification }) => {
      const form = new URLSearchParams({ v: verification, code: codes.get(email) ?? '' })
      const { view } = await post(base, 'sent', jobId, form)
      if (view.step !== 'apply') throw new Error(`${email} was shown ${view.step}`)
      return { email, jobId, token: view.token, cv: makeCv(random) }
    }),
  )
}

async function readCodes(base: string, emails: string[]): Promise<Map<string, string>> {
  for (;;) {
    const response = await fetch(`${base}/dev/mailbox.json`)
    const mails = (await response.json()) as { to: string; subject: string }[]
    const codes = new Map(
      mails.map(({ to, subject }) => [
        to,
        /\b(\d{3}) (\d{3})\b/.exec(subject)?.slice(1).join('') ?? '',
      ]),
    )
    if (emails.every((email) => codes.has(email))) return codes
    await wait(50)
  }
}

/** 100 to 300 kB that no other file has. */
function makeCv(random: () => number): Buffer<ArrayBuffer> {
  const size = 100_000 + Math.floor(random() * 200_000)
  const words = new Uint32Array(Math.ceil(size / 4)).map(() => random() * 2 ** 32)
  return Buffer.concat([pdf, Buffer.from(words.buffer)])
}

async function submit(base: string, { jobId, token, cv }: Application): Promise<boolean> {
  const form = new FormData()
  form.set('token', token)
  form.set('roleId', jobId)
  form.set('firstName', 'Grace')
  form.set('lastName', 'Hopper')
  form.set('cvFile', new Blob([cv], { type: 'application/pdf' }), 'cv.pdf')
  try {
    // The status line is the promise: the rest of the answer may be cut off by the kill.
    const { status } = await fetch(`${base}/embed?step=apply&roleId=${jobId}`, {
      method: 'POST',
      headers: json,
      body: form,
    })
    if (status !== 200) throw new Error(`A submit was answered with ${status}`)
    return true
  } catch (error) {
    // What undici throws when the connection ends.
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Kills the program in the midst of the submits; the addresses it had said yes to. */
async function submitUntilKilled(
  base: string,
  applications: Application[],
  random: () => number,
): Promise<Set<string>> {
  const acknowledged = new Set<string>()
  const killAt = 5 + Math.floor(random() * 18)
  const killDelay = random() * 20
  let killing: Promise<unknown> | undefined
  await Promise.all(
    applications.map(async (application) => {
      await wait(random() * 100)
      if (!(await submit(base, application))) return
      acknowledged.add(application.email)
      if (acknowledged.size >= killAt) killing ??= wait(killDelay).then(() => stop('SIGKILL'))
    }),
  )
  await killing
  return acknowledged
}

async function readAllApplicants(owner: Visitor): Promise<ApplicantProfile[]> {
  const profiles: ApplicantProfile[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body }: { body: ApplicantPage } = await owner.call<ApplicantPage>(
      `/api/applicants?tab=all&cursor=${encodeURIComponent(cursor)}`,
    )
    for (const { id } of body.applicants) {
      profiles.push((await owner.call<ApplicantProfile>(`/api/applicants/${id}`)).body)
    }
    cursor = body.next_cursor
  }
  return profiles
}

async function downloadCv(owner: Visitor, applicantId: string): Promise<Buffer> {
  const link = () =>
    owner.call<{ url: string }>(`/api/applicants/${applicantId}/cv-link`, { method: 'POST' })
  // It is checked before anybody may open it; the one that was being checked at the kill waits for its turn again.
  await expect.poll(async () => (await link()).status, { timeout: 60_000 }).toBe(200)
  const { body } = await link()
  const response = await fetch(body.url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** Everyone in the list is there whole, whether or not the answer still reached them. */
async function expectWhole(owner: Visitor, sent: ReadonlyMap<string, Application>) {
  const profiles = await readAllApplicants(owner)
  for (const { applicant, history } of profiles) {
    const application = sent.get(applicant.email)!
    expect(applicant).toMatchObject({ status: 'applied', first_name: 'Grace' })
    expect(history).toMatchObject([{ from_status: null, to_status: 'applied' }])
    expect(applicant.cv_size).toBe(application.cv.length)
    expect(sha256(await downloadCv(owner, applicant.id))).toBe(sha256(application.cv))
  }
  const emails = profiles.map(({ applicant }) => applicant.email)
  expect(new Set(emails).size).toBe(emails.length)
  return new Set(emails)
}

/** No row without its file at any time; and once the sweeper has run, no file without its row. */
async function expectNoOrphans(owned: number) {
  const clock = { now: () => new Date(Date.now() + 25 * HOUR) }
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'test' })
  const storehand = await openStorehand(config, {
    appUrl: 'http://localhost',
    clock,
    work: 'queued',
  })
  try {
    const folder = path.join(dataDir, 'files')
    const { rows } = await storehand.deps.db.pool.query<{
      storage_key: string
      byte_size: number
      applicant_id: string | null
      trail: number
    }>(
      `select storage_key, byte_size, applicant_id,
        (select count(*)::int from audit_events
          where action = 'applicant.created' and resource_id = applicant_id::text) as trail
       from cv_files`,
    )
    for (const row of rows) {
      // Encrypted, so a little longer than what was sent; one that was cut is shorter.
      const stored = await stat(path.join(folder, row.storage_key))
      expect(stored.size).toBeGreaterThan(row.byte_size)
      if (row.applicant_id) expect(row.trail).toBe(1)
    }
    await sweepFiles(storehand.deps)
    const claimed = rows.filter((row) => row.applicant_id).map((row) => row.storage_key)
    const left = await readdir(path.join(folder, 'cvs'))
    expect(left.map((name) => `cvs/${name}`).toSorted()).toEqual(claimed.toSorted())
    expect(claimed).toHaveLength(owned)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  } finally {
    await storehand.close()
  }
}

// shows: 7-97, interface-2
test('whatever was acknowledged before kill -9 is there afterwards, and nothing is there in part', async () => {
  const seed = Number(process.env['CRASH_SEED'] ?? randomInt(2 ** 31))
  const story: string[] = [`CRASH_SEED=${seed} tries the same moments again`]
  onTestFailed(() => console.error(story.join('\n')))
  const random = seeded(seed)
  let { url } = await start()
  let owner = await signUp(url)
  const jobs = [
    await createJob(owner, 'Packer'),
    await createJob(owner, 'Barista'),
    await createJob(owner, 'Tea Taster'),
  ]
  const sent = new Map<string, Application>()
  const acknowledged = new Set<string>()
  let whole = new Set<string>()
  for (let round = 0; round < ROUNDS; round++) {
    const applications = await prepare(url, jobs, round, random)
    for (const application of applications) sent.set(application.email, application)
    const answered = await submitUntilKilled(url, applications, random)
    for (const email of answered) acknowledged.add(email)
    story.push(`round ${round + 1}: ${answered.size} of ${SUBMITS} acknowledged`)
    const restarted = performance.now()
    ;({ url } = await start())
    story.push(`open again after ${(performance.now() - restarted).toFixed(0)} ms`)
    owner = await signIn(url)
    whole = await expectWhole(owner, sent)
    story.push(`${whole.size} stored, ${acknowledged.size} acknowledged in all`)
    expect([...acknowledged].filter((email) => !whole.has(email))).toEqual([])
  }
  expect(await stop('SIGTERM')).toMatchObject({ code: 0 })
  await expectNoOrphans(whole.size)
}, 240_000)

// shows: interface-8
test('a second start on the same folder is refused in one sentence, and the first goes on', async () => {
  const { url } = await start()
  const owner = await signUp(url)
  const { code, said } = await startRefused(dataDir)
  expect(code).toBe(1)
  expect(said).toContain('is in use by another Storehand process')
  // A person reads this: a stack would bury the sentence.
  expect(said).not.toMatch(/^\s+at /m)
  const job = await createJob(owner, 'Packer')
  const { body } = await owner.call<{ jobs: JobPost[] }>('/api/jobs')
  expect(body.jobs.map(({ id }) => id)).toEqual([job.id])
}, 120_000)

test('SIGTERM ends the program in order although a dashboard listens', async () => {
  const { url } = await start()
  const owner = await signUp(url)
  const live = await owner.fetch('/api/live')
  const reader = live.body!.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader.read()).value).toContain('hello')
  const ended = stop('SIGTERM')
  // Requests get 30 seconds to finish, and are cut off then; a stream has to be told, and comes to its end.
  for (let isOver = false; !isOver;) isOver = (await reader.read()).done
  expect(await ended).toMatchObject({ code: 0, signal: null })
}, 120_000)
