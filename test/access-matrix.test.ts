// Runs the access matrix (access-matrix.ts) over the router's own table: every address, every identity, every kind of id; and once
// more with the application's organization filter left out, so that the row policies alone must hold.
import { randomBytes, randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertBreach } from '#data/incidents/breaches.ts'
import { insertCv } from '#data/cvs/cvs.ts'
import { insertIncident } from '#data/incidents/incidents.ts'
import { upsertInvitation } from '#data/organizations/invitations.ts'
import { updateProfile } from '#data/organizations/profiles.ts'
import { insertInvitationRun } from '#data/store/job-invitation-runs.ts'
import { listJobs } from '#data/jobs/jobs.ts'
import { insertNote } from '#data/applicants/notes.ts'
import { upsertStorePerson } from '#data/store/store-people.ts'
import { withoutOrganizationFilter } from '#data/organization-filter.ts'
import {
  accessMatrix,
  askers,
  COVERED,
  identityOf,
  isFramed,
  statusFor,
  type Asker,
  type ObjectKind,
  type Row,
} from './access-matrix.ts'
import { incidentInput } from '#domain/incidents/incidents.ts'
import { Visitor, type Member } from './app.ts'
import { runsEverything } from '../scripts/test-extent.ts'
import { pdf } from './input/files.ts'
import { insertApplication, insertJobPost, insertPerson, type Shop } from './rows.ts'
import { openStoreApp } from './servers/store-app.ts'
import { AdminUser, connectTestStore, type Shop as Store } from './servers/stores.ts'

const root = path.dirname(import.meta.dirname)

/** Thousands of requests: on a machine that is busy with other work they take minutes. */
const MATRIX_MS = 900_000

const { app, stand } = await openStoreApp()
/** The first and the second organization, and a word that stands in everything of theirs. */
let shops: Record<'first' | 'second', Shop & { word: string; owner: Member; store: Store }>
let people: Partial<Record<Asker, Visitor>>

beforeAll(async () => {
  shops = { first: await openShop(), second: await openShop() }
  people = {}
  for (const identity of askers) people[identity] = await somebody(identity)
})

async function openShop() {
  const word = `canary${randomUUID().slice(0, 8)}`
  const owner = await app.owner(`Shop ${word}`)
  const values = { title: `Job ${word}` }
  const job = await insertJobPost(app.deps.db.queries, owner.organization.id, values)
  const shop = { organization: owner.organization, job, word, owner }
  await insertApplication(app.deps.db.queries, shop, `${word}-listed@example.com`)
  const store = stand.shop(word)
  await connectTestStore(app, owner, store)
  return { ...shop, store }
}

/** What the stores allow at once. */
const STORE_POINTS = 2000

const shopOf = (asker: Asker) => (identityOf(asker) === 'other' ? shops.second : shops.first)

/** The numbers of the platform's users. */
const FIRST_USER = 1001
let lastUser = FIRST_USER

/** The same number in two shops is two people. */
function newPlatformUser(asker: Asker): string {
  const isFirst = !people[asker] && (asker === 'framed owner' || asker === 'framed other')
  return String(isFirst ? FIRST_USER : (lastUser += 1))
}

/** The user of the shop's admin whom this person is linked to. */
async function inAdmin(asker: Asker, { userId }: Member): Promise<Visitor> {
  const { organization, store } = shopOf(asker)
  const platformUserId = newPlatformUser(asker)
  await upsertStorePerson(
    app.deps.db.queries,
    organization.id,
    { shop: store.domain, platformUserId },
    { user_id: userId, session_id: null },
  )
  return new AdminUser(app.url, store, platformUserId)
}

