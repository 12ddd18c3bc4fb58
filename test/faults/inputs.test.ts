// Every address with values made from its own contract: no failure of ours, nothing of another organization, and no script.
import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Contract } from '#domain/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { incidentInput } from '#domain/incidents/incidents.ts'
import { insertIncident } from '#data/incidents/incidents.ts'
import { openApp, type Member } from '../app.ts'
import { insertApplication } from '../rows.ts'
import { isLong, rounds, seed } from './extent.ts'
import { inputsOf, wordsOf, type JsonSchema, type KnownIds } from './input-values.ts'
import { record } from './record.ts'

/** The same in every run, so that what was mended stays mended; the other seed is new each time. */
const FIXED_SEED = 20_261_123
const table: Readonly<Record<string, Contract>> = contracts

let owner: Member
/** By the name that stands for them in a path or a body. */
let ids: Record<string, string[]>

const schemaOf = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema

async function idsOf(member: Member): Promise<Record<string, string>> {
  const db = app.deps.db.queries
  const job = await app.job(member)
  const shop = { organization: member.organization, job }
  const email = `known-${randomBytes(4).toString('hex')}@example.com`
  const applicant = await insertApplication(db, shop, email)
  const staff = await app.staff(member)
  const input = incidentInput.parse({})
  const incident = await insertIncident(db, member.organization.id, input)
  return {
    jobId: job.id,
    roleId: job.id,
    applicantId: applicant.id,
    applicant_id: applicant.id,
    memberId: staff.userId,
    user_id: staff.userId,
    incidentId: incident.id,
    p_incident_id: incident.id,
    email,
    organization_id: member.organization.id,
  }
}

/** A new owner: some addresses end the session, the membership or the account of the one who asks. */
async function renewOwner(): Promise<void> {
  owner = await app.owner()
  const own = await idsOf(owner)
  for (const [name, id] of Object.entries(own)) ids[name] = [id, ...(ids[name] ?? []).slice(-1)]
}

const app = await openApp({ work: 'none' })
const other = await app.owner('Other Shop')

beforeAll(async () => {
  const foreign = await idsOf(other)
  ids = Object.fromEntries(Object.entries(foreign).map(([name, id]) => [name, [id]]))
  await renewOwner()
})

const knownIds: KnownIds = (name) => {
  const alike = name === 'id' || name === 'ids' ? 'applicantId' : name
  return ids[alike] ?? []
}

