// A free account sends the most expensive valid request to every address: another shop goes on as before, and the server
// keeps within its memory. The addresses come from the contract and the router, so a new one is tried by existing.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#data/database.ts'
import { openPostgres } from '#data/postgres.ts'
import { createTestApp, Visitor, type Member, type TestApp } from '../app.ts'
import { createPostgresDatabase } from '../databases/database.ts'
import { startProgram, type Program } from '../e2e/program.ts'
import { heavyPictures } from '../input/heavy-pictures.ts'
import { formValues, insertApplication, insertJobPost } from '../rows.ts'
import { connectTestStore, openTestStand, type TestStand } from '../servers/stores.ts'
import {
  largestJob,
  requestsOf,
  type Request,
  type Requests,
  type Sender,
} from './expensive-requests.ts'
import { rounds } from './extent.ts'
import { limitMemory, type MemoryLimit } from './memory-limit.ts'
import { record } from './record.ts'
import type { Seen } from './watch-shop.ts'

/** Of each address. */
const AT_ONCE = 20
const IN_ALL = rounds(20, 100)
/** Above what the process takes when it rests. */
const MEMORY_MB = 400
/** Far above any answer: a machine may stand still for a while. */
const ANSWER_MS = 60_000
/** Minutes on a free machine. */
const TEST_MS = 3_600_000
/** Behind one proxy. Each address is attacked from a network of its own, so that none is refused for the sake of another. */
const networkOf = (place: number) => `198.51.${place >> 8}.${place & 255}`
const OTHER_NETWORK = '203.0.113.99'
/** What a new account can have within minutes. */
const JOBS = rounds(100, 1000)
const APPLICANTS = rounds(100, 1000)

let server: Awaited<ReturnType<typeof createPostgresDatabase>>
let database: Database
let stand: TestStand
let app: TestApp
let dataDir: string
let program: Program
let memory: MemoryLimit | undefined
let attacker: Member
let sender: Sender
let watcher: Worker

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-expensive-'))
  server = await createPostgresDatabase()
  database = await openPostgres(server.url, { connections: 5 })
  stand = await openTestStand()
  const env = { ...stand.env, SECRET_KEY: randomBytes(32).toString('hex'), DATA_DIR: dataDir }
  app = await createTestApp({ database, env, work: 'none' })
  // The promised size of the whole process: docs/security.md.
  memory = limitMemory(2048)
  const settings = { DATABASE_URL: server.url, TRUSTED_PROXIES: '1', LOG_LEVEL: 'fatal' }
  program = await startProgram(dataDir, { ...env, ...settings, ...memory?.settings })
  await openAttacker()
  watcher = await watchAnotherShop()
})
afterAll(async () => {
  await watcher?.terminate()
  await program?.stop('SIGKILL')
  memory?.remove()
  await app?.close()
  await database?.close()
  await stand?.stop()
  await server?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** An organization with as much of everything as a new account can have. */
async function openAttacker(): Promise<void> {
  attacker = await app.owner('Shop of the attacker')
  await app.confirm(attacker)
  await connectTestStore(app, attacker, stand.shop('attacker'))
  const db = app.deps.db.queries
  const { organization } = attacker
  const largest = largestJob()
  const first = await app.job(attacker, largest)
  for (let at = 1; at < JOBS; at += 1) {
    await insertJobPost(db, organization.id, { ...largest, title: `Job ${at}` })
  }
  const job = await app.job(attacker)
  const applicants: string[] = []
  const form = {
    ...formValues,
    coverLetter: 'Ich möchte gern 日本 '.repeat(200),
    additionalInfo: 'x '.repeat(900),
  }
  for (let at = 0; at < APPLICANTS; at += 1) {
    const email = `applicant-${at}@example.com`
    applicants.push((await insertApplication(db, { organization, job }, email, { form })).id)
  }
  const ids = {
    jobId: [first.id],
    roleId: [first.id],
    applicantId: applicants,
    applicant_id: applicants,
    ids: applicants,
  }
  sender = {
    url: program.url,
    network: networkOf(0),
    cookie: attacker.cookie,
    email: attacker.email,
    slug: organization.slug,
    jobSlug: 'job-1',
    grant: await app.grant('attacker@example.com', job, { org: organization.slug }),
    ids,
  }
  for (const use of ['logo', 'picture'] as const) await upload(use)
}

/** Posters and pictures for shared links are drawn with them. */
async function upload(use: 'logo' | 'picture'): Promise<void> {
  const { cookie, network } = sender
  const body = new Uint8Array(heavyPictures[use].at(-1) ?? [])
  const headers = { cookie, 'x-forwarded-for': network }
  const address = `/api/organizations/own/${use}`
  const answer = await new Visitor(program.url).fetch(address, { method: 'PUT', headers, body })
  if (!answer.ok) throw new Error(`${use}: ${answer.status} ${await answer.text()}`)
}

async function watchAnotherShop(): Promise<Worker> {
  const owner = await app.owner('Shop of somebody else')
  const { organization } = owner
  const job = await app.job(owner)
  await insertApplication(app.deps.db.queries, { organization, job }, 'maya@example.com')
  const listed = `/embed?org=${organization.slug}`
  return new Worker(new URL('./watch-shop.ts', import.meta.url), {
    workerData: {
      base: program.url,
      cookie: owner.cookie,
      network: OTHER_NETWORK,
      paths: ['/api/applicants?tab=all', listed, '/api/jobs', '/healthz'],
    },
  })
}

async function whatTheOtherSaw(): Promise<Seen> {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origins
  watcher.postMessage('seen')
  const [seen] = (await once(watcher, 'message')) as [Seen]
  return seen
}

function megabytes(): number {
  const status = readFileSync(`/proc/${program.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}

/** Its status, or what is wrong with it. */
async function answerTo({ address, init }: Request): Promise<{ status: string; fault?: string }> {
  try {
    const signal = AbortSignal.timeout(ANSWER_MS)
    const response = await fetch(program.url + address, { ...init, signal })
    const status = String(response.status)
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
      await response.body?.cancel()
      return { status }
    }
    const text = await response.text()
    const isHonest = response.status === 503 && response.headers.has('retry-after')
    if (response.status < 500 || isHonest) return { status }
    return { status, fault: `${status} ${text.slice(0, 200)}` }
  } catch (error) {
    const { message, cause } = error as Error
    return { status: 'none', fault: `${message} ${cause instanceof Error ? cause.message : ''}` }
  }
}

type Effect = {
  route: string
  statuses: string
  /** The most that the process took meanwhile. */
  memory: number
  /** What the other shop waited for, in milliseconds. */
  p99: number
  worst: number
  faults: string[]
}

async function effectOf({ route, make }: Requests): Promise<Effect> {
  // What limits counted before says nothing of this address.
  await app.deps.db.pool.query('delete from usage_times')
  const counts = new Map<string, number>()
  const faults: string[] = []
  let begun = 0
  let memory = 0
  const watch = setInterval(() => (memory = Math.max(memory, megabytes())), 20)
  const sendOn = async () => {
    while (begun < IN_ALL) {
      begun += 1
      const { status, fault } = await answerTo(make(sender, begun))
      counts.set(status, (counts.get(status) ?? 0) + 1)
      if (fault !== undefined) faults.push(`${route}: ${fault}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendOn))
  clearInterval(watch)
  const { times, failures } = await whatTheOtherSaw()
  const sorted = times.toSorted((one, other) => one - other)
  return {
    route,
    statuses: [...counts].map(([status, count]) => `${status} x ${count}`).join(', '),
    memory: Math.max(memory, megabytes()),
    p99: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0),
    worst: Math.round(sorted.at(-1) ?? 0),
    faults: [...faults, ...failures.map((failure) => `${route}: the other shop got ${failure}`)],
  }
}

