// The dashboard in a store's admin: which session tokens open it, as whom, and how a user of the shop becomes a person of ours.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SecondFactorOffer } from '#domain/accounts/accounts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { StorePersonView } from '#domain/store/store-person.ts'
import { createTestApp, type TestApp, type Visitor } from '#test/app.ts'
import { insertApplication } from '#test/rows.ts'
import { listen } from '#test/live-stream.ts'
import { codeOfPhone } from '#test/phone.ts'
import {
  AdminUser,
  openTestStand,
  setStandinFault,
  signSessionToken,
  storeClient,
  type Shop,
  type TestStand,
} from '#test/stores.ts'

let stand: TestStand
let app: TestApp
let shop: Shop
let made = 0

beforeAll(async () => {
  stand = await openTestStand()
  app = await createTestApp({ env: stand.env })
  stand.appUrl(app.url)
})
afterAll(async () => {
  await app.close()
  await stand.stop()
})
beforeEach(() => {
  shop = openShop()
})

const OWNER = '1001'
const STAFF = '1002'

function openShop(): Shop {
  made += 1
  const opened = stand.shop(`admin-${made}`)
  const user = (id: string, first_name: string, email_verified = true) => ({
    id,
    first_name,
    last_name: 'Lane',
    email: `${first_name.toLowerCase()}@admin-${made}.example`,
    email_verified,
    account_owner: id === OWNER,
  })
  return Object.assign(opened, {
    staff: [user(OWNER, 'Ruth'), user(STAFF, 'Sol')],
    install: {
      scopes: ['read_products'],
      installed_at: new Date().toISOString(),
      access_tokens: {},
      refresh_tokens: {},
    },
  })
}

/** A user of the shop's admin. */
const adminUser = (userId: string, of = shop, token?: () => string) =>
  new AdminUser(app.url, of, userId, token)

type Failed = { error: { code: string } }
const read = async (user: Visitor) => (await user.call<StorePersonView>('/api/store/person')).body
const join = (user: Visitor) => user.call<Failed>('/api/store/person', { body: {} })
const prove = (user: Visitor, body: object) =>
  user.call<Failed>('/api/store/person/proof', { body })
const statusOf = async (user: Visitor, address = '/api/jobs') => (await user.call(address)).status

/** The first user of the shop, who owns its organization by now. */
async function first(of = shop): Promise<AdminUser> {
  const user = adminUser(OWNER, of)
  expect((await join(user)).status).toBe(204)
  return user
}

describe('the first visit', () => {
  // shows: 2-116
  test('makes the shop’s organization with one click, and opens everything to its owner', async () => {
    const ruth = adminUser(OWNER)
    expect(await read(ruth)).toEqual({
      state: 'new',
      first_name: 'Ruth',
      last_name: 'Lane',
      email: shop.staff?.[0]?.email,
      shop_name: shop.name,
      organization_name: null,
    })
    expect(await statusOf(ruth)).toBe(401)
    await first()
    expect(await read(ruth)).toMatchObject({ state: 'member', organization_name: shop.name })
    const { body } = await ruth.call<{ session: { profile: object } }>('/api/frame')
    expect(body.session.profile).toMatchObject({ role: 'organization_owner', is_approved: true })
    // A second click changes nothing.
    expect((await join(ruth)).status).toBe(204)
    const sessions =
      'select 1 from sessions join profiles on profiles.id = user_id where email = $1'
    const { rows } = await app.deps.db.pool.query(sessions, [shop.staff?.[0]?.email])
    expect(rows).toHaveLength(1)
  })

  test('brings the store to the organization that a proved account owns', async () => {
    const owner = await app.owner('Known Tea')
    const ruth = adminUser(OWNER)
    const proof = { email: owner.email, password: 'correct horse' }
    expect((await prove(ruth, proof)).status).toBe(204)
    expect(await read(ruth)).toMatchObject({ state: 'member', organization_name: 'Known Tea' })
  })

  test('leaves a store alone that somebody else is connecting', async () => {
    const other = await app.person()
    await read(adminUser(OWNER))
    await app.deps.db.pool.query(
      `update store_sessions set organization_id = null, claimed_by = $1, claim_ends_at = now() + interval '1 day' where shop = $2`,
      [other.userId, shop.domain],
    )
    const refused = await join(adminUser(OWNER))
    expect([refused.status, refused.body.error.code]).toEqual([409, 'store.elsewhere'])
  })
})

