// The whole product on a free port, with real parts: its own database, files on disk, the local mailbox.
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, inject } from 'vitest'
import { readConfig } from '#config'
import type { Database } from '#data/database.ts'
import { deleteAllUses } from '#data/rate-limits.ts'
import type { JobInput, JobPost } from '#domain/jobs/jobs.ts'
import { addressMailUses } from '#domain/limits.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { Deps } from '#features/deps.ts'
import type { PasswordHashing } from '#gateways/accounts/auth-library.ts'
import type { Clock } from '#gateways/clock.ts'
import type { StoreTimes } from '#gateways/store/shopify.ts'
import { createLog } from '#gateways/log.ts'
import { createHttpServer } from '#http/server/http-server.ts'
import { openStorehand, type OpenOptions, type Storehand } from '../src/open.ts'
import { answerFault } from './answers.ts'
import { oneEngine, openTestDatabase, type Engine } from './databases/engines.ts'
import { watchLog } from './log-canaries.ts'
import { quickHashing } from './quick-hashing.ts'
import { sendMails, workDue } from './work.ts'

/** The real clock plus an offset that tests can move. Sessions and the database use the real clock. */
export function movableClock(): Clock & {
  move(seconds: number): void
  /** As if the machine's clock were wrong by this much. */
  drift(seconds: number): void
  reset(): void
} {
  let moved = 0
  let drifted = 0
  return {
    now: () => new Date(Date.now() + (moved + drifted) * 1000),
    machine: () => new Date(Date.now() + drifted * 1000),
    move: (seconds) => (moved += seconds),
    drift: (seconds) => (drifted += seconds),
    reset: () => (moved = drifted = 0),
  }
}

type Call = { method?: string; body?: unknown; headers?: Record<string, string> }

/** A person with a session cookie, or none; sends requests like a browser on our own pages. */
export class Visitor {
  readonly base: string
  /** Of the pages that these requests come from. */
  readonly origin: string
  cookie = ''
  constructor(base: string, origin = base) {
    this.base = base
    this.origin = origin
  }

  async fetch(address: string, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(new URL(address, this.base), {
      redirect: 'manual',
      ...init,
      headers: {
        origin: this.origin,
        ...(this.cookie && { cookie: this.cookie }),
        ...(init.headers as Record<string, string> | undefined),
      },
    })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    return response
  }

  #keep(cookie: string) {
    const [pair = ''] = cookie.split(';')
    const [name = ''] = pair.split('=')
    const others = this.cookie.split('; ').filter((known) => known && !known.startsWith(`${name}=`))
    const isGone = /max-age=0/i.test(cookie)
    this.cookie = [...others, ...(isGone ? [] : [pair])].join('; ')
  }

  /** Sends and reads JSON; `body` is undefined when the response has none. */
  async call<Body = unknown>(
    address: string,
    { method, body, headers }: Call = {},
  ): Promise<{ status: number; body: Body; headers: Headers }> {
    const response = await this.fetch(address, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    const text = await response.text()
    return {
      status: response.status,
      // The type is asserted by the test, which checks the values.
      body: (text && response.headers.get('content-type')?.includes('json')
        ? JSON.parse(text)
        : text) as Body,
      headers: response.headers,
    }
  }

  form(address: string, fields: Record<string, string | Blob | File>): Promise<Response> {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    return this.fetch(address, { method: 'POST', body: data })
  }
}

export type Member = Visitor & { email: string; userId: string; organization: Organization }

export type TestApp = {
  url: string
  deps: Deps
  clock: ReturnType<typeof movableClock>
  dataDir: string
  /** The routes of the router. */
  routes: { method: string; path: string }[]
  visitor(): Visitor
  /** Signed up, without an organization. */
  person(email?: string): Promise<Member>
  /** As if they had followed a mail: their address counts as verified. */
  confirm(person: { userId: string }): Promise<void>
  /** Signed up, owner of a new organization. */
  owner(organizationName?: string): Promise<Member>
  /** Signed up and approved as staff of the owner's organization. */
  staff(owner: Member): Promise<Member>
  job(owner: Member, values?: Partial<JobInput>): Promise<JobPost>
  /** The newest mail to an address, with this subject if given, after everything due was sent. */
  mailTo(
    email: string,
    subject?: RegExp,
  ): Promise<{ subject: string; text: string; html: string; code: string; token: string }>
  /** Requests the mail in a widget with these options and enters its code; returns the grant of the form. */
  grant(
    email: string,
    job: Pick<JobPost, 'id'>,
    options?: { shop?: string; org?: string },
  ): Promise<string>
  /** Resolves when every uploaded CV has been checked. */
  cvsChecked(): Promise<void>
  close(): Promise<void>
}

export type TestAppOptions = {
  engine?: Engine
  env?: Record<string, string>
  /** The public URL of the app; its own URL by default. */
  appUrl?: string
  /** The host name of this machine in its URL. */
  host?: 'localhost' | '127.0.0.1'
  /** Timeouts for requests to a store. */
  storeTimes?: Partial<StoreTimes>
  /** Is called with each line of the log, for tests that read it. */
  onLog?: (line: string) => void
  /** The hashing of passwords; fast by default. */
  hashing?: PasswordHashing | 'production'
  /**
   * What its worker runs by itself. By default nothing in the project `unit`, where `test/work.ts` runs what a test waits for,
   * and in the others all but scheduled work.
   */
  work?: OpenOptions['work']
  /** The database of another test app, which closes it: two processes on one database. */
  database?: Database
}

