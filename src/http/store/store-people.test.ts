// The dashboard in a store's admin: which session tokens give access, as whom, and how a user of the shop is linked to
// our user.
import { beforeEach, describe, expect, test } from 'vitest'
import type { SecondFactorOffer } from '#domain/accounts/accounts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { invitedAddressUses } from '#domain/limits.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import { PROXY_SCOPE } from '#domain/store/store.ts'
import type { StorePersonView } from '#domain/store/store-person.ts'
import { forgetUses } from '#test/uses.ts'
import type { Member, Visitor } from '#test/app.ts'
import { insertApplication } from '#test/rows.ts'
import { listen } from '#test/live-stream.ts'
import { codeOfPhone } from '#test/people/phone.ts'
import { makeTasksDue, workDue, workStores } from '#test/work.ts'
import type { Register } from '#domain/rights/register.ts'
import { unzip } from '#test/unzip.ts'
import { queueNotifications } from '#features/mails/queue-notifications.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { sweepJobInvitations } from '#features/retention/sweep-job-invitations.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import {
  AdminUser,
  connectTestStore,
  installedWith,
  setStandinFault,
  signSessionToken,
  storeClient,
  type Shop,
} from '#test/servers/stores.ts'

const { stand, app, newShop } = await openStoreApp({ work: 'queued' })
let shop: Shop

beforeEach(() => {
  shop = openShop()
})

const OWNER = '1001'
const STAFF = '1002'