describe('staff who come later', () => {
  test('wait for an owner, are let in, and are out the moment they are removed', async () => {
    const ruth = await first()
    const sol = adminUser(STAFF)
    expect(await read(sol)).toMatchObject({ state: 'new', organization_name: shop.name })
    await join(sol)
    expect(await read(sol)).toMatchObject({ state: 'pending' })
    expect(await statusOf(sol)).toBe(403)
    const { body: members } = await ruth.call<{ pending: { id: string; email: string }[] }>(
      '/api/organizations/members',
    )
    const id = members.pending.find(({ email }) => email.startsWith('sol@'))?.id
    await ruth.call(`/api/organizations/members/${id}/approve`, { method: 'POST', body: {} })
    expect(await statusOf(sol)).toBe(200)
    const live = await listen(ruth)
    expect(live.response.status).toBe(200)
    await live.until(1)
    const job = { title: 'Mechanic', description: 'Mend bicycles.' }
    expect((await sol.call('/api/jobs', { body: job })).status).toBe(403)
    expect((await ruth.call('/api/jobs', { body: job })).status).toBe(201)
    await expect.poll(() => live.events().map(({ event }) => event)).toContain('jobs.changed')
    await live.stop()
    const ofStaff = await listen(sol)
    await ofStaff.until(1)
    await ruth.call(`/api/organizations/members/${id}`, { method: 'DELETE' })
    expect(await statusOf(sol)).toBe(401)
    await ofStaff.untilOver()
    expect(await read(sol)).toMatchObject({ state: 'new' })
  })

  // shows: 2-117
  test('of an address that the platform has not proved are linked by the code mailed to it, and never without', async () => {
    await first()
    shop.staff![1]!.email_verified = false
    const sol = adminUser(STAFF)
    expect(await read(sol)).toMatchObject({ state: 'unproved' })
    const refused = await join(sol)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'store.personUnproved'])
    expect((await sol.call('/api/store/person/code', { body: {} })).status).toBe(204)
    const { code } = await app.mailTo(shop.staff![1]!.email)
    expect((await prove(sol, { code: '000000' })).body.error.code).toBe('token.codeInvalid')
    expect((await prove(sol, { code })).status).toBe(204)
    expect(await read(sol)).toMatchObject({ state: 'pending' })
  })

  test('with an account here prove it: a verified address of the platform alone does not open it', async () => {
    const ruth = await first()
    const sol = await app.person(shop.staff![1]!.email)
    const inAdmin = adminUser(STAFF)
    expect(await read(inAdmin)).toMatchObject({ state: 'unproved' })
    expect((await join(inAdmin)).body.error.code).toBe('store.personUnproved')
    const wrong = await prove(inAdmin, { email: sol.email, password: 'wrong horse' })
    expect([wrong.status, wrong.body.error.code]).toEqual([401, 'auth.badCredentials'])
    // Somebody who belongs to another organization does not change it by opening a shop.
    const stranger = await app.owner('Elsewhere Tea')
    const foreign = await prove(inAdmin, { email: stranger.email, password: 'correct horse' })
    expect([foreign.status, foreign.body.error.code]).toEqual([409, 'store.personElsewhere'])
    expect((await prove(inAdmin, { email: sol.email, password: 'correct horse' })).status).toBe(204)
    expect(await read(inAdmin)).toMatchObject({ state: 'pending' })
    expect(await statusOf(ruth)).toBe(200)
  })

  // shows: 2-117
  test('with a second factor show it, here as everywhere', async () => {
    await first()
    const sol = await app.person(shop.staff![1]!.email)
    await app.confirm(sol)
    const codeOf = () => {
      // No code counts twice.
      app.clock.move(30)
      return codeOfPhone(offer.body.secret, app.clock.now())
    }
    const offer = await sol.call<SecondFactorOffer>('/api/accounts/second-factor/enroll', {
      body: {},
    })
    const { factor_id } = offer.body
    await sol.call('/api/accounts/second-factor/confirm', { body: { factor_id, code: codeOf() } })
    const inAdmin = adminUser(STAFF)
    const proof = { email: sol.email, password: 'correct horse' }
    const refused = await prove(inAdmin, proof)
    expect([refused.status, refused.body.error.code]).toEqual([403, 'factor.needed'])
    await inAdmin.call('/api/store/person/code', { body: {} })
    const { code: mailed } = await app.mailTo(sol.email)
    expect((await prove(inAdmin, { code: mailed })).body.error.code).toBe('store.personFactor')
    expect((await prove(inAdmin, { ...proof, second_factor: codeOf() })).status).toBe(204)
    expect(await read(inAdmin)).toMatchObject({ state: 'pending' })
    // The next session has not shown it.
    await app.deps.db.pool.query('delete from sessions where user_id = $1', [sol.userId])
    expect(await read(inAdmin)).toMatchObject({ state: 'second_factor' })
    expect(await statusOf(inAdmin)).toBe(401)
    const wrong = await inAdmin.call<Failed>('/api/store/person/second-factor', {
      body: { code: '000000' },
    })
    expect(wrong.body.error.code).toBe('factor.codeWrong')
    const show = { body: { code: codeOf() } }
    expect((await inAdmin.call('/api/store/person/second-factor', show)).status).toBe(204)
    expect(await read(inAdmin)).toMatchObject({ state: 'pending' })
    app.clock.reset()
  })
})

