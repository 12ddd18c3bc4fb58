// Unusual values at every address: numbers, filters, cursors and texts. An invalid one is refused in words, and never
// causes a server error.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { JobPage, JobPost } from '#domain/jobs/jobs.ts'
import type { MailTemplatesView } from '#domain/mails/mail-templates.ts'
import type { Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { cleanText } from '#domain/plain-text.ts'
import { accessMatrix } from '#test/access-matrix.ts'
import { openApp } from '#test/app.ts'
import { oddStrings } from '#test/input/odd-strings.ts'
import { countFor, everyFourth, taker, takerOfMany } from '#test/input/some-values.ts'
import { insertApplication } from '#test/rows.ts'

let applicantId: string
const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)

beforeAll(async () => {
  const shop = { organization: owner.organization, job }
  for (let at = 0; at < 51; at++) {
    const { id } = await insertApplication(app.deps.db.queries, shop, `p${at}@example.com`)
    applicantId = id
  }
})

/** Each of these tests asks some hundred times, also on a machine that does other things beside. */
const MANY_MS = 120_000

type Asked = { address: string; init?: RequestInit; what: string }
type Answered = Asked & { status: number; text: string }

/** Some at a time, as the owner. An answer that does not end is not read. */
async function askAll(asked: readonly Asked[]): Promise<Answered[]> {
  const waiting = [...asked]
  const answers: Answered[] = []
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      // A value that is taken there signs in as somebody else.
      const asker = next.address.endsWith('/sign-up') ? app.visitor() : owner
      const response = await asker.fetch(next.address, next.init)
      const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (isEndless) await response.body?.cancel()
      const text = isEndless ? '' : await response.text()
      answers.push({ ...next, status: response.status, text })
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return answers
}
const failures = (answers: readonly Answered[]) =>
  answers.filter(({ status }) => status >= 500).map(({ what, status }) => `${what}: ${status}`)
const someOddStrings = everyFourth(oddStrings)
/** So that no address was asked by somebody whose session had ended meanwhile. */
const expectSignedIn = async () => expect((await owner.call('/api/jobs')).status).toBe(200)
const short = (value: unknown) => JSON.stringify(value).slice(0, 60)

const json = (method: string, body: string): RequestInit => ({
  method,
  body,
  headers: { 'content-type': 'application/json' },
})

/** Written into JSON as they are: most of them are lost in a number of JavaScript. */
const numbers = [
  '-1',
  '0',
  '1.5',
  '-0',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '1e308',
  '1e400',
  '1e-400',
  '123456789012345678901234567890',
  '"NaN"',
  '"Infinity"',
  '"2147483648"',
  '""',
  '"0x10"',
  'null',
  'true',
  '[]',
  '{}',
  JSON.stringify('9'.repeat(10_000)),
]
const wrongWords = [
  'zzz',
  '-1',
  '0',
  '1.5',
  '2147483648',
  '9007199254740993',
  '1e308',
  'NaN',
  'Infinity',
  '\0',
  '0000-01-01',
  '2026-02-30',
  '275760-09-13',
  '+275760-09-13',
  '-000001-01-01',
  "'",
  '[]',
  '%',
  '00000000-0000-0000-0000-000000000000',
  'gggggggg-gggg-gggg-gggg-gggggggggggg',
  '👍',
  '..',
  '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a0',
  '9'.repeat(2000),
]

type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
}

/** Where a body holds a number, as paths of names. */
function numericPlaces(schema: JsonSchema, place: string[] = []): string[][] {
  const more = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
  return [
    ...([schema.type].flat().some((type) => type === 'number' || type === 'integer')
      ? [place]
      : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((each) =>
      numericPlaces(each, place),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
      numericPlaces(each, [...place, name]),
    ),
    ...(Object.keys(more).length > 0 ? numericPlaces(more, [...place, 'any']) : []),
  ]
}

/** What a body looks like by the access matrix, with `hole` at one place of it. */
function bodyWith(route: string, place: readonly string[], hole: string): string {
  const body: Record<string, unknown> = { ...accessMatrix[route]?.body }
  for (const [name, value] of Object.entries(body)) {
    if (typeof value === 'string') body[name] = value.replace(/^\$\w+/, randomUUID().slice(0, 8))
  }
  let at = body
  for (const name of place.slice(0, -1)) at = at[name] = { ...(at[name] as object) } as typeof body
  at[place.at(-1) ?? ''] = '$hole'
  return JSON.stringify(body).replace('"$hole"', hole)
}

const table: Readonly<Record<string, Contract>> = contracts
const queryNames = (route: string) => Object.keys(table[route]?.query?.shape ?? {})

const pathOf = (path: string, ids: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? randomUUID()))

