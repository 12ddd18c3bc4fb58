// The dashboard in a store's admin: which session tokens give access, as whom, and how a user of the shop is linked to
// our user.
import { beforeEach, describe, expect, test } from 'vitest'
import type { SecondFactorOffer } from '#domain/accounts/accounts.ts'
import type { StorePersonView } from '#domain/store/store-person.ts'
import type { Visitor } from '#test/app.ts'
import { listen } from '#test/live-stream.ts'
import { codeOfPhone } from '#test/people/phone.ts'
import { workStores } from '#test/work.ts'
import { queueNotifications } from '#features/mails/queue-notifications.ts'
import { OWNER, STAFF } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { setStandinFault, signSessionToken, storeClient, type Shop } from '#test/servers/stores.ts'

const { stand, app, staffedShop, adminUser, firstUser } = await openStoreApp({ work: 'queued' })
let shop: Shop

beforeEach(() => {
  shop = staffedShop()
})

type Failed = { error: { code: string } }
const read = async (user: Visitor) => (await user.call<StorePersonView>('/api/store/person')).body
const join = (user: Visitor) => user.call<Failed>('/api/store/person', { body: {} })
const prove = (user: Visitor, body: object) =>
  user.call<Failed>('/api/store/person/proof', { body })
const statusOf = async (user: Visitor, address = '/api/jobs') => (await user.call(address)).status

describe('the first visit', () => {
  // shows: 2-116
  test('makes the shop’s organization with one click, and opens everything to its owner', async () => {
    const ruth = adminUser(shop, OWNER)
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
    await firstUser(shop)
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
    const ruth = adminUser(shop, OWNER)
    const proof = { email: owner.email, password: 'correct horse' }
    expect((await prove(ruth, proof)).status).toBe(204)
    expect(await read(ruth)).toMatchObject({ state: 'member', organization_name: 'Known Tea' })
  })

  test('leaves a store alone that somebody else is connecting', async () => {
    const other = await app.person()
    await read(adminUser(shop, OWNER))
    await app.deps.db.pool.query(
      `update store_sessions set organization_id = null, claimed_by = $1, claim_ends_at = now() + interval '1 day' where shop = $2`,
      [other.userId, shop.domain],
    )
    const refused = await join(adminUser(shop, OWNER))
    expect([refused.status, refused.body.error.code]).toEqual([409, 'store.elsewhere'])
  })
})

describe('the owner of the shop who comes later', () => {
  test('owns the organization that staff have made there', async () => {
    await join(adminUser(shop, STAFF))
    const ruth = adminUser(shop, OWNER)
    const about = { state: 'new', organization_name: shop.name, comes_as_owner: true }
    expect(await read(ruth)).toMatchObject(about)
    expect((await join(ruth)).status).toBe(204)
    const { body } = await ruth.call<{ session: { profile: object } }>('/api/frame')
    expect(body.session.profile).toMatchObject({ role: 'organization_owner', is_approved: true })
  })

  test('waits once they were removed from it, by whichever way they come back', async () => {
    const sol = adminUser(shop, STAFF)
    await join(sol)
    const ruth = adminUser(shop, OWNER)
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
    const sol = adminUser(shop, STAFF)
    await prove(sol, { email: owner.email, password: 'correct horse' })
    const ruth = adminUser(shop, OWNER)
    await join(ruth)
    expect(await read(ruth)).toMatchObject({ state: 'pending', organization_name: 'Brought Tea' })
  })
})

describe('staff who come later', () => {
  test('wait for an owner, are let in, and are out the moment they are removed', async () => {
    const ruth = await firstUser(shop)
    const sol = adminUser(shop, STAFF)
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
    const ruth = await firstUser(shop)
    const name = (await read(ruth)).organization_name
    const sol = adminUser(shop, STAFF)
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
    await firstUser(shop)
    shop.staff![1]!.email_verified = false
    const sol = adminUser(shop, STAFF)
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
    const ruth = await firstUser(shop)
    const sol = await app.person(shop.staff![1]!.email)
    const inAdmin = adminUser(shop, STAFF)
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
    await firstUser(shop)
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
    const inAdmin = adminUser(shop, STAFF)
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
    const ruth = await firstUser(shop)
    const { body: mine } = await ruth.call<{ id: string }>('/api/jobs', {
      body: { title: 'Mechanic', description: 'Mend bicycles.' },
    })
    const other = await firstUser(staffedShop())
    expect(await statusOf(other, `/api/jobs/${mine.id}`)).toBe(404)
    expect(await statusOf(ruth, `/api/jobs/${mine.id}`)).toBe(200)
    // The same number in another shop is another user.
    expect(await read(adminUser(staffedShop(), STAFF))).toMatchObject({ state: 'new' })
  })

  test('nothing by a cookie that comes along', async () => {
    const stranger = await app.owner('Cookie Tea')
    const user = adminUser(shop, OWNER)
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
    await firstUser(shop)
    const user = adminUser(shop, OWNER, () => token(shop))
    for (const address of ['/api/jobs', '/api/store/person']) {
      const answer = await user.fetch(address)
      expect(answer.status).toBe(401)
      expect(answer.headers.get('x-shopify-retry-invalid-session-request')).toBe('1')
    }
    expect((await user.fetch('/api/store/person', { method: 'POST' })).status).toBe(401)
  })

  test('nothing that protects an account: that stays on our own pages', async () => {
    const ruth = await firstUser(shop)
    const refused = await ruth.call<Failed>('/api/accounts/password', {
      body: { password: 'another horse' },
    })
    expect([refused.status, refused.body.error.code]).toEqual([403, 'store.fullSiteOnly'])
    expect(await statusOf(ruth, '/api/accounts/sessions')).toBe(200)
  })

  test('nothing to a suspended person, and nothing once the app was removed', async () => {
    const ruth = await firstUser(shop)
    const live = await listen(ruth)
    await setStandinFault(stand, shop, 'uninstall')
    await live.untilOver()
    expect(await statusOf(ruth)).toBe(401)
    const other = staffedShop()
    const suspended = await firstUser(other)
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
    const ruth = await firstUser(shop)
    await app.deps.db.pool.query(
      `update sessions set expires_at = now() - interval '1 second'
       where user_id = (select id from users where email = $1)`,
      [shop.staff?.[0]?.email],
    )
    const answers = await Promise.all([1, 2, 3].map(() => statusOf(ruth)))
    expect(answers).toEqual([200, 200, 200])
  })
})