describe('a session token opens', () => {
  test('only the organization of its own shop', async () => {
    const ruth = await first()
    const { body: mine } = await ruth.call<{ id: string }>('/api/jobs', {
      body: { title: 'Mechanic', description: 'Mend bicycles.' },
    })
    const other = await first(openShop())
    expect(await statusOf(other, `/api/jobs/${mine.id}`)).toBe(404)
    expect(await statusOf(ruth, `/api/jobs/${mine.id}`)).toBe(200)
    // The same number in another shop is another user.
    expect(await read(adminUser(STAFF, openShop()))).toMatchObject({ state: 'new' })
  })

  test('nothing by a cookie that comes along', async () => {
    const stranger = await app.owner('Cookie Tea')
    const user = adminUser(OWNER)
    user.cookie = stranger.cookie
    expect(await statusOf(user)).toBe(401)
    await join(user)
    const { body } = await user.call<{ session: { organization: { name: string } } }>('/api/frame')
    expect(body.session.organization.name).toBe(shop.name)
  })

  test.each<[string, (of: Shop) => string]>([
    [
      'of another app’s secret',
      (of) => signSessionToken({ ...storeClient, secret: 'x' }, of, { userId: OWNER }),
    ],
    [
      'for another app',
      (of) => signSessionToken({ ...storeClient, id: 'x' }, of, { userId: OWNER }),
    ],
    [
      'that has ended',
      (of) => signSessionToken(storeClient, of, { userId: OWNER, secondsToLive: -60 }),
    ],
  ])('nothing where it is one %s, and has the page ask once more', async (_, token) => {
    await first()
    const user = adminUser(OWNER, shop, () => token(shop))
    for (const address of ['/api/jobs', '/api/store/person']) {
      const answer = await user.fetch(address)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('x-shopify-retry-invalid-session-request')).toBe('1')
    }
    expect((await user.fetch('/api/store/person', { method: 'POST' })).status).toBe(401)
  })

  test('nothing that protects an account: that stays on our own pages', async () => {
    const ruth = await first()
    const refused = await ruth.call<Failed>('/api/accounts/password', {
      body: { password: 'another horse' },
    })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'store.fullSiteOnly'])
    expect(await statusOf(ruth, '/api/accounts/sessions')).toBe(200)
  })

  test('nothing to a suspended person, and nothing once the app was removed', async () => {
    const ruth = await first()
    const live = await listen(ruth)
    await setStandinFault(stand, shop, 'uninstall')
    await live.untilOver()
    expect(await statusOf(ruth)).toBe(401)
    const other = openShop()
    const suspended = await first(other)
    const of = `(select id from users where email = '${other.staff?.[0]?.email}')`
    await app.deps.db.pool.query(
      `update users set banned_until = now() + interval '1 hour' where id = ${of}`,
    )
    await app.deps.db.pool.query(`delete from sessions where user_id = ${of}`)
    expect(await statusOf(suspended)).toBe(401)
    const refused = await suspended.call<Failed>('/api/store/person')
    expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.suspended'])
  })

  test('what it opened before, when its session has ended: the platform let the user in again', async () => {
    const ruth = await first()
    await app.deps.db.pool.query(
      `update sessions set expires_at = now() - interval '1 second'
       where user_id = (select id from users where email = $1)`,
      [shop.staff?.[0]?.email],
    )
    const answers = await Promise.all([1, 2, 3].map(() => statusOf(ruth)))
    expect(answers).toEqual([200, 200, 200])
  })
})

