// One person in several shops: each shop is a company of its own, unless somebody who owns both says otherwise.
import { expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { StorePersonView } from '#domain/store/store-person.ts'
import { PAGES_SCOPE, type AdminPageView } from '#domain/store/store.ts'
import type { Visitor } from '#test/app.ts'
import { sendMails, workStores } from '#test/work.ts'
import { OWNER, ownerUser, STAFF, staffUser } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { type Shop } from '#test/servers/stores.ts'

const { app, staffedShop, adminUser } = await openStoreApp()
let made = 0
type StaffOfShop = NonNullable<Shop['staff']>[number]

/** `agency`: the same address in every shop that has it. */
function openShop(owner: string, agency?: Partial<StaffOfShop>): Shop {
  made += 1
  return Object.assign(staffedShop(['read_products', PAGES_SCOPE]), {
    staff: [ownerUser(owner), staffUser('sam@agency.example', agency)],
  })
}

const read = async (user: Visitor) => (await user.call<StorePersonView>('/api/store/person')).body
const join = (user: Visitor, as: string) =>
  user.call<{ error: { code: string } }>('/api/store/person', { body: { as } })
const titles = async (user: Visitor) =>
  (await user.call<{ jobs: JobPost[] }>('/api/jobs')).body.jobs.map(({ title }) => title)
const words = (title: string) => ({ title, description: 'Mend things.', location: 'Leeds' })
const organizationOf = async (user: Visitor) =>
  (await user.call<{ session: { organization: Organization; profile: object } }>('/api/frame')).body
    .session

// shows: 2-126
test('who works in two shops does not put them together: each is an organization of its own', async () => {
  const tea = openShop(`olga-${made}@tea.example`)
  const bikes = openShop(`ruth-${made}@bikes.example`)
  const sam = adminUser(tea, STAFF)
  await join(sam, 'account')
  expect((await sam.call('/api/jobs', { body: words('Blender') })).status).toBe(201)

  const inBikes = adminUser(bikes, STAFF)
  expect(await read(inBikes)).toMatchObject({ state: 'unproved', can_use_shop: true })
  expect((await join(inBikes, 'shop')).status).toBe(204)
  expect(await read(inBikes)).toMatchObject({ state: 'member', organization_name: bikes.name })
  expect((await inBikes.call('/api/jobs', { body: words('Mechanic') })).status).toBe(201)
  expect([await titles(sam), await titles(inBikes)]).toEqual([['Blender'], ['Mechanic']])
  // Their mails go to their own address, and their account is the one of before.
  const { profile } = await organizationOf(inBikes)
  expect(profile).toMatchObject({ email: 'sam@agency.example', role: 'organization_owner' })
  const { rows } = await app.deps.db.pool.query(
    `select users.email from users join profiles using (id) where profiles.email = 'sam@agency.example' order by 1`,
  )
  expect(rows).toEqual([{ email: `${STAFF}/${bikes.domain}` }, { email: 'sam@agency.example' }])

  // The owners of the two shops come later, each to their own.
  for (const [shop, title] of [
    [tea, 'Blender'],
    [bikes, 'Mechanic'],
  ] as const) {
    const owner = adminUser(shop, OWNER)
    expect((await join(owner, 'account')).status).toBe(204)
    expect(await titles(owner)).toEqual([title])
    expect((await organizationOf(owner)).profile).toMatchObject({ role: 'organization_owner' })
  }
})

test('a change of names keeps the address that mails go to', async () => {
  const first = openShop(`olga-${made}@tea.example`, { email: 'lea@agency.example' })
  const second = openShop(`olga-${made}@tea.example`, { email: 'lea@agency.example' })
  await join(adminUser(first, STAFF), 'account')
  await join(adminUser(second, STAFF), 'shop')
  await app.deps.db.pool.query(`update users set first_name = 'Leah' where email = $1`, [
    `${STAFF}/${second.domain}`,
  ])
  const { profile } = await organizationOf(adminUser(second, STAFF))
  expect(profile).toMatchObject({ first_name: 'Leah', email: 'lea@agency.example' })
})

test('who works from outside never owns a shop by coming first, and is let in by its people', async () => {
  const shop = openShop(`olga-${made}@tea.example`, {
    collaborator: true,
    email: 'mia@agency.example',
  })
  const mia = adminUser(shop, STAFF)
  expect(await read(mia)).toMatchObject({ is_collaborator: true, organization_name: null })
  for (const as of ['account', 'shop']) {
    const { status, body } = await join(mia, as)
    expect([as, status, body.error.code]).toEqual([as, 409, 'store.ownerFirst'])
  }
  // Nor does an organization of theirs get it.
  const agency = await app.owner('Agency')
  const proof = { email: agency.email, password: 'correct horse' }
  const refused = await mia.call<{ error: { code: string } }>('/api/store/person/proof', {
    body: proof,
  })
  expect([refused.status, refused.body.error.code]).toEqual([409, 'store.ownerFirst'])
  // Nor does the link by which people of the shop connect it.
  const linkFor = async (user: Visitor) =>
    (await user.call<AdminPageView>('/api/store/admin-page')).body.connect_url
  expect(await linkFor(mia)).toBeNull()
  expect(await linkFor(adminUser(shop, OWNER))).toContain('?claim=')
  expect((await join(adminUser(shop, OWNER), 'account')).status).toBe(204)
  expect((await join(mia, 'shop')).status).toBe(204)
  expect(await read(mia)).toMatchObject({ state: 'pending', organization_name: shop.name })
})

test('an owner brings a second shop to their organization only by proving the account', async () => {
  const first = openShop('both@shops.example')
  const second = openShop('both@shops.example')
  const ruth = adminUser(first, OWNER)
  await join(ruth, 'account')
  const there = adminUser(second, OWNER)
  expect((await join(there, 'account')).body.error.code).toBe('store.personUnproved')
  await there.call('/api/store/person/code', { body: {} })
  await sendMails(app.deps)
  const { code } = await app.mailTo('both@shops.example')
  expect((await there.call('/api/store/person/proof', { body: { code } })).status).toBe(204)
  expect(await read(there)).toMatchObject({ state: 'member', organization_name: first.name })
})

test('the owner of a shop takes it out of a foreign organization, and nobody else does', async () => {
  const stranger = await app.owner('Foreign Tea')
  const job = await app.job(stranger, { title: 'Blender' })
  const shop = openShop(`olga-${made}@own.example`, { email: `sol-${made}@own.example` })
  // A member of staff brought it there.
  const sol = adminUser(shop, STAFF)
  const proof = { email: stranger.email, password: 'correct horse' }
  expect((await sol.call('/api/store/person/proof', { body: proof })).status).toBe(204)
  expect((await sol.call('/functions/sync-careers-page', { body: {} })).status).toBe(200)
  expect(shop.pages.map(({ body }) => body).join(' ')).toContain('Blender')

  const olga = adminUser(shop, OWNER)
  expect(await read(olga)).toMatchObject({ state: 'new', can_take_out: true })
  // Not by who does not own the shop.
  const other = adminUser(shop, '1003')
  shop.staff?.push({
    ...(shop.staff[1] as StaffOfShop),
    id: '1003',
    email: `lee-${made}@own.example`,
  })
  expect((await join(other, 'take-out')).body.error.code).toBe('store.notOwned')
  expect((await join(olga, 'take-out')).status).toBe(204)
  expect(await read(olga)).toMatchObject({ state: 'member', organization_name: shop.name })
  expect(await titles(olga)).toEqual([])
  // What the former organization showed in the shop goes, and what it has stays with it.
  await workStores(app.deps)
  await expect.poll(() => shop.pages.map(({ body }) => body).join(' ')).not.toContain('Blender')
  expect(await titles(stranger)).toEqual([job.title])
  expect((await sol.fetch('/api/jobs')).status).toBe(401)
  const { text } = await app.mailTo(stranger.email, /lost the connection/)
  expect(text).toContain('has taken it out of your organization')
  const { body } = await stranger.call<{ store: object | null }>('/api/store')
  expect(body.store).toBeNull()
})

test('whose account is in the shop’s organization already is asked to prove it, not to be somebody else', async () => {
  const owner = await app.owner('Known Tea')
  const shop = openShop(owner.email)
  const first = adminUser(shop, OWNER)
  const proof = { email: owner.email, password: 'correct horse' }
  expect((await first.call('/api/store/person/proof', { body: proof })).status).toBe(204)
  // The shop gives its owner a new number, as when they leave and come back.
  const again = { ...(shop.staff?.[0] as StaffOfShop), id: '1009' }
  shop.staff?.push(again)
  expect(await read(adminUser(shop, '1009'))).toMatchObject({
    state: 'unproved',
    can_use_shop: false,
  })
})

test('nobody can hold the account of a shop’s person before that person comes', async () => {
  const shop = openShop(`olga-${made}@tea.example`, { email: 'kim@agency.example' })
  await app.person('kim@agency.example')
  for (const email of [`${STAFF}@${shop.domain}`, `${STAFF}/${shop.domain}`]) {
    await app.visitor().call('/api/accounts/sign-up', {
      body: { email, password: 'correct horse', first_name: 'A', last_name: 'Stranger' },
    })
  }
  const kim = adminUser(shop, STAFF)
  expect((await join(kim, 'shop')).status).toBe(204)
  const { rows } = await app.deps.db.pool.query(
    `select credentials.id from store_people join credentials using (user_id) where shop = $1`,
    [shop.domain],
  )
  expect(rows).toEqual([])
  expect((await organizationOf(kim)).profile).toMatchObject({ email: 'kim@agency.example' })
  // So nobody is told to set a password: the mail would set that of the other account.
  const { body } = await kim.call('/api/accounts/password')
  expect(body).toEqual({ has_password: false, can_have_password: false })
})

test('who is suspended does not come in as a person of a shop instead', async () => {
  const shop = openShop(`olga-${made}@tea.example`, { email: 'max@agency.example' })
  const max = await app.person('max@agency.example')
  await app.deps.db.pool.query(
    `update users set banned_until = now() + interval '1 hour' where id = $1`,
    [max.userId],
  )
  const refused = await join(adminUser(shop, STAFF), 'shop')
  expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.suspended'])
})

test('the owner of a shop takes it out also as a member of the foreign organization, and twice is as once', async () => {
  const stranger = await app.owner('Agency of all')
  const shop = openShop(`olga-${made}@mine.example`, { email: `sol-${made}@mine.example` })
  const proof = { email: stranger.email, password: 'correct horse' }
  const sol = adminUser(shop, STAFF)
  expect((await sol.call('/api/store/person/proof', { body: proof })).status).toBe(204)
  const olga = adminUser(shop, OWNER)
  await join(olga, 'account')
  await app.deps.db.pool.query(
    `update profiles set is_approved = true where organization_id = $1`,
    [stranger.organization.id],
  )
  // What waits to be written is the former organization's.
  await app.job(stranger, { title: 'Blender' })
  expect((await join(olga, 'take-out')).status).toBe(204)
  expect((await join(olga, 'take-out')).status).toBe(204)
  expect(await read(olga)).toMatchObject({ state: 'member', organization_name: shop.name })
  const { rows } = await app.deps.db.pool.query(
    `select distinct organization_id from background_tasks where key = $1`,
    [shop.domain],
  )
  expect(rows).not.toContainEqual({ organization_id: stranger.organization.id })
})

test.each([
  ['waits for', 'is_approved = false'],
  ['belongs to', 'is_approved = true'],
  ['owns', `is_approved = true, role = 'organization_owner'`],
])(
  'the owner of the shop, as somebody of this shop alone who %s the foreign organization, takes it out and leaves',
  async (_, values) => {
    const stranger = await app.owner('Foreign Bikes')
    made += 1
    const email = `olga-${made}@ours.example`
    await app.person(email)
    const shop = openShop(email, { email: `sol-${made}@ours.example` })
    const sol = adminUser(shop, STAFF)
    const proof = { email: stranger.email, password: 'correct horse' }
    expect((await sol.call('/api/store/person/proof', { body: proof })).status).toBe(204)
    const colleague = { id: '1003', email: `kay-${made}@ours.example`, account_owner: false }
    shop.staff?.push({ ...(shop.staff[0] as StaffOfShop), ...colleague })
    await app.person(colleague.email)
    const [olga, kay] = [adminUser(shop, OWNER), adminUser(shop, '1003')]
    for (const user of [olga, kay]) expect((await join(user, 'shop')).status).toBe(204)
    await app.deps.db.pool.query(
      `update profiles set ${values} where organization_id = $1 and email in ($2, $3)`,
      [stranger.organization.id, email, colleague.email],
    )

    expect((await join(olga, 'take-out')).status).toBe(204)
    expect(await read(olga)).toMatchObject({ state: 'member', organization_name: shop.name })
    expect((await organizationOf(olga)).profile).toMatchObject({ role: 'organization_owner' })
    // Whom only the shop let in gets no mails of the former organization either.
    const { body } = await stranger.call<{ members: { email: string }[]; pending: object[] }>(
      '/api/organizations/members',
    )
    expect(body.members.map((one) => one.email)).toEqual([stranger.email])
    expect(await read(kay)).toMatchObject({ state: 'unproved', organization_name: shop.name })
  },
)

test('a shop by which alone its owners come in is not disconnected, because nobody could connect it again', async () => {
  made += 1
  const email = `olga-${made}@only.example`
  const shop = openShop(email)
  await app.person(email)
  const olga = adminUser(shop, OWNER)
  await join(olga, 'shop')
  const disconnect = () =>
    olga.call<{ error: { code: string } }>('/api/store/disconnect', {
      body: { shop: shop.domain },
    })
  const refused = await disconnect()
  expect([refused.status, refused.body.error.code]).toEqual([409, 'store.onlyWayIn'])
  // An owner of another kind can sign in on our own site.
  const { body } = await olga.call<{ session: { organization: Organization } }>('/api/frame')
  const other = await app.person()
  await app.deps.db.pool.query(
    `update profiles set organization_id = $1, is_approved = true, role = 'organization_owner' where id = $2`,
    [body.session.organization.id, other.userId],
  )
  expect((await disconnect()).status).toBe(204)
})