describe('numbers', { timeout: MANY_MS }, () => {
  // shows: V1.4.2, V2.2.1
  test('in every body that has one are refused or taken, of objects that are there and not', async () => {
    const asked: Asked[] = []
    const places: string[] = []
    const take = takerOfMany(numbers, 6)
    for (const [route, { body }] of Object.entries(table)) {
      if (!body) continue
      const [method = '', path = ''] = route.split(' ')
      const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      for (const place of numericPlaces(schema)) {
        places.push(`${route} ${place.join('.')}`)
        const addresses = new Set([pathOf(path, { jobId: job.id }), pathOf(path, {})])
        for (const address of addresses) {
          for (const number of new Set(['2147483648', ...take()])) {
            const init = json(method, bodyWith(route, place, number))
            asked.push({
              address,
              init,
              what: `${route} ${place.join('.')} = ${number.slice(0, 40)}`,
            })
          }
        }
      }
    }
    expect(places).toEqual(
      expect.arrayContaining([
        'PATCH /api/jobs/:jobId revision',
        'PUT /api/jobs/:jobId/texts/:language revision',
        'POST /api/applications experienceYears',
        'POST /api/incidents/:incidentId/breach/send people',
        'POST /api/retention/confirm applicants',
        'POST /api/rpc/create_security_incident p_affected_users',
        'POST /api/rpc/log_audit_event p_details.any',
      ]),
    )
    const answers = await askAll(asked)
    expect(failures(answers)).toEqual([])
    const revisions = answers.filter(({ what }) => what.includes('revision = 2147483648'))
    expect(revisions.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  })

  test('and anything else in paths, parameters and headers are no failure', async () => {
    const asked: Asked[] = []
    const take = taker(wrongWords)
    const routes = new Set(
      app.routes
        .filter(({ method, path }) => method !== 'ALL' && !/[*{]/.test(path))
        .map(({ method, path }) => `${method} ${path}`),
    )
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      if (path.includes(':')) {
        for (const word of take(2)) {
          const address = path.replace(/:\w+/g, encodeURIComponent(word))
          asked.push({ address, init: { method }, what: `${method} ${address.slice(0, 80)}` })
        }
      }
      for (const name of queryNames(route)) {
        for (const word of take(6)) {
          const address = `${pathOf(path, {})}?${new URLSearchParams({ [name]: word })}`
          asked.push({ address, init: { method }, what: `${route} ${name}=${short(word)}` })
        }
      }
    }
    for (const word of wrongWords) {
      const headers = { 'last-event-id': encodeURIComponent(word) }
      asked.push({ address: '/api/live', init: { headers }, what: `Last-Event-ID ${short(word)}` })
      const page = new URLSearchParams({
        page: word,
        per_page: word,
        grant_type: word,
        scope: word,
      })
      asked.push({ address: `/auth/v1/admin/users?${page}`, what: `page=${short(word)}` })
      asked.push({ address: `/auth/v1/token?${page}`, init: json('POST', '{}'), what: 'token' })
      asked.push({ address: `/auth/v1/logout?${page}`, init: json('POST', '{}'), what: 'logout' })
      const options = new URLSearchParams({
        org: word,
        shop: word,
        roleId: word,
        step: word,
        q: word,
      })
      for (const page of ['/embed', '/application']) {
        asked.push({
          address: `${page}?${options}&token=${options.get('q')}`,
          what: `${page} ${short(word)}`,
        })
      }
    }
    expect(asked.length).toBeGreaterThan(400)
    expect(failures(await askAll(asked))).toEqual([])
    await expectSignedIn()
  })
})

describe('filters that cannot be read', () => {
  const unreadable: Record<string, Record<string, string[]>> = {
    '/api/applicants': {
      tab: ['zzz', 'Applied'],
      position: ['zzz', '1'],
      customer: ['maybe'],
      contact: ['zzz'],
      star: ['zzz'],
      withdrawn: ['zzz'],
      tag: ['x'.repeat(31), 'a,b'],
      source: ['x'.repeat(41), '<b>'],
      q: ['x'.repeat(201)],
      sort: ['zzz', '--name'],
    },
    '/api/applicants/counts': {
      position: ['zzz'],
      customer: ['zzz'],
      contact: ['zzz'],
      star: ['zzz'],
      withdrawn: ['zzz'],
      tag: ['x'.repeat(31)],
      source: ['x'.repeat(41)],
      q: ['x'.repeat(201)],
      exact: ['x'],
    },
    '/api/applicants/export.csv': {
      tab: ['zzz'],
      position: ['zzz'],
      customer: ['zzz'],
      star: ['zzz'],
    },
    '/api/applicants/export.zip': { tab: ['zzz'], contact: ['zzz'], tag: ['a,b'] },
    '/api/jobs': { sort: ['zzz'], q: ['x'.repeat(201)] },
    '/api/incidents': { itab: ['zzz'] },
    '/api/rights/requests': { state: ['zzz'] },
    '/api/overview/funnel': { period: ['31'], position: ['zzz'] },
    '/api/overview/sources': { period: ['31'], position: ['zzz'] },
    '/api/audit': {
      person: ['zzz', '3f0c2b52'],
      from: ['soon', '2026-02-30', '0000-01-01'],
      to: ['soon'],
      action: ['x'.repeat(121)],
      resource: ['x'.repeat(121)],
    },
    '/api/audit/export.csv': { person: ['zzz'], from: ['soon'], to: ['1e5'] },
  }

  test('are refused by their name, and an empty one is none', async () => {
    for (const [address, parameters] of Object.entries(unreadable)) {
      for (const [name, values] of Object.entries(parameters)) {
        for (const value of values) {
          const query = new URLSearchParams({ [name]: value })
          const { status, body } = await owner.call<{ error: { fields: object } }>(
            `${address}?${query}`,
          )
          expect([address, name, status]).toEqual([address, name, 400])
          expect(Object.keys(body.error.fields)).toEqual([name])
        }
        if (address.endsWith('.zip')) continue
        expect((await owner.call(`${address}?${name}=`)).status, `${address} ${name}`).toBe(200)
      }
    }
  })

  test('every parameter that the description names is one of them, or stands here with a reason', () => {
    const others: Record<string, string> = {
      checked: 'only with a session token of the platform',
      customer: 'only with a session token of the platform',
      job: 'only with a session token of the platform',
      segment: 'only with a session token of the platform',
      cursor: 'one that is not ours begins at the beginning',
      after: 'one that never was is answered by `reset`',
      expires: 'signed',
      lang: 'one that is not ours is none, as on each page',
      shop: 'what names no shop has no page in an admin',
      signature: 'signed',
      size: 'of a poster: refused by its own test',
      token: 'signed: what it does not open says so on its page',
    }
    const missing = Object.keys(table).flatMap((route) =>
      queryNames(route)
        .filter((name) => !unreadable[route.replace('GET ', '')]?.[name] && !others[name])
        .filter((name) => !/export/.test(route) || !unreadable['/api/applicants']?.[name])
        .filter((name) => !/export/.test(route) || !unreadable['/api/audit']?.[name])
        .map((name) => `${route} ${name}`),
    )
    expect(missing).toEqual([])
  })

  test('a stranger and somebody who may not read hear that first', async () => {
    expect((await app.visitor().call('/api/audit?person=zzz')).status).toBe(401)
    expect((await app.visitor().call('/api/applicants?tab=zzz')).status).toBe(401)
  })
})

describe('cursors', { timeout: MANY_MS }, () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const ids = ['zzz', '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01', "'", '\0']
  const times = [
    '0000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '+275760-09-13T00:00:00Z',
    '\0',
    '2026-02-30T00:00:00Z',
    '2026-01-01T00:00:00.123456789012345678901234567890Z',
    'infinity',
    '99999999999999',
    '-1',
    '1e308',
    '999999999999999999',
  ]

  test('that were altered, or name no day, begin at the beginning', async () => {
    const { body } = await owner.call<ApplicantPage>('/api/applicants')
    const whole = body.next_cursor ?? ''
    expect(whole).not.toBe('')
    const asked: Asked[] = []
    const ask = (address: string, cursor: string) =>
      asked.push({
        address: `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ cursor })}`,
        what: `${address} ${short(cursor)} ${short(Buffer.from(cursor, 'base64url').toString())}`,
      })
    for (let at = 0; at < whole.length; at += 7) {
      ask('/api/applicants', whole.slice(0, at))
      ask('/api/applicants', `${whole.slice(0, at)}_${whole.slice(at + 1)}`)
    }
    for (const [time, id] of [
      ...times.map((time) => [time, ids[1]] as const),
      ...ids.map((id) => ['2026-01-01T00:00:00Z', id] as const),
    ]) {
      const list = '/api/applicants?tab=all&q=a&sort='
      ask(`${list}-applied`, encode(['-applied', time, id]))
      ask(`${list}name`, encode(['name', time, id]))
      ask(`${list}position`, encode(['position', 'a', time, id]))
      ask(`${list}status`, encode(['status', '1', time, id]))
      ask(`${list}match`, encode(['match', time, time, id]))
      ask(`${list}name`, encode(['name', [time], id]))
      for (const sort of ['-created', 'title']) {
        ask(`/api/jobs?sort=${sort}`, encode([sort, time, id]))
      }
      ask('/api/incidents', encode(['-created', time, id]))
      ask('/api/audit', encode(['-id', time]))
    }
    const answers = await askAll(asked)
    expect(failures(answers)).toEqual([])
    // A NUL is no part of an address at all.
    expect(answers.filter(({ status }) => ![200, 400].includes(status))).toEqual([])
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(100)
  })
})