describe('the page of a customer', () => {
  type Told = { applications: { id: string; job_title: string; status_text: string }[] }
  const told = async (user: Visitor, customer: string, lang = 'en') => {
    const query = new URLSearchParams({ customer: `gid://shopify/Customer/${customer}`, lang })
    return (await user.call<Told>(`/api/store/customer-applications?${query}`)).body.applications
  }
  const customerOf = (id: string, email: string): Shop['customers'][number] => ({
    id,
    first_name: 'Maya',
    last_name: 'Okafor',
    email,
    phone: null,
    orders: 2,
    spent: '10.00',
    created_at: '2026-01-01T00:00:00Z',
    address: {
      address1: null,
      address2: null,
      city: null,
      province: null,
      zip: null,
      country: null,
    },
  })

  /** A shop with the customer 501, who has applied. */
  async function withApplicant() {
    const user = await first()
    const { body: job } = await user.call<JobPost>('/api/jobs', {
      body: { title: 'Mechanic', description: 'Mend bicycles.' },
    })
    const organization = { id: job.organization_id } as Organization
    const { id } = await insertApplication(
      app.deps.db.queries,
      { organization, job },
      'Maya@mail.example',
    )
    shop.customers.push(customerOf('501', 'maya@mail.example'))
    shop.install?.scopes.push('read_customers')
    return { user, id, organization }
  }

  // shows: 2-119
  test('says what they applied for, in the language of the admin, to staff of the shop alone', async () => {
    const { user, id } = await withApplicant()
    const [one] = await told(user, '501')
    expect(one).toMatchObject({ id, job_title: 'Mechanic', status_text: 'Applied' })
    expect((await told(user, '501', 'de'))[0]?.status_text).toBe('Eingegangen')
    expect(await told(user, '999')).toEqual([])
    // The same customer in another shop is another organization's.
    const elsewhere = openShop()
    const stranger = await first(elsewhere)
    elsewhere.customers.push(customerOf('501', 'maya@mail.example'))
    elsewhere.install?.scopes.push('read_customers')
    expect(await told(stranger, '501')).toEqual([])
    // Who waits for an owner is told nothing, and who is linked to nobody is asked to be.
    const sol = adminUser(STAFF)
    const address = '/api/store/customer-applications?customer=gid://shopify/Customer/501'
    expect(await statusOf(sol, address)).toBe(401)
    await join(sol)
    expect(await statusOf(sol, address)).toBe(403)
    expect(await statusOf(user, `${address}%27`)).toBe(400)
  })

  test('goes by what was recognised where the shop does not tell the address', async () => {
    const { user, id, organization } = await withApplicant()
    shop.customer_data = 'none'
    expect(await told(user, '501')).toEqual([])
    await app.deps.db.pool.query(
      `insert into applicant_customers
         (applicant_id, organization_id, customer_status, customer_id, orders_count, total_spent, shop)
       values ($1, $2, 'customer', 'gid://shopify/Customer/501', 2, 10, $3)`,
      [id, organization.id, shop.domain],
    )
    expect((await told(user, '501')).map((one) => one.id)).toEqual([id])
    await app.deps.db.pool.query('update applicants set withdrawn_at = now() where id = $1', [id])
    expect(await told(user, '501')).toEqual([])
  })

  test('may ask from the platform’s own origin, by a session token and nothing else', async () => {
    const address = '/api/store/customer-applications'
    const asked = await app.visitor().fetch(address, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://extensions.shopifycdn.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    })
    expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(asked.headers.get('access-control-allow-credentials')).toBeNull()
    const owner = await app.owner()
    expect(await statusOf(owner, `${address}?customer=gid://shopify/Customer/501`)).toBe(401)
    const other = await app.visitor().fetch('/api/jobs')
    expect(other.headers.get('access-control-allow-origin')).toBeNull()
  })
})