/** Somebody new with this identity. */
async function somebody(identity: Asker): Promise<Visitor> {
  if (identity === 'anonymous' || identity === 'grant') return app.visitor()
  const person = await app.person()
  await app.confirm(person)
  if (identity === 'newcomer') return person
  const isOwner = ['owner', 'other'].includes(identityOf(identity)) || identity === 'demoted'
  const role = isOwner ? 'organization_owner' : 'staff'
  const set = 'update profiles set organization_id = $1, is_approved = $2, role = $3 where id = $4'
  const join = (organizationId: string | null, isApproved: boolean) =>
    app.deps.db.pool.query(set, [organizationId, isApproved, role, person.userId])
  await join(shopOf(identity).organization.id, identity !== 'pending')
  if (identity === 'removed') await join(null, false)
  const change: Partial<Record<Asker, string>> = {
    demoted: `update profiles set role = 'staff' where id = $1`,
    expired: `update sessions set expires_at = now() - interval '1 second' where user_id = $1`,
  }
  const changed = change[identity]
  if (changed) {
    // What the session was worth before, so that its loss is one.
    expect((await person.call('/api/organizations/members')).status).toBe(200)
    await app.deps.db.pool.query(changed, [person.userId])
  }
  if (identity === 'forged') person.cookie = forged(person.cookie)
  if (!isFramed(identity)) return person
  const user = await inAdmin(identity, person)
  if (identity === 'framed removed') {
    // They were let in before.
    expect((await user.call('/api/organizations/members')).status).toBe(200)
    await join(null, false)
  }
  return user
}

/** The same token under a signature that is not ours. */
function forged(cookie: string): string {
  const [name = '', value = ''] = cookie.split('=')
  const [token = '', signature = ''] = decodeURIComponent(value).split('.')
  const other = signature.startsWith('A') ? 'B' : 'A'
  return `${name}=${encodeURIComponent(`${token}.${other}${signature.slice(1)}`)}`
}

/** A copy: what an answer sets stays with the copy. */
function copyOf(visitor: Visitor): Visitor {
  // Has no cookie to be set.
  if (visitor instanceof AdminUser) return visitor
  const copy = new Visitor(visitor.base)
  copy.cookie = visitor.cookie
  return copy
}

type Made = { id: string; table: string; key: string }