/** All processes on one database share the secret: each may send what another queued. */
const secrets = new WeakMap<Database, string>()
function secretOf(database: Database): string {
  const secret = secrets.get(database) ?? randomBytes(32).toString('hex')
  secrets.set(database, secret)
  return secret
}

/** For all tests of a file, which awaits it outside of them; closed after the last one. */
export async function openApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = await createTestApp(options)
  afterAll(() => app.close())
  return app
}

export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'storehand-test-'))
  const database =
    options.database ?? (await openTestDatabase(options.engine ?? oneEngine[0] ?? 'postgres'))
  const { hashing = quickHashing } = options
  const clock = movableClock()
  let storehand: Storehand | undefined
  const config = readConfig({
    DATA_DIR: dataDir,
    NODE_ENV: 'test',
    SECRET_KEY: secretOf(database),
    ...options.env,
  })
  const faults: string[] = []
  const written = watchLog()
  const server = createHttpServer({
    async fetch(request, env) {
      const response = await storehand?.app.fetch(request, env)
      if (!response) return new Response(null, { status: 503 })
      const { pathname: path } = new URL(request.url)
      const fault = await answerFault({ method: request.method, path }, response)
      if (fault) faults.push(`not as its contract says: ${fault}`)
      return response
    },
    trustedProxies: config.trustedProxies,
    isPublic: config.isPublic,
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://${options.host ?? '127.0.0.1'}:${(server.address() as AddressInfo).port}`
  storehand = await openStorehand(config, {
    appUrl: options.appUrl ?? url,
    clock,
    database,
    work: options.work ?? inject('work'),
    ...(hashing !== 'production' && { hashing }),
    ...(options.storeTimes && { storeTimes: options.storeTimes }),
    log: createLog('trace', {
      write(line) {
        written.lines.push(line)
        options.onLog?.(line)
      },
    }),
  })
  const { deps } = storehand
  const visitor = () => new Visitor(url, new URL(deps.appUrl).origin)

  const app: TestApp = {
    url,
    deps,
    clock,
    dataDir,
    routes: storehand.app.routes,
    visitor,
    async person(email = `person-${randomUUID().slice(0, 8)}@staff.example`) {
      const person = visitor() as Member
      const { status, body } = await person.call<{ user_id: string }>('/api/accounts/sign-up', {
        body: { email, password: 'correct horse', first_name: 'Ana', last_name: 'Silva' },
      })
      if (status !== 201) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`)
      return Object.assign(person, { email, userId: body.user_id })
    },
    async confirm({ userId }) {
      await deps.db.pool.query('update users set email_verified = true where id = $1', [userId])
    },
    async owner(organizationName = 'Tiny Tea Shop') {
      const owner = await app.person()
      const { body } = await owner.call<Organization>('/api/organizations', {
        body: { name: organizationName },
      })
      return Object.assign(owner, { organization: body })
    },
    async staff(owner) {
      const person = await app.person()
      await deps.db.pool.query(
        'update profiles set organization_id = $1, is_approved = true where id = $2',
        [owner.organization.id, person.userId],
      )
      return Object.assign(person, { organization: owner.organization })
    },
    async job(owner, values = {}) {
      const { status, body } = await owner.call<JobPost>('/api/jobs', {
        body: {
          title: 'Weekend Sales Assistant',
          description: 'You look after the shop floor on Saturdays and Sundays.',
          requirements: 'Greet and advise customers\nKeep the shop floor in order',
          location: 'Leeds',
          ...values,
        },
      })
      if (status !== 201) throw new Error(`create job answered ${status}: ${JSON.stringify(body)}`)
      return body
    },
    async mailTo(email, subject) {
      await sendMails(deps)
      // In the order in which they were queued: several are sent at the same time and arrive in any order.
      const { rows } = await deps.db.pool.query<{ subject: string; text: string; html: string }>(
        `select subject, text, html from local_mailbox join mail_outbox using (id)
         where local_mailbox.recipient = $1 order by mail_outbox.created_at desc, local_mailbox.sent_at desc`,
        [email],
      )
      const mail = rows.find((each) => !subject || subject.test(each.subject))
      if (!mail) throw new Error(`no mail to ${email}`)
      return {
        ...mail,
        code: /\b(\d{3}) (\d{3})\b/.exec(mail.subject)?.slice(1).join('') ?? '',
        token: /[?&]token=([\w-]+)/.exec(mail.text)?.[1] ?? '',
      }
    },
    async grant(email, job, options) {
      // Tests do not wait for the minute between two mails to one address.
      await deleteAllUses(deps.db.queries, addressMailUses(email))
      const applicant = visitor()
      const json = { accept: 'application/json' }
      const body = new URLSearchParams({ roleId: job.id, consent: 'yes', email })
      const sent = await applicant.fetch(
        `/embed?${new URLSearchParams({ ...options, step: 'email', roleId: job.id })}`,
        {
          method: 'POST',
          body,
          headers: json,
        },
      )
      const { view } = (await sent.json()) as { view: { verification: string } }
      const { code } = await app.mailTo(email, /^Your code/)
      const verified = await applicant.fetch(`/embed?step=sent&roleId=${job.id}`, {
        method: 'POST',
        body: new URLSearchParams({ v: view.verification, code }),
        headers: json,
      })
      return ((await verified.json()) as { view: { token: string } }).view.token
    },
    async cvsChecked() {
      await workDue(deps, 'check-cv')
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await storehand?.close()
      faults.push(...written.faults())
      if (!options.database) await database.close()
      await rm(dataDir, { recursive: true, force: true })
      if (faults.length > 0) throw new Error(faults.join('\n'))
    },
  }
  return app
}