/** All rows of the other organization, as one number. */
async function fingerprint(): Promise<string> {
  const { pool } = app.deps.db
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'organization_id' and table_schema = 'public' order by 1`,
  )
  const prints: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ print: string | null }>(
      `select md5(string_agg(row::text, ',' order by row::text)) as print from ${name} as row where organization_id = $1`,
      [other.organization.id],
    )
    prints.push(`${name} ${rows[0]?.print}`)
  }
  const { rows } = await pool.query<{ print: string }>(
    'select md5(row::text) as print from users as row where id = $1',
    [other.userId],
  )
  return [...prints, rows[0]?.print].join('\n')
}

/** What limits count would soon refuse everything else. */
const forgetUses = () => app.deps.db.pool.query('delete from usage_times')

type Asked = {
  path: string
  init: { method: string; headers: Record<string, string>; body?: string }
}

function requestsOf(route: string, contract: Contract): fc.Arbitrary<Asked> {
  const [method = '', path = ''] = route.split(' ')
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const parts = fc.tuple(...names.map((name) => wordsOf(knownIds(name))))
  const queryNames = Object.keys(contract.query?.shape ?? {})
  const querySchema = contract.query ? schemaOf(contract.query) : undefined
  const query = fc.tuple(
    ...queryNames.map((name) => {
      const values = querySchema?.properties?.[name]?.enum?.map(String) ?? []
      return fc.option(wordsOf([...values, ...knownIds(name)]), { nil: undefined, freq: 2 })
    }),
  )
  const body = contract.body ? inputsOf(schemaOf(contract.body), knownIds) : fc.constant(undefined)
  return fc.tuple(parts, query, body).map(([words, values, sent]) => {
    let at = 0
    const address = path.replace(/:\w+/g, () => encodeURIComponent(words[at++] ?? '') || '-')
    const search = new URLSearchParams(
      queryNames.flatMap((name, place) => {
        const value = values[place]
        return value === undefined ? [] : [[name, value]]
      }),
    )
    const { body: json, file, form } = contract
    const type = json ? 'application/json' : (file ?? (form && 'multipart/form-data; boundary=b'))
    const headers = { origin: app.url, ...(type && { 'content-type': type }) }
    const content = json ? (JSON.stringify(sent) ?? 'undefined') : 'no file at all'
    return {
      path: `${address}?${search}`,
      init: { method, headers, ...(type && { body: content }) },
    }
  })
}

async function ask({ path, init }: Asked): Promise<number> {
  // Not the Visitor's own way of keeping cookies: an answer may try to replace the session.
  const response = await fetch(new URL(path, app.url), {
    redirect: 'manual',
    ...init,
    headers: { ...init.headers, cookie: owner.cookie },
  })
  const isEndless = response.headers.get('content-type')?.startsWith('text/event-stream')
  if (isEndless) await response.body?.cancel()
  else await response.arrayBuffer()
  return response.status
}

const isStillIn = async () => (await owner.call('/api/jobs')).status === 200

async function tryAll(runs: number, start: number, statuses: Map<number, number>): Promise<number> {
  let asked = 0
  let last = ''
  for (const [route, contract] of Object.entries(table)) {
    await forgetUses()
    const before = await fingerprint()
    const property = fc.asyncProperty(requestsOf(route, contract), async (request) => {
      let status = await ask(request)
      if (status === 429) {
        // A limit says nothing of the values: they are asked again without it.
        await forgetUses()
        status = await ask(request)
      }
      asked += 1
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      last = request.path
      expect(status, `${route} ${JSON.stringify(request.init.body)?.slice(0, 500)}`).toBeLessThan(
        500,
      )
    })
    await fc.assert(property, { numRuns: runs, seed: start, endOnFailure: !isLong })
    // A stranger may ask any shop for a mail, and anybody may ask to join.
    const isOwn = contract.who === 'member' || contract.who === 'owner'
    if (isOwn)
      expect(await fingerprint(), `${route} changed another organization, last ${last}`).toBe(
        before,
      )
    if (!(await isStillIn())) await renewOwner()
  }
  return asked
}

test('values from each contract are taken or refused, and touch nobody else', async () => {
  const statuses = new Map<number, number>()
  const fixed = await tryAll(rounds(2, 250), FIXED_SEED, statuses)
  const fresh = await tryAll(rounds(2, 250), seed, statuses)
  const count = (from: number) =>
    [...statuses].reduce(
      (sum, [status, times]) => sum + (Math.floor(status / 100) === from ? times : 0),
      0,
    )
  const limited = statuses.get(429) ?? 0
  expect(limited, 'refused by a limit').toBeLessThan((fixed + fresh) / 50)
  // Otherwise only the checks of the input would have been tried.
  expect(count(2)).toBeGreaterThan(Object.keys(table).length / 2)
  record('B5 values from the contracts', {
    faults: fixed + fresh,
    failures: count(5),
    note: `${Object.keys(table).length} addresses, taken ${count(2)}, refused ${count(4) - limited}, by a limit ${limited}, seeds ${FIXED_SEED} and ${seed}`,
  })
})

const pages = [
  '/embed',
  '/verify',
  '/verify-embed',
  '/application',
  '/careers/tiny-tea-shop',
  '/privacy',
  '/terms',
  '/invitation',
  '/auth',
  '/',
  '/shopify-embed',
  '/shopify-oauth',
  '/unsubscribe',
] as const
const parameters = [
  'step',
  'token',
  'roleId',
  'roleTitle',
  'email',
  'shop',
  'store',
  'org',
  'color',
  'style',
  'theme',
  'lang',
  'powered',
  'redirect',
  'host',
  'verified',
  'consent',
  'customerData',
  'v',
  'code',
  'state',
  'hmac',
  'timestamp',
  'q',
  'location',
  'mail',
] as const

test('pages draw any parameter as text', async () => {
  const page = fc.record({
    path: fc.constantFrom(...pages),
    query: fc.array(
      fc.tuple(
        fc.constantFrom(...parameters),
        wordsOf([...ids['jobId']!, 'apply', 'sent', 'email']),
      ),
      { maxLength: 6 },
    ),
    isPosted: fc.boolean(),
  })
  let asked = 0
  const run = (start: number) =>
    fc.assert(
      fc.asyncProperty(page, async ({ path, query, isPosted }) => {
        const search = new URLSearchParams(query.map(([name, value]) => [name, value]))
        const init = isPosted ? { method: 'POST', body: search } : {}
        const response = await app.visitor().fetch(`${path}?${search}`, init)
        const html = await response.text()
        asked += 1
        expect(response.status, `${path}?${search}`).toBeLessThan(500)
        // Hostile values call this; as a text its brackets are escaped or it is inside of an attribute.
        const found = /<(?:script|img|svg|iframe|body|details|video)[^>"']*hit\(\)/i.exec(html)?.[0]
        expect(found, `${path}?${search}`).toBeUndefined()
        const location = response.headers.get('location')
        const leads = location ? new URL(location, app.url).origin : app.url
        expect(leads, `${path}?${search}`).toBe(app.url)
      }),
      { numRuns: rounds(60, 4000), seed: start },
    )
  await run(FIXED_SEED)
  await run(seed)
  record('B2, B3 parameters of pages', {
    faults: asked,
    failures: 0,
    note: `seeds ${FIXED_SEED} and ${seed}`,
  })
})