/** How an object of each kind comes into being in an organization. */
const makers: Record<ObjectKind, (shop: Shop & { word: string }) => Promise<Made>> = {
  async job({ organization, word }) {
    const values = { title: `Job ${word}` }
    const { id } = await insertJobPost(app.deps.db.queries, organization.id, values)
    return { id, table: 'job_posts', key: 'id' }
  },
  async applicant(shop) {
    const { id } = await storedCv(shop)
    return { id, table: 'applicants', key: 'id' }
  },
  async incident({ organization, word }) {
    const values = { p_title: word, p_incident_type: 'Breach', p_severity: 'critical' }
    const { id } = await insertIncident(
      app.deps.db.queries,
      organization.id,
      incidentInput.parse(values),
    )
    await insertBreach(app.deps.db.queries, organization.id, {
      incident_id: id,
      aware_at: '2020-01-01T00:00:00Z',
      deadline_at: '2020-01-04T00:00:00Z',
      authority_text: word,
      audience: 'all',
      notice_happened: word,
      notice_when: '',
      notice_data: '',
      notice_measures: '',
      notice_advice: '',
      notice_contact: '',
    })
    return { id, table: 'security_incidents', key: 'id' }
  },
  async note(shop) {
    const { id: applicant_id } = await storedCv(shop)
    const author_id = await insertPerson(app.deps.db.queries, `${randomUUID()}@staff.example`, null)
    const values = { applicant_id, author_id, body: shop.word }
    const note = await insertNote(app.deps.db.queries, shop.organization.id, values)
    return { id: note?.id ?? '', table: 'applicant_notes', key: 'id' }
  },
  member: (shop) => somebodyOf(shop, true),
  waiting: (shop) => somebodyOf(shop, false),
  async invitation({ organization, word }) {
    const { id } = await upsertInvitation(app.deps.db.queries, organization.id, {
      email: `${word}-${randomUUID().slice(0, 8)}@staff.example`,
      token_hash: randomBytes(32),
      invited_by: shops.first.owner.userId,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    return { id, table: 'organization_invitations', key: 'id' }
  },
  async 'job-invitation'({ organization, word }) {
    const values = { title: `Job ${word}` }
    const job = await insertJobPost(app.deps.db.queries, organization.id, values)
    const { id } = await app.deps.db.transaction((tx) =>
      insertInvitationRun(tx, organization.id, {
        shop: `${word}.myshopify.com`.toLowerCase(),
        segment_id: 'gid://shopify/Segment/401',
        job_post_id: job.id,
        begun_by: null,
      }),
    )
    return { id, table: 'job_invitation_runs', key: 'id' }
  },
  async portrait({ organization: { id }, word }) {
    const portrait = { id, kind: 'person', name: word, words: '', picture: null } as const
    // Inside the row policies: in the second run the filter is left out.
    await app.deps.db.forOrganization(id, (tx) => updateProfile(tx, id, { portraits: [portrait] }))
    // It lies in its organization's row, so it is given that row's id.
    return { id, table: 'organizations', key: 'id' }
  },
  async cv(shop) {
    const { storageKey } = await storedCv(shop)
    const [, name = ''] = storageKey.split('/')
    return { id: name, table: 'cv_files', key: 'storage_key' }
  },
}

/** On the staff, or waiting for an owner. */
async function somebodyOf({ organization, word }: Shop & { word: string }, isApproved: boolean) {
  const email = `${word}-${randomUUID().slice(0, 8)}@staff.example`
  const id = await insertPerson(app.deps.db.queries, email, organization.id)
  await app.deps.db.pool.query('update profiles set is_approved = $1 where id = $2', [
    isApproved,
    id,
  ])
  return { id, table: 'profiles', key: 'id' }
}

/** An applicant with a CV that lies where it says. */
async function storedCv(shop: Shop & { word: string }) {
  const { db, files } = app.deps
  const storageKey = `cvs/${randomUUID()}.pdf`
  await (await files.stage([pdf], null)).take(storageKey)
  const email = `${shop.word}-${randomUUID().slice(0, 8)}@example.com`
  const { id } = await insertApplication(db.queries, shop, email, { cvUrl: storageKey })
  await insertCv(db.queries, shop.organization.id, {
    storage_key: storageKey,
    original_name: 'cv.pdf',
    kind: 'pdf',
    byte_size: pdf.length,
    applicant_id: id,
  })
  await db.pool.query('update cv_files set checked_at = now() where applicant_id = $1', [id])
  return { id, storageKey }
}

const rowOf = async ({ table, key, id }: Made): Promise<unknown> => {
  const value = key === 'storage_key' ? `cvs/${id}` : id
  const found = await app.deps.db.pool.query(
    `select to_jsonb(${table}) as row from ${table} where ${key} = $1`,
    [value],
  )
  return found.rows[0]
}

async function filled(values: Record<string, unknown>, identity: Asker) {
  const email = `${randomUUID().slice(0, 8)}@example.com`
  const holes: Record<string, () => string | Promise<string>> = {
    $grant: () => (identity === 'grant' ? app.grant(email, shops.first.job) : ''),
    $fresh: () => randomUUID().slice(0, 8),
    $job: () => shopOf(identity).job.id,
    $email: () => shops.first.owner.email,
  }
  const entries = Object.entries(values).map(async ([name, value]) => {
    const [, hole = '', rest = ''] = /^(\$\w+)(.*)$/.exec(String(value)) ?? []
    const fill = holes[hole]
    return [name, fill ? (await fill()) + rest : value] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

type Answer = { status: number; text: string }

async function ask(route: string, row: Row, identity: Asker, id: string): Promise<Answer> {
  const [method = '', pattern = ''] = route.split(' ')
  const address = pattern.replace(/:\w+/, id) + (row.query ?? '')
  const visitor = row.isSpent ? await somebody(identity) : copyOf(people[identity] ?? app.visitor())
  const init: RequestInit = { method }
  if (row.first)
    await shopOf(identity).owner.call(row.first.replace('POST ', ''), { method: 'POST' })
  if (row.body) {
    init.body = JSON.stringify(await filled(row.body, identity))
    init.headers = { 'content-type': 'application/json' }
  } else if (row.form) {
    const form = new FormData()
    for (const [name, value] of Object.entries(await filled(row.form, identity))) {
      if (value === '$pdf') form.append(name, new Blob([pdf]), 'cv.pdf')
      else form.append(name, String(value))
    }
    init.body = form
  }
  const response = await visitor.fetch(address, init)
  if (!row.isStream) return { status: response.status, text: await response.text() }
  await response.body?.cancel()
  return { status: response.status, text: '' }
}

const withoutRequestId = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

/**
 * Everything that is not as its row says, one line each; and how many requests were made. Who is refused as a person, before
 * anything is looked up, need not be asked once more where only what is looked up is another.
 */
async function run(asked: 'everybody' | 'who is let in'): Promise<{
  faults: string[]
  cases: number
}> {
  const faults: string[] = []
  let cases = 0
  for (const [route, row] of Object.entries(accessMatrix)) {
    // What nobody has changed serves the next one too.
    const untouched = new Map<Shop, Made>()
    // So many ask the stores within seconds that a store would throttle, which is another matter.
    for (const { store } of Object.values(shops)) store.points.left = STORE_POINTS
    for (const identity of askers) {
      // The policies see organizations, not how somebody proved theirs.
      if (identityOf(identity) !== identity && asked === 'who is let in') continue
      const isTokenApi = route.includes(' /auth/v1/')
      if (isTokenApi && isFramed(identity) && identity !== 'framed owner') continue
      const expected = statusFor(route, row, identity)
      // Anyone who is refused as a person is refused before anything is looked up.
      const isMember = ['staff', 'owner', 'other'].includes(identityOf(identity))
      const isPersonRefused =
        expected === 401 || (expected === 403 && !(row.isRefusedLate && isMember))
      if (isPersonRefused && asked === 'who is let in') continue
      const elsewhere = isPersonRefused ? expected : (row.elsewhere ?? 404)
      const foreignShop = shopOf(identity) === shops.first ? shops.second : shops.first
      const check = (kind: string, { status, text }: Answer, wanted: number) => {
        cases += 1
        const at = `${route} · ${identity} · ${kind}`
        if (status !== wanted) faults.push(`${at}: ${status} instead of ${wanted}. ${text}`)
        const belongsToNone =
          !isFramed(identity) && ['newcomer', 'removed', 'anonymous'].includes(identityOf(identity))
        const foreign = belongsToNone ? [shops.first, shops.second] : [foreignShop]
        const isPublic = route.includes('/api/cvs/')
        for (const { word } of isPublic ? [] : foreign) {
          if (text.includes(word)) faults.push(`${at}: tells of another organization. ${text}`)
        }
      }
      if (!row.object) {
        check('plain', await ask(route, row, identity, randomUUID()), expected)
        continue
      }
      const shop = shopOf(identity)
      const make = makers[row.object]
      // The same refusal for each id: one of another organization is the one that would tell most.
      const isAskedOnce = isPersonRefused && !runsEverything
      if (!isAskedOnce) {
        const own = untouched.get(shop) ?? (await make(shop))
        check('own', await ask(route, row, identity, own.id), expected)
        if (isPersonRefused || route.startsWith('GET ')) untouched.set(shop, own)
        else untouched.delete(shop)
      }
      const foreign = untouched.get(foreignShop) ?? (await make(foreignShop))
      untouched.set(foreignShop, foreign)
      const before = await rowOf(foreign)
      const toForeign = await ask(route, row, identity, foreign.id)
      check('foreign', toForeign, elsewhere)
      expect(before).toBeDefined()
      if (JSON.stringify(await rowOf(foreign)) !== JSON.stringify(before)) {
        faults.push(`${route} · ${identity}: changed an object of another organization`)
      }
      // An id that names nothing is answered alike, however somebody proved who they are, and whatever the filter does.
      if (identityOf(identity) !== identity || asked === 'who is let in' || isAskedOnce) continue
      const toMissing = await ask(route, row, identity, randomUUID())
      check('missing', toMissing, elsewhere)
      if (withoutRequestId(toForeign.text) !== withoutRequestId(toMissing.text)) {
        faults.push(`${route} · ${identity}: foreign and missing are told apart.`)
      }
      const toMalformed = await ask(route, row, identity, 'no-id')
      // No such address, no matter who asks; or refused as a person before that is seen.
      check('malformed', toMalformed, toMalformed.status === 404 ? 404 : elsewhere)
    }
  }
  return { faults, cases }
}

describe('the matrix', () => {
  const addresses = () => [
    ...new Set(
      app.routes
        .filter(({ method }) => method !== 'ALL')
        .map(({ method, path }) => `${method} ${path}`)
        .filter((address) => COVERED.test(address)),
    ),
  ]

  // shows: V8.1.1
  test('has a row for every address, and no other', () => {
    const missing = addresses()
      .filter((address) => !(address in accessMatrix))
      .map((address) => `'${address}' has no contract: declare it in src/domain, beside its noun`)
    expect(missing).toEqual([])
    const gone = Object.keys(accessMatrix).filter((address) => !addresses().includes(address))
    expect(gone.map((address) => `'${address}' has a contract or a row, and no handler`)).toEqual(
      [],
    )
  })

  // shows: safer-13, privacy-10, privacy-15, privacy-16, V1.2.4, V8.2.1, V8.2.2, V8.3.1, privacy-13
  test('holds for every address, identity and id', { timeout: MATRIX_MS }, async () => {
    const { faults, cases } = await run('everybody')
    expect(faults).toEqual([])
    report('with the organization filter', cases)
  })

  // shows: choice-6, safer-13, privacy-10, privacy-16, V8.2.2, V8.4.1
  test('holds by the row policies alone', { timeout: MATRIX_MS }, async () => {
    await withoutOrganizationFilter(async () => {
      // The filter is really off: outside an organization's transaction everything shows.
      const { rows: jobs } = await listJobs(app.deps.db.queries, shops.first.organization.id)
      expect(jobs.map(({ organization_id }) => organization_id)).toContain(
        shops.second.organization.id,
      )
      const { faults, cases } = await run('who is let in')
      expect(faults).toEqual([])
      report('by the row policies alone', cases)
    })
  })
})

function report(how: string, cases: number) {
  const routes = Object.keys(accessMatrix).length
  console.log(
    `Access matrix, ${how}: ${routes} routes × ${askers.length} identities, ${cases} cases`,
  )
}

describe('the organization filter', () => {
  const sources = globSync('src/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

  test('is left out by tests only', () => {
    const users = sources.filter(({ text }) => text.includes('withoutOrganizationFilter'))
    expect(users.map(({ file }) => file)).toEqual(['src/data/organization-filter.ts'])
  })

  /** Public reads, outside an organization's transaction: no policy stands behind them. A change here needs its reason. */
  const BARE: Record<string, number> = {
    // A person leaves their organization, whichever it is.
    'src/data/accounts/account-closings.ts': 3,
    // A user of a shop, whose person and shop must be of one organization; the session token proves the shop.
    // And all who listen at this process, of whichever organization: each is compared with their own.
    'src/data/accounts/actors.ts': 3,
    // The widget's list of open jobs.
    'src/data/jobs/jobs.ts': 1,
    // Where visitors may be sent back to.
    'src/data/organizations/organizations.ts': 3,
    // In which organizations the clock has something to do.
    'src/data/retention/retention.ts': 2,
    // Whether the shop that a visitor came by belongs to the job they apply for.
    'src/data/verification/verification.ts': 1,
  }

  // shows: V8.4.1
  test('is how every query names its organization', () => {
    const found = sources
      .filter(({ file }) => file.startsWith('src/data/'))
      .map(({ file, text }) => [file, text.split(/organization_id', '=', /).length - 1] as const)
      .filter(([, times]) => times > 0)
    // A file too many here: write .where(inOrganization(organizationId)), from src/data/organization-filter.ts.
    expect(Object.fromEntries(found)).toEqual(BARE)
  })
})
