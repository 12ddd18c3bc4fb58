// A bucket that is away, slow, broken or silent, and one that gives back something else: the form stays, and nothing is half stored.
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { createTestApp, type Member, type TestApp } from '../app.ts'
import { startBucket, type TestBucket } from '../servers/s3.ts'
import { makeTasksDue } from '../work.ts'
import { submit } from './applying.ts'
import { compare } from './compare.ts'
import { rounds, seed, seeded } from './extent.ts'
import { insertProofs } from './proofs.ts'
import { record } from './record.ts'

type Mood = 'well' | 'hangs up' | 'answers 500' | 'says nothing' | 'is slow' | 'cuts the upload'

/** Between the product and the bucket. */
let mood: Mood = 'well'
let altered = false
let bucket: TestBucket
let proxy: http.Server
let app: TestApp
let owner: Member
let job: JobPost

function pass(request: http.IncomingMessage, response: http.ServerResponse, target: URL): void {
  const { method, url, headers } = request
  const options = { method, path: url, headers, host: target.hostname, port: target.port }
  const upstream = http.request(options, (answer) => {
    response.writeHead(answer.statusCode ?? 500, answer.headers)
    if (!altered || method !== 'GET') {
      answer.pipe(response)
      return
    }
    answer.on('data', (chunk: Buffer) => {
      const other = Buffer.from(chunk)
      other[other.length - 1] = 255 - other[other.length - 1]!
      response.write(other)
    })
    answer.on('end', () => response.end())
  })
  upstream.on('error', () => response.destroy())
  request.pipe(upstream)
}

beforeAll(async () => {
  bucket = await startBucket()
  const target = new URL(new URL(bucket.url).searchParams.get('endpoint')!)
  proxy = http.createServer((request, response) => {
    request.on('error', () => {})
    if (mood === 'hangs up') request.socket.destroy()
    else if (mood === 'cuts the upload') request.once('data', () => request.socket.destroy())
    else if (mood === 'answers 500') {
      request.resume()
      request.on('end', () => response.writeHead(500).end('<Error/>'))
    } else if (mood === 'is slow') setTimeout(() => pass(request, response, target), 1500)
    else if (mood === 'well') pass(request, response, target)
    // Else it says nothing, and reads nothing.
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const url = new URL(bucket.url)
  url.searchParams.set('endpoint', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
  app = await createTestApp({ env: { STORAGE_URL: url.href } })
  owner = await app.owner()
  job = await app.job(owner)
})
afterAll(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  await app?.close()
  await bucket?.close()
})

const isForm = (view: WidgetView | undefined, name: string): boolean =>
  view?.step === 'apply' && view.values.firstName === name && view.errors.cvFile !== undefined

test('a bucket in five moods keeps the form and stores nothing half', async () => {
  const random = seeded(seed)
  const unwell: Mood[] = ['hangs up', 'answers 500', 'cuts the upload', 'is slow', 'says nothing']
  const sent = new Map<string, Awaited<ReturnType<typeof insertProofs>>[number]>()
  const acknowledged = new Set<string>()
  const failures: string[] = []
  const times = rounds(1, 20)
  let promised = 0
  let faults = 0
  for (let round = 0; round < times; round++) {
    for (const each of unwell) {
      const emails = Array.from(
        { length: 3 },
        (_, at) => `${round}-${at}-${each.replaceAll(' ', '')}@example.com`,
      )
      const applications = await insertProofs(app.deps, job, emails, random)
      for (const application of applications) sent.set(application.email, application)
      mood = each
      faults += 1
      const [jobs, ...answers] = await Promise.all([
        app.visitor().fetch('/embed'),
        ...applications.map((application) => submit(app.url, application)),
      ])
      if (jobs.status !== 200) failures.push(`${each}: the list of jobs ${jobs.status}`)
      mood = 'well'
      for (const [at, answered] of answers.entries()) {
        const application = applications[at]!
        if (answered?.status === 200) {
          acknowledged.add(application.email)
          continue
        }
        if (answered?.status === 503 && answered.retryAfter !== null) promised += 1
        else failures.push(`${each}: ${answered?.status}`)
        if (!isForm(answered?.view, 'Grace')) failures.push(`${each}: the form is gone`)
        const again = await submit(app.url, application)
        if (again?.status === 200) acknowledged.add(application.email)
        else failures.push(`${each}, and well again: ${again?.status}`)
      }
    }
  }
  expect(failures).toEqual([])
  app.clock.move(2 * 3600)
  await sweepFiles(app.deps)
  app.clock.reset()
  record('R7 bucket in five moods', {
    faults,
    acknowledged: acknowledged.size,
    ...(await compare(app.deps, acknowledged, sent)),
    promised,
    failures: failures.length,
  })
})

test('a file that comes back changed is given to nobody', async () => {
  const [application] = await insertProofs(app.deps, job, ['changed@example.com'], seeded(seed))
  expect((await submit(app.url, application!))?.status).toBe(200)
  await app.cvsChecked()
  const { rows } = await app.deps.db.pool.query<{ id: string }>(
    `select id from applicants where email = 'changed@example.com'`,
  )
  const link = await owner.call<{ url: string }>(`/api/applicants/${rows[0]!.id}/cv-link`, {
    method: 'POST',
  })
  expect(link.status).toBe(200)
  altered = true
  const opened = await fetch(link.body.url)
  const content = await opened.arrayBuffer().catch(() => undefined)
  altered = false
  const isGiven = opened.status === 200 && content?.byteLength === application!.cv.length
  expect(isGiven).toBe(false)
  await makeTasksDue(app.deps, 'check-cv')
  const well = await fetch(link.body.url)
  expect(Buffer.from(await well.arrayBuffer()).equals(application!.cv)).toBe(true)
  record('R7 file that comes back changed', { faults: 1, failures: Number(isGiven) })
})