/** Some addresses end the session, the membership or the account of the one who asks. */
async function signInAgain(): Promise<void> {
  const { cookie, network } = sender
  const headers = { cookie, 'x-forwarded-for': network }
  const { status } = await new Visitor(program.url).fetch('/api/jobs', { headers })
  if (status === 200) return
  const person = await app.person()
  await app.confirm(person)
  const join = `update profiles set organization_id = $1, is_approved = true, role = 'organization_owner' where id = $2`
  await app.deps.db.pool.query(join, [attacker.organization.id, person.userId])
  sender = { ...sender, cookie: person.cookie, email: person.email }
}

const firstFew = (effects: Effect[], by: 'memory' | 'p99', line: (effect: Effect) => string) =>
  effects
    .toSorted((one, other) => other[by] - one[by])
    .slice(0, 8)
    .map((effect) => `  ${line(effect)} ${effect.route}: ${effect.statuses}`)

test(
  'the largest request to every address leaves the server and another shop as they were',
  { timeout: TEST_MS },
  async () => {
    const routes = app.routes.map(({ method, path: pattern }) => `${method} ${pattern}`)
    // What deletes comes last, so that the others find what they ask for.
    const deletes = ({ route }: Requests) => Number(route.startsWith('DELETE '))
    const all = requestsOf(routes).toSorted((one, other) => deletes(one) - deletes(other))
    await whatTheOtherSaw()
    const rest = megabytes()
    let isEnded = false
    void program.ended.then(() => (isEnded = true))
    const effects: Effect[] = []
    for (const [place, requests] of all.entries()) {
      sender = { ...sender, network: networkOf(place + 1) }
      if (!isEnded) effects.push(await effectOf(requests))
      if (!isEnded) await signInAgain()
    }
    const above = (effect: Effect) => Math.round(effect.memory - rest)
    console.log(
      [
        `${all.length} addresses, ${AT_ONCE} requests at once, ${IN_ALL} in all; at rest ${Math.round(rest)} MB${memory ? ', in 2 GB' : ''}.`,
        'Memory above that:',
        ...firstFew(effects, 'memory', (effect) => `${above(effect)} MB`),
        'Another shop waited (99 of 100, the longest):',
        ...firstFew(effects, 'p99', ({ p99, worst }) => `${p99}, ${worst} ms`),
      ].join('\n'),
    )
    expect(isEnded, 'the server has ended').toBe(false)
    const heavy = effects.filter((effect) => above(effect) > MEMORY_MB)
    // One text, so that a report of any runner names them.
    expect(effects.flatMap(({ faults }) => faults).join('\n')).toBe('')
    expect(heavy.map((effect) => `${effect.route}: ${above(effect)} MB`).join('\n')).toBe('')
    record('Expensive requests to every address', {
      faults: all.length * IN_ALL,
      failures: 0,
      note: `at most ${Math.max(...effects.map(above))} MB more`,
    })
  },
)
