// The measured server, alone in its process: a bare one, or the product on either engine.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Session } from 'node:inspector/promises'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { createAdaptorServer } from '@hono/node-server'
import pg from 'pg'
import { readConfig } from '#config'
import { listTaskDelays } from '#data/tasks/tasks.ts'
import { openStorehand, type Storehand } from '../src/open.ts'
import { insertGrants, openShop } from './shop.ts'
import { openStaff, publishEvent } from './staff.ts'
import type { CpuProfile } from './report/hot-functions.ts'
import type { Cpu, Page, Question, Questions } from './million/questions.ts'

let storehand: Storehand | undefined
const profiler = new Session()
let answering = 0

const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Adds up the cost of a POST until its answer is sent, without the work afterwards. */
function countAnswering(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'POST') return
  const began = cpuMs()
  response.once('finish', () => (answering += cpuMs() - began))
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function serveBare({ headers, body }: Page): Promise<{ url: string }> {
  const server = createServer((_, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  return { url: await listen(server) }
}

/** Stores each POST as one row, and answers everything else with the newest applicants. */
async function serveFloor({
  databaseUrl,
  organizationId,
}: Questions['serveFloor']['input']): Promise<{ url: string }> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 5 })
  await pool.query('create table bench_floor (id uuid default gen_random_uuid(), body bytea)')
  const newest = `select id, email, job_post_id, role_id, role_title, first_name, last_name, is_existing_customer,
    status, contacted, cv_url is not null as has_cv, created_at
    from applicants where organization_id = $1 order by created_at desc, id desc limit 50`
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === 'POST') {
      const body = await buffer(request)
      await pool.query({
        name: 'keep',
        text: 'insert into bench_floor (body) values ($1)',
        values: [body],
      })
      response.writeHead(303, { location: '/' }).end()
      return
    }
    const { rows } = await pool.query({ name: 'newest', text: newest, values: [organizationId] })
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows))
  }
  const server = createServer((request, response) => {
    countAnswering(request, response)
    respond(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  return { url: await listen(server) }
}

async function serve({
  dataDir,
  databaseUrl,
}: Questions['serve']['input']): Promise<Questions['serve']['answer']> {
  const server = createAdaptorServer({
    fetch: (request, env) =>
      storehand?.app.fetch(request, env) ?? new Response(null, { status: 503 }),
  }) as Server
  server.prependListener('request', countAnswering)
  const url = await listen(server)
  const config = readConfig({
    ...process.env,
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: 'warn',
    // Each application comes from another network (application-form.ts), because one network may send thirty an hour.
    TRUSTED_PROXIES: '1',
    // The measurement sends more than an organization may read in a minute (12,000).
    READS_PER_MINUTE_PER_ORGANIZATION: '1000000',
  })
  storehand = await openStorehand(config, { appUrl: url, work: 'queued' })
  return { url }
}

async function serveShop({
  applicants,
  ...place
}: Questions['serveShop']['input']): Promise<Questions['serveShop']['answer']> {
  const { url } = await serve(place)
  return { url, ...(await openShop(requireStorehand().deps, applicants)) }
}

async function rest(): Promise<undefined> {
  const { db } = requireStorehand().deps
  while ((await listTaskDelays(db.queries, ['read-cv'], 0)).size > 0) {
    await setTimeout(50)
  }
}

function requireStorehand(): Storehand {
  if (!storehand) throw new Error('No shop is open')
  return storehand
}

async function stopProfile(): Promise<CpuProfile> {
  const { profile } = await profiler.post('Profiler.stop')
  return profile
}

async function startProfile(): Promise<undefined> {
  profiler.connect()
  await profiler.post('Profiler.enable')
  await profiler.post('Profiler.setSamplingInterval', { interval: 200 })
  await profiler.post('Profiler.start')
}

function answer(question: Question): unknown {
  switch (question.name) {
    case 'serveBare':
      return serveBare(question.input)
    case 'serveFloor':
      return serveFloor(question.input)
    case 'serve':
      return serve(question.input)
    case 'serveShop':
      return serveShop(question.input)
    case 'openShop':
      return openShop(requireStorehand().deps, question.input.applicants ?? 0, question.input.slug)
    case 'openStaff':
      return openStaff(requireStorehand().deps, question.input)
    case 'publish':
      return publishEvent(requireStorehand().deps, question.input.organizationId)
    case 'memory':
      return process.memoryUsage().rss
    case 'grant':
      return insertGrants(requireStorehand().deps, question.input.count)
    case 'rest':
      return rest()
    case 'cpu':
      return { total: cpuMs(), answering } satisfies Cpu
    case 'startProfile':
      return startProfile()
    case 'stopProfile':
      return stopProfile()
  }
}

process.on('message', (question: Question) => {
  Promise.resolve()
    .then(() => answer(question))
    .then(
      (value) => process.send?.({ id: question.id, answer: value }),
      (error: unknown) => process.send?.({ id: question.id, error: String(error) }),
    )
})

process.once('disconnect', () => {
  void (storehand?.close() ?? Promise.resolve()).finally(() => process.exit(0))
})