describe('odd texts', { timeout: MANY_MS }, () => {
  const kept = cleanText

  test('in a search or a filter find something, nothing, or are refused', async () => {
    // What the search itself makes of each of them, src/data/applicants/applicant-search.test.ts asks.
    const take = taker([
      '/api/applicants?tab=all&q=',
      '/api/jobs?q=',
      '/api/applicants/counts?q=',
      '/api/audit?action=',
      '/api/audit?resource=',
      '/api/applicants/export.csv?q=',
    ])
    const asked = [...oddStrings, ...Array.from({ length: 6 }, () => '-'.repeat(60))].flatMap(
      (text) =>
        take(1).map((address) => ({
          // A line of HTTP has an end of its own.
          address: address + encodeURIComponent(text.toWellFormed().slice(0, 1000)),
          what: `${address}${short(text)}`,
        })),
    )
    const answers = await askAll(asked)
    expect(answers.filter(({ status }) => ![200, 400].includes(status))).toEqual([])
    const dashes = answers.filter(({ what }) => what.includes(`"${'-'.repeat(50)}`))
    expect(dashes.filter(({ status }) => status === 200).length).toBeGreaterThan(5)
    const selection = oddStrings
      .filter((_, at) => at % 6 === 0)
      .map((q) => ({
        address: '/api/applicants/contacted',
        init: json('POST', JSON.stringify({ contacted: true, filter: { tab: 'all', q: `-${q}` } })),
        what: short(q),
      }))
    expect(failures(await askAll(selection))).toEqual([])
  })

  test('in a job post are kept as they are, or refused', async () => {
    const { body: fresh } = await owner.call<JobPost>('/api/jobs', {
      body: { title: 'Odd', description: 'Odd' },
    })
    let keptCount = 0
    for (const text of someOddStrings) {
      const values = { title: text, description: text, requirements: text, location: text }
      const { status, body } = await owner.call<JobPost>(`/api/jobs/${fresh.id}`, {
        method: 'PATCH',
        body: values,
      })
      expect([short(text), [200, 400].includes(status)]).toEqual([short(text), true])
      if (status !== 200) continue
      keptCount++
      expect(body.title).toBe(kept(text).trim())
      expect(body.requirements).toBe(kept(text).trim())
    }
    expect(keptCount).toBeGreaterThan(someOddStrings.length / 2)
    const widget = await app.visitor().fetch(`/embed?org=${owner.organization.id}`)
    expect(widget.status).toBe(200)
    expect((await owner.call<JobPage>('/api/jobs')).status).toBe(200)
  })

  test('in the text of a mail are shown as they are, or refused by their field', async () => {
    for (const [at, text] of someOddStrings.entries()) {
      const body = { subject: text.slice(0, 100), body: text }
      // One in three is saved as well.
      if (at % 3 > 0) {
        expect([200, 400]).toContain(
          (await owner.call('/api/mail-templates/preview', { body })).status,
        )
        continue
      }
      const saved = await owner.call<MailTemplatesView>('/api/mail-templates/rejected', {
        method: 'PUT',
        body,
      })
      const preview = await owner.call('/api/mail-templates/preview', { body })
      expect([short(text), preview.status]).toEqual([short(text), saved.status])
      expect([200, 400]).toContain(saved.status)
      if (saved.status !== 200) continue
      const rejected = saved.body.templates.find(({ status }) => status === 'rejected')
      expect(rejected?.body).toBe(kept(text).replace(/\r\n?/g, '\n').trim())
    }
    const { status } = await owner.call('/api/mail-templates/preview', {
      body: { subject: 'x', body: '{constructor} {toString}' },
    })
    expect(status).toBe(400)
  })

  test('in an application are kept as they are, or refused by their field', async () => {
    const added = await askAll(
      oddStrings.map((body) => ({
        address: `/api/applicants/${applicantId}/notes`,
        init: json('POST', JSON.stringify({ body })),
        what: short(body),
      })),
    )
    expect(added.filter(({ status }) => ![201, 400].includes(status))).toEqual([])
    const { body: profile } = await owner.call<ApplicantProfile>(`/api/applicants/${applicantId}`)
    const bodies = new Set(profile.notes.map(({ body }) => body))
    expect(bodies.size).toBeGreaterThan(100)
    for (const { status, what, init } of added) {
      if (status !== 201) continue
      const { body } = JSON.parse(init?.body as string) as { body: string }
      expect([what, bodies.has(kept(body).replace(/\r\n?/g, '\n').trim())]).toEqual([what, true])
    }
    // Names and answers come by the form, whose proof takes its time: many texts in one.
    const texts = oddStrings.filter((text) => text.trim() && text.length <= 200)
    const token = await app.grant('form@example.com', job)
    const coverLetter = texts.join(' ').slice(0, 3900)
    const { status, body } = await app.visitor().call<{ id: string }>('/api/applications', {
      body: {
        token,
        firstName: texts.join('').slice(0, 60),
        lastName: '{constructor}',
        coverLetter,
      },
    })
    expect(status).toBe(201)
    const { body: read } = await owner.call<ApplicantProfile>(`/api/applicants/${body.id}`)
    expect(read.applicant.cover_letter).toBe(kept(coverLetter).replace(/\r\n?/g, '\n').trim())
  })

  test('as values of every field of every body are no failure', async () => {
    const values = [
      '{constructor}',
      '__proto__',
      '-'.repeat(200),
      '👍'.repeat(3000),
      '\u202e\0',
      "'",
      '\ud800',
      null,
      [],
      {},
      [[]],
      0,
      -1,
      true,
      ['a', null],
      { a: { b: [] } },
      { $ref: '#' },
      JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":{}}}') as unknown,
    ]
    const asked: Asked[] = []
    const take = taker(values)
    for (const [route, { body }] of Object.entries(table)) {
      // These end what the others are asked with.
      if (!body || /close|sign-out|leave|reset-password|members/.test(route)) continue
      const [method = '', path = ''] = route.split(' ')
      const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
      const shapes = [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
      const names = new Set(shapes.flatMap((each) => Object.keys(each.properties ?? {})))
      const address = pathOf(path, { jobId: job.id, applicantId })
      const ask = (text: string, what: string) =>
        asked.push({ address, init: json(method, text), what: `${route} ${what}` })
      for (const value of take(countFor(3, 1))) {
        const all = JSON.stringify(Object.fromEntries([...names].map((name) => [name, value])))
        ask(all, short(value))
        ask(JSON.stringify(value), `whole ${short(value)}`)
      }
      for (const name of names) {
        for (const value of take(1)) {
          ask(bodyWith(route, [name], JSON.stringify(value)), `${name} = ${short(value)}`)
        }
      }
      const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
      if (route.includes('/rpc/')) ask(deep, 'deep')
    }
    expect(failures(await askAll(asked))).toEqual([])
    await expectSignedIn()
  })
})