function openShop(): Shop {
  const opened = newShop()
  const user = (id: string, first_name: string, email_verified = true) => ({
    id,
    first_name,
    last_name: 'Lane',
    email: `${first_name.toLowerCase()}@${opened.handle}.example`,
    email_verified,
    account_owner: id === OWNER,
  })
  return Object.assign(opened, {
    staff: [user(OWNER, 'Ruth'), user(STAFF, 'Sol')],
    install: installedWith(['read_products']),
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
      can_use_shop: true,
      can_take_out: false,
      comes_as_owner: false,
      is_collaborator: false,
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

describe('the owner of the shop who comes later', () => {
  test('owns the organization that staff have made there', async () => {
    await join(adminUser(STAFF))
    const ruth = adminUser(OWNER)
    const about = { state: 'new', organization_name: shop.name, comes_as_owner: true }
    expect(await read(ruth)).toMatchObject(about)
    expect((await join(ruth)).status).toBe(204)
    const { body } = await ruth.call<{ session: { profile: object } }>('/api/frame')
    expect(body.session.profile).toMatchObject({ role: 'organization_owner', is_approved: true })
  })

  test('waits once they were removed from it, by whichever way they come back', async () => {
    const sol = adminUser(STAFF)
    await join(sol)
    const ruth = adminUser(OWNER)
    await join(ruth)
    const { body } = await ruth.call<{ session: { user: { id: string } } }>('/api/frame')
    const removed = await sol.call(`/api/organizations/members/${body.session.user.id}`, {
      method: 'DELETE',
    })
    expect(removed.status).toBe(204)
    expect(await read(ruth)).toMatchObject({ comes_as_owner: false })
    await join(ruth)
    expect(await read(ruth)).toMatchObject({ state: 'pending' })
  })

  test('waits like everybody in an organization that was made elsewhere', async () => {
    const owner = await app.owner('Brought Tea')
    const sol = adminUser(STAFF)
    await prove(sol, { email: owner.email, password: 'correct horse' })
    const ruth = adminUser(OWNER)
    await join(ruth)
    expect(await read(ruth)).toMatchObject({ state: 'pending', organization_name: 'Brought Tea' })
  })
})

describe('staff who come later', () => {
  test('wait for an owner, are let in, and are out the moment they are removed', async () => {
    const ruth = await first()
    const sol = adminUser(STAFF)
    const about = { state: 'new', organization_name: shop.name, comes_as_owner: false }
    expect(await read(sol)).toMatchObject(about)
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

  // shows: 2-128
  test('find in their mails the way into the admin, as long as the shop has the app', async () => {
    const ruth = await first()
    const name = (await read(ruth)).organization_name
    const sol = adminUser(STAFF)
    await join(sol)
    const [owners, later] = shop.staff!.map(({ email }) => email)
    // Which the admin calls otherwise than the platform does.
    shop.friendly_handle = `${shop.handle}-by-name`
    const opened = `${stand.url}/store/${shop.friendly_handle}/apps/${storeClient.id}`
    const [, source = ''] =
      /<iframe[^>]* src="([^"]*)"/.exec(await (await fetch(opened)).text()) ?? []
    await fetch(source.replaceAll('&amp;', '&'))
    const inAdmin = `${opened}/shopify-embed`
    const sendDueNotifications = async () => {
      await queueNotifications(app.deps)
      await app.deps.db.pool.query(`update notifications set due_at = due_at - interval '1 year'`)
      await queueNotifications(app.deps)
    }
    await sendDueNotifications()
    const asked = await app.mailTo(owners!)
    expect(asked.text).toContain(`${inAdmin}/organizations`)
    expect(asked.text).toContain(`${inAdmin}/account`)
    const { body: members } = await ruth.call<{ pending: { id: string }[] }>(
      '/api/organizations/members',
    )
    await ruth.call(`/api/organizations/members/${members.pending[0]?.id}/approve`, {
      method: 'POST',
      body: {},
    })
    expect((await app.mailTo(later!)).text).toContain(`${inAdmin}/admin`)
    // Once the shop is gone they lead to our own site.
    await setStandinFault(stand, shop, 'uninstall')
    await workStores(app.deps)
    const late = await app.person()
    await app.confirm(late)
    await late.call('/api/organizations/join', { body: { name } })
    await sendDueNotifications()
    expect((await app.mailTo(owners!)).text).toContain(`${app.url}/organizations`)
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
    // Nor does anyone who left come in again without it.
    const moveTo = (organization: unknown) =>
      app.deps.db.pool.query('update profiles set organization_id = $1 where id = $2', [
        organization,
        sol.userId,
      ])
    const { rows } = await app.deps.db.pool.query<{ organization_id: string }>(
      'select organization_id from profiles where id = $1',
      [sol.userId],
    )
    await moveTo(null)
    expect((await join(inAdmin)).body.error.code).toBe('store.personFactor')
    await moveTo(rows[0]?.organization_id)
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

type Customer = Shop['customers'][number]

describe('the page of a customer', () => {
  type Applications = { applications: { id: string; job_title: string; status_text: string }[] }
  const applicationsOf = async (user: Visitor, customer: string, lang = 'en') => {
    const query = new URLSearchParams({ customer: `gid://shopify/Customer/${customer}`, lang })
    return (await user.call<Applications>(`/api/store/customer-applications?${query}`)).body
      .applications
  }
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
    const [one] = await applicationsOf(user, '501')
    expect(one).toMatchObject({ id, job_title: 'Mechanic', status_text: 'Applied' })
    expect((await applicationsOf(user, '501', 'de'))[0]?.status_text).toBe('Eingegangen')
    expect(await applicationsOf(user, '999')).toEqual([])
    // The same customer in another shop is another organization's.
    const elsewhere = openShop()
    const stranger = await first(elsewhere)
    elsewhere.customers.push(customerOf('501', 'maya@mail.example'))
    elsewhere.install?.scopes.push('read_customers')
    expect(await applicationsOf(stranger, '501')).toEqual([])
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
    expect(await applicationsOf(user, '501')).toEqual([])
    await app.deps.db.pool.query(
      `insert into applicant_customers
         (applicant_id, organization_id, customer_status, customer_id, orders_count, total_spent, shop)
       values ($1, $2, 'customer', 'gid://shopify/Customer/501', 2, 10, $3)`,
      [id, organization.id, shop.domain],
    )
    expect((await applicationsOf(user, '501')).map((one) => one.id)).toEqual([id])
    await app.deps.db.pool.query('update applicants set withdrawn_at = now() where id = $1', [id])
    expect(await applicationsOf(user, '501')).toEqual([])
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

describe('the action of a segment', () => {
  const SEGMENT = 'gid://shopify/Segment/401'
  const at = '/api/store/job-invitations'
  type Sentences = { sentences: string[] }
  type Run = Sentences & { id: string; status: string }
  type Refused = { error: { message: string; code: string } }

  /** A shop with an open job and these customers in its segment; without a word about it they agreed to marketing. */
  async function withSegment(people: (Partial<Customer> & { email: string })[]) {
    const user = await first()
    const { body: job } = await user.call<JobPost>('/api/jobs', {
      body: { title: 'Mechanic', description: 'Mend bicycles.', location: 'Leeds' },
    })
    shop.customers.push(
      ...people.map((person, place) => ({
        ...customerOf(String(600 + place), person.email),
        email_marketing: 'SUBSCRIBED' as const,
        ...person,
      })),
    )
    shop.segments = [{ id: '401', name: 'Customers near Leeds' }]
    shop.install?.scopes.push('read_customers')
    return { user, job }
  }
  const count = (user: Visitor, job: { id: string }, segment = SEGMENT) =>
    user.call<Sentences & { invitable: number } & Refused>(
      `${at}/count?${new URLSearchParams({ segment, job: job.id, lang: 'en' })}`,
    )
  const begin = (user: Visitor, job: { id: string }, segment = SEGMENT) =>
    user.call<Run & Refused>(at, { body: { segment, job: job.id } })
  /** To its end. */
  async function invite(user: Visitor, job: { id: string }): Promise<Run> {
    const { body, status } = await begin(user, job)
    expect(status).toBe(202)
    await workDue(app.deps, 'invite-customers', 'send-mail')
    return (await user.call<Run>(`${at}/${body.id}`)).body
  }
  const mailed = async (email: string) =>
    (await app.deps.db.pool.query('select from local_mailbox where recipient = $1', [email]))
      .rowCount

  // shows: 2-129
  test('leads into the shop where it shows the app’s pages, and its customer is known there', async () => {
    shop.install?.scopes.push(PROXY_SCOPE, 'read_customers')
    const email = `in-shop-${shop.handle}@mail.example`
    const { user, job } = await withSegment([{ email }])
    await invite(user, job)
    const { text } = await app.mailTo(email)
    const inShop = `${stand.url}/${shop.domain}/apps/careers/mechanic`
    const link = `${inShop}?src=invitation&lang=en`
    expect(text).toContain(link)
    expect(text).not.toContain(`${app.url}/careers/`)
    expect(await (await fetch(link)).text()).toContain('Mend bicycles.')
    const cookie = `customer=${shop.customers[0]?.id}`
    const step = await fetch(`${link}&step=consent`, { headers: { cookie } })
    const html = await step.text()
    expect(html).toContain('You are signed in to the shop as')
    expect(html).toContain('src=invitation')
  })

  test('ends where the shop belongs to another organization meanwhile, whose customers they are', async () => {
    const { user, job } = await withSegment([])
    const run = await invite(user, job)
    const email = `taken-${shop.handle}@mail.example`
    shop.customers.push({ ...customerOf('699', email), email_marketing: 'SUBSCRIBED' })
    // The shop's owner has taken it out while the run goes on.
    const next = await app.owner('Taken out')
    const { pool } = app.deps.db
    await pool.query('update store_sessions set organization_id = $1 where shop = $2', [
      next.organization.id,
      shop.domain,
    ])
    await pool.query(
      `update job_invitation_runs set status = 'running', after = null where id = $1`,
      [run.id],
    )
    await pool.query(
      `insert into background_tasks (kind, key, organization_id, lane) values ('invite-customers', $1, $2::uuid, $2::uuid::text)`,
      [run.id, job.organization_id],
    )
    await workDue(app.deps, 'invite-customers', 'send-mail')
    expect(await mailed(email)).toBe(0)
    const { rows } = await pool.query(
      'select status, problem from job_invitation_runs where id = $1',
      [run.id],
    )
    expect(rows).toEqual([{ status: 'failed', problem: 'store.notConnected' }])
  })

  // shows: 2-120, 2-121, privacy-38
  test('invites who agreed and nobody else, once, in their language, and says the rest in counts', async () => {
    const names = ['maya', 'lena', 'no', 'gone', 'here', 'quiet', 'none']
    const [maya, lena, no, gone, here, quiet] = names.map(
      (name) => `${name}-${shop.handle}@mail.example`,
    )
    const { user, job } = await withSegment([
      { email: maya!.toUpperCase() },
      { email: lena!, locale: 'de-CH' },
      { email: no!, email_marketing: 'NOT_SUBSCRIBED' },
      { email: gone!, email_marketing: 'UNSUBSCRIBED' },
      { email: here! },
      { email: quiet! },
    ])
    const organization = { id: job.organization_id } as Organization
    const elsewhere = await user.call<JobPost>('/api/jobs', {
      body: { title: 'Packer', description: 'Pack.' },
    })
    await user.call(`/api/jobs/${job.id}/texts/de`, {
      method: 'PUT',
      body: {
        title: 'Mechanikerin',
        description: 'Räder reparieren.',
        requirements: '',
        benefits: '',
      },
    })
    await user.call('/api/organizations/own', { method: 'PATCH', body: { language: 'en-GB' } })
    await insertApplication(app.deps.db.queries, { organization, job }, here!)
    const other = { organization, job: elsewhere.body }
    const { id } = await insertApplication(app.deps.db.queries, other, quiet!)
    await app.deps.db.pool.query('update applicants set no_contact_at = now() where id = $1', [id])

    const { body: jobs } = await user.call<{ jobs: { title: string }[] }>(
      `${at}?segment=${SEGMENT}`,
    )
    expect(jobs.jobs.map(({ title }) => title)).toEqual(['Packer', 'Mechanic'])
    const leftOut = [
      '2 have not agreed to marketing by email.',
      '1 wants no such email from you.',
      '1 has already applied for this job.',
    ]
    expect((await count(user, job)).body).toEqual({
      invitable: 2,
      sentences: ['You can invite 2 customers.', ...leftOut],
    })
    const run = await invite(user, job)
    expect([run.status, run.sentences]).toEqual([
      'finished',
      ['2 customers were invited.', ...leftOut],
    ])
    const toMaya = await app.mailTo(maya!)
    expect(toMaya.subject).toBe(`${shop.name} is hiring: Mechanic`)
    expect(toMaya.text).toContain('Leeds')
    const page = /http\S+\/careers\/\S+/.exec(toMaya.text)?.[0] ?? ''
    expect(page).toContain('src=invitation')
    expect(await (await fetch(page)).text()).toContain('Mend bicycles.')
    const toLena = await app.mailTo(lena!)
    expect(toLena.subject).toBe(`${shop.name} sucht: Mechanikerin`)
    for (const email of [no, gone, here, quiet])
      expect([email, await mailed(email!)]).toEqual([email, 0])

    // Nobody a second time, whichever the job. Who has applied for the first one can be invited to another.
    const again = await invite(user, elsewhere.body)
    expect(again.sentences).toContain('1 customer was invited.')
    expect(again.sentences.join()).toContain('2 were invited before.')
    expect(await mailed(maya!)).toBe(1)
    const { rows } = await app.deps.db.pool.query<{ action: string; details: object }>(
      `select action, details from audit_events where organization_id = $1 and action like 'customers.%'
       order by id`,
      [job.organization_id],
    )
    expect(rows).toEqual([
      { action: 'customers.invited', details: { job: 'Mechanic', people: 2 } },
      { action: 'customers.invited', details: { job: 'Packer', people: 1 } },
    ])
    // The database has no address of theirs once the mail is gone.
    await app.deps.db.pool.query('delete from mail_outbox; delete from local_mailbox')
    const { rows: kept } = await app.deps.db.pool.query<{ row: string }>(
      `select job_invitations::text as row from job_invitations where organization_id = $1`,
      [job.organization_id],
    )
    expect(kept).toHaveLength(3)
    expect(kept.map(({ row }) => row).join()).not.toMatch(/mail\.example/i)
  })

  // shows: 2-121, privacy-39, privacy-40
  test('an invited person stops it by one click, for good', async () => {
    const email = `stop-${shop.handle}@mail.example`
    const { user, job } = await withSegment([{ email }])
    await invite(user, job)
    const { text, html } = await app.mailTo(email)
    const link = /http\S+\/api\/unsubscribe\S+/.exec(text)?.[0] ?? ''
    expect(html).toContain(link.replaceAll('&', '&amp;'))
    const asked = await fetch(link)
    expect(await asked.text()).toContain(`Stop invitations from ${shop.name}?`)
    const rowsOf = async () =>
      (
        await app.deps.db.pool.query<{ unsubscribed_at: Date | null }>(
          'select unsubscribed_at from job_invitations where organization_id = $1',
          [job.organization_id],
        )
      ).rows
    // Scanners of mail open links as well.
    expect(await rowsOf()).toEqual([{ unsubscribed_at: null }])
    const changed = link.replace(/token=(.{60})./, (_, kept: string) => `token=${kept}~`)
    for (const method of ['GET', 'POST']) {
      const refused = await fetch(changed, { method })
      const page = await refused.text()
      expect([refused.status, page.includes(shop.name)]).toEqual([400, false])
    }
    // As a mail program does it (RFC 8058): from anywhere, without a session.
    const post = () =>
      fetch(link, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'List-Unsubscribe=One-Click',
      })
    for (const each of [1, 2]) {
      const stopped = await post()
      expect([each, stopped.status]).toEqual([each, 200])
      expect(stopped.headers.get('set-cookie')).toBeNull()
    }
    expect((await rowsOf())[0]?.unsubscribed_at).not.toBeNull()
    expect((await count(user, job)).body.sentences).toEqual([
      'You can invite 0 customers.',
      '1 wants no such email from you.',
    ])
    // After the term nothing is left of the invitation but that they said no.
    app.clock.move(3 * 365 * 86_400)
    await sweepJobInvitations(app.deps)
    await sweepFiles(app.deps)
    app.clock.reset()
    const { rows } = await app.deps.db.pool.query<object>(
      `select shop, job_post_id, invited_at from job_invitations where organization_id = $1`,
      [job.organization_id],
    )
    expect(rows).toEqual([{ shop: null, job_post_id: null, invited_at: null }])
    expect(await mailed(email)).toBe(0)
    expect((await post()).status).toBe(200)
  })

  // shows: 2-121
  test('goes on where a busy store stopped it, and invites nobody twice', async () => {
    const people = Array.from({ length: 260 }, (_, place) => ({
      email: `p${place}-${shop.handle}@mail.example`,
    }))
    const { user, job } = await withSegment(people)
    const pages = (...kinds: ('passes' | '503' | 'throttled')[]) =>
      kinds.map((kind) => ({ at: 'graphql' as const, kind, of: 'SegmentMembers' }))
    // The first page, then nothing for as often as one attempt asks.
    shop.faults.push(...pages('passes', '503', '503', '503'))
    const { body } = await begin(user, job)
    await workDue(app.deps, 'invite-customers')
    const readRun = async () => (await user.call<Run>(`${at}/${body.id}`)).body
    expect(await readRun()).toMatchObject({
      status: 'running',
      sentences: ['Inviting customers: 250 of 260 checked.'],
    })
    // Pressed again it is the same act.
    expect((await begin(user, job)).body.id).toBe(body.id)
    await makeTasksDue(app.deps, 'invite-customers')
    await workDue(app.deps, 'invite-customers')
    expect(await readRun()).toMatchObject({
      status: 'finished',
      sentences: ['260 customers were invited.'],
    })
    const { rows } = await app.deps.db.pool.query<{ mails: number; people: number }>(
      `select count(*)::int as mails, count(distinct recipient)::int as people
       from mail_outbox where organization_id = $1 and kind = 'job-invitation'`,
      [job.organization_id],
    )
    expect(rows).toEqual([{ mails: 260, people: 260 }])
  })

  test('says in a sentence why it cannot be done', async () => {
    const { user, job } = await withSegment([{ email: `why-${shop.handle}@mail.example` }])
    const refusalOf = async (answer: Promise<{ status: number; body: Refused }>) => {
      const { status, body } = await answer
      return [status, body.error.message]
    }
    const gone = 'gid://shopify/Segment/999'
    const noSegment = [404, 'This segment is no longer in the store.']
    expect(await refusalOf(count(user, job, gone))).toEqual(noSegment)
    expect(await refusalOf(begin(user, job, gone))).toEqual(noSegment)
    expect((await count(user, job, 'gid://shopify/Customer/1')).status).toBe(400)
    expect((await count(user, { id: 'x' })).status).toBe(400)
    for (const level of ['none', 'level-1', 'plan'] as const) {
      shop.customer_data = level
      expect(await refusalOf(count(user, job))).toEqual([
        409,
        'The store does not share customer data with this app.',
      ])
    }
    // Taken away while the task waits.
    shop.customer_data = 'all'
    const { body: run } = await begin(user, job)
    shop.customer_data = 'level-1'
    await workDue(app.deps, 'invite-customers')
    expect((await user.call<Run>(`${at}/${run.id}`)).body).toEqual({
      id: run.id,
      status: 'failed',
      sentences: [
        'The store does not share customer data with this app.',
        '0 customers were invited.',
      ],
    })
    shop.customer_data = 'all'
    shop.install!.scopes = shop.install!.scopes.filter((one) => one !== 'read_customers')
    const [status, sentence] = await refusalOf(count(user, job))
    expect([status, sentence]).toEqual([
      409,
      expect.stringContaining('has not given Storehand permission'),
    ])
    shop.install?.scopes.push('read_customers')
    shop.segments?.push({ id: '402', name: 'Nobody', customer_ids: [] })
    expect((await count(user, job, 'gid://shopify/Segment/402')).body).toEqual({
      invitable: 0,
      sentences: ['There are no customers in this segment.'],
    })
    await user.call(`/api/jobs/${job.id}`, {
      method: 'PATCH',
      body: { is_active: false, revision: job.revision },
    })
    const closed = [409, 'This job is no longer open. Please choose another one.']
    expect(await refusalOf(count(user, job))).toEqual(closed)
    expect(await refusalOf(begin(user, job))).toEqual(closed)
    const none = await user.call<{ jobs: object[] }>(`${at}?segment=${SEGMENT}`)
    expect(none.body).toEqual({ jobs: [] })
  })

  test('is for staff of the shop alone, and for jobs and acts of their organization', async () => {
    const { user, job } = await withSegment([{ email: `mine-${shop.handle}@mail.example` }])
    const { body: run } = await begin(user, job)
    const elsewhere = openShop()
    const stranger = await first(elsewhere)
    elsewhere.segments = [{ id: '401', name: 'Theirs' }]
    elsewhere.install?.scopes.push('read_customers')
    expect((await count(stranger, job)).status).toBe(404)
    expect((await begin(stranger, job)).status).toBe(404)
    expect(await statusOf(stranger, `${at}/${run.id}`)).toBe(404)
    const sol = adminUser(STAFF)
    expect((await begin(sol, job)).status).toBe(401)
    await join(sol)
    expect((await begin(sol, job)).status).toBe(403)
    // A cookie names no shop.
    const owner = await app.owner()
    expect(await statusOf(owner, `${at}?segment=${SEGMENT}`)).toBe(401)
    // Asked by the dialog's own origin, which has to be let send a body.
    const asked = await app.visitor().fetch(at, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://extensions.shopifycdn.com',
        'access-control-request-method': 'POST',
      },
    })
    expect([asked.status, asked.headers.get('access-control-allow-headers')]).toEqual([
      204,
      'Authorization, Content-Type',
    ])
  })

  test('several shops together write to one address so often a day; the rest waits, and no shop is told', async () => {
    const email = `flooded-${shop.handle}@mail.example`
    for (let shops = 1; shops <= 4; shops += 1) {
      if (shops > 1) shop = openShop()
      const { user, job } = await withSegment([{ email }])
      expect((await invite(user, job)).sentences).toEqual(['1 customer was invited.'])
      const arrived = async () => {
        await workDue(app.deps, 'send-mail')
        return mailed(email)
      }
      await expect.poll(arrived).toBe(Math.min(shops, 3))
    }
    await forgetUses(app.deps.db, invitedAddressUses(email))
    await makeTasksDue(app.deps, 'send-mail')
    await workDue(app.deps, 'send-mail')
    expect(await mailed(email)).toBe(4)
  })

  test('can be begun so often a day', async () => {
    const { user, job } = await withSegment([{ email: `often-${shop.handle}@mail.example` }])
    for (let times = 0; times < 20; times += 1) expect((await begin(user, job)).status).toBe(202)
    const refused = await begin(user, job)
    expect([refused.status, refused.body.error.code]).toEqual([429, 'jobInvitation.limit'])
  })

  test('is in the copy of who asks for their data, and forgotten with the customer and with the shop', async () => {
    const names = ['maya', 'leo', 'stop'].map((name) => `${name}-${shop.handle}@mail.example`)
    const [maya, leo, stop] = names
    const { user, job } = await withSegment(names.map((email) => ({ email })))
    await invite(user, job)
    const links = await Promise.all(
      [maya, stop].map(async (email) => {
        const { text } = await app.mailTo(email!)
        return /http\S+\/api\/unsubscribe\S+/.exec(text)?.[0] ?? ''
      }),
    )
    for (const link of links) await fetch(link, { method: 'POST' })
    const sendWebhook = async (topic: string, payload?: object) => {
      await setStandinFault(stand, shop, 'webhooks', { topic, ...(payload && { payload }) })
      await workStores(app.deps)
    }
    const left = async () => {
      const { rows } = await app.deps.db.pool.query<{ shop: string | null; isOver: boolean }>(
        `select shop, unsubscribed_at is not null as "isOver" from job_invitations
         where organization_id = $1 order by 2, 1`,
        [job.organization_id],
      )
      return rows
    }
    await sendWebhook('customers/data_request', { customer: { email: leo } })
    const { body } = await user.call<Register>('/api/rights/requests')
    const zip = await user.fetch(`/api/rights/requests/${body.requests[0]?.id}/copy.zip`)
    const files = await unzip(Buffer.from(await zip.arrayBuffer()))
    expect(JSON.parse(String(files.get('personal-data.json')))).toMatchObject({
      held: { invitations: [{ job_title: 'Mechanic', unsubscribed_at: null }] },
    })
    const theirs = { shop: shop.domain, isOver: true }
    expect(await left()).toEqual([{ ...theirs, isOver: false }, theirs, theirs])
    await sendWebhook('customers/redact', { customer: { email: maya?.toUpperCase() } })
    expect(await left()).toEqual([{ ...theirs, isOver: false }, theirs])
    // The organization stays where another shop has it too.
    const { body: frame } = await user.call<{ session: Member }>('/api/frame')
    await connectTestStore(app, frame.session, openShop())
    await setStandinFault(stand, shop, 'uninstall')
    await sendWebhook('shop/redact')
    // What was said to the organization holds, also for another shop of it.
    await expect.poll(left).toEqual([{ shop: null, isOver: true }])
    const addresses = await Promise.all(names.map(mailed))
    expect(addresses).toEqual([0, 0, 0])
  })
})
