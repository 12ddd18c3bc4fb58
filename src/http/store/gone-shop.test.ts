// After a shop has removed the app and asked for erasure, nothing that was made out of it answers any more, and nothing else is touched.
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import { announceLostStores } from '#features/store/notices/announce-lost-stores.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import type { Visitor } from '#test/app.ts'
import { sendMails, workStores } from '#test/work.ts'
import { OWNER } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import {
  AdminUser,
  installedWith,
  setStandinFault,
  signProxyQuery,
  storeClient,
  type Shop,
} from '#test/servers/stores.ts'

const { stand, app, staffedShop, adminUser } = await openStoreApp()
let shop: Shop

beforeEach(() => {
  shop = openShop()
})

const openShop = () => staffedShop(['read_products', 'write_app_proxy'])

type Made = { ruth: AdminUser; organization: Organization; job: JobPost; email: string }

/** The organization of the shop with an open job and an application, as its staff make them in the admin. */
async function open(of = shop, as = 'account'): Promise<Made> {
  const ruth = adminUser(of, OWNER)
  expect((await ruth.call('/api/store/person', { body: { as } })).status).toBe(204)
  const { body } = await ruth.call<{ session: { organization: Organization } }>('/api/frame')
  const words = { title: 'Mechanic', description: 'Mend bicycles.', location: 'Leeds' }
  const job = (await ruth.call<JobPost>('/api/jobs', { body: words })).body
  const token = await app.grant(`maya@${of.handle}.example`, job, { shop: of.domain })
  const sent = await app.visitor().call('/api/applications', {
    body: { token, firstName: 'Maya', lastName: 'Okafor', coverLetter: 'I mend.' },
  })
  expect(sent.status).toBe(201)
  return { ruth, organization: body.session.organization, job, email: of.staff?.[0]?.email ?? '' }
}

/** Every public address that names the organization, from the router, and those of the shop. */
function addressesOf({ organization, job }: Made, of = shop): string[] {
  const named = app.routes
    .filter(({ method, path }) => method === 'GET' && path.includes(':organization'))
    .map(({ path }) =>
      path
        .replace(':organization', organization.slug)
        .replace(':job', job.slug)
        .replace(/:file\{.*\}$/, 'picture-0123456789abcdef.png'),
    )
  expect(named.length).toBeGreaterThan(5)
  const query = new URLSearchParams({
    shop: of.domain,
    logged_in_customer_id: '',
    path_prefix: '/apps/careers',
    timestamp: String(Math.floor(Date.now() / 1000)),
  })
  query.append('signature', signProxyQuery(query, storeClient.secret))
  return [...new Set(named), `/shopify-proxy?${query}`, `/shopify-proxy/${job.slug}?${query}`]
}

const statuses = async (addresses: readonly string[], person: Visitor = app.visitor()) =>
  Promise.all(addresses.map(async (address) => (await person.fetch(address)).status))

async function leave(of = shop): Promise<void> {
  await setStandinFault(stand, of, 'uninstall')
  await workStores(app.deps)
}
async function redact(of = shop): Promise<void> {
  await setStandinFault(stand, of, 'webhooks', { topic: 'shop/redact' })
  await workStores(app.deps)
}
const count = async (text: string, ...values: unknown[]): Promise<number> =>
  (await app.deps.db.pool.query(text, values)).rowCount ?? 0

describe('an organization that was made in the admin of the shop', () => {
  // shows: privacy-48
  test('closes its jobs when the app is removed, and is gone with everybody in it when the shop is to be erased', async () => {
    const tea = await open()
    const other = openShop()
    const bikes = await open(other)
    const addresses = addressesOf(tea)
    const before = await statuses(addresses)
    expect(before.filter((status) => status === 200).length).toBeGreaterThan(4)

    await leave()
    const ad = `/careers/${tea.organization.slug}/${tea.job.slug}`
    expect(await statuses([ad])).toEqual([410])
    expect(
      await (await app.visitor().fetch(`/careers/${tea.organization.slug}`)).text(),
    ).not.toContain('Mechanic')
    expect(await statuses(addressesOf(bikes, other))).not.toContain(410)
    expect(
      await count('select from applicants where organization_id = $1', tea.organization.id),
    ).toBe(1)

    await redact()
    // A page that somebody has just looked at is kept for some seconds.
    const left = async () => {
      const after = await statuses(addresses)
      return addresses.filter((_, place) => ![403, 404, 410].includes(after[place] ?? 0))
    }
    await expect.poll(left, { timeout: 20_000 }).toEqual([])
    for (const table of ['job_posts', 'applicants', 'profiles', 'store_people', 'audit_events']) {
      const rows = await count(
        `select from ${table} where organization_id = $1`,
        tea.organization.id,
      )
      expect([table, rows]).toEqual([table, 0])
    }
    expect(await count('select from users where email = $1', tea.email)).toBe(0)
    expect((await tea.ruth.fetch('/api/jobs')).status).toBe(401)
    await sweepFiles(app.deps)

    // The other shop's is as it was.
    expect((await bikes.ruth.fetch('/api/jobs')).status).toBe(200)
    expect(
      await count('select from applicants where organization_id = $1', bikes.organization.id),
    ).toBe(1)
    expect(await statuses([`/careers/${bikes.organization.slug}/${bikes.job.slug}`])).toEqual([200])
  })

  test('begins anew when the shop installs the app again', async () => {
    const tea = await open()
    await leave()
    await redact()
    shop.install = installedWith(['read_products'])
    const again = adminUser(shop, OWNER)
    expect((await again.call('/api/store/person', { body: {} })).status).toBe(204)
    const { body } = await again.call<{ jobs: object[] }>('/api/jobs')
    expect(body.jobs).toEqual([])
    expect(tea.ruth).toBeDefined()
  })

  test.each([
    ['account', true],
    // The address signs in to another account.
    ['shop', false],
  ])(
    'reads in a mail what was closed and what is deleted when, and how to keep it: as %s %s',
    async (as, canSignIn) => {
      if (!canSignIn) await app.person(shop.staff?.[0]?.email)
      const { email } = await open(shop, as)
      await leave()
      app.clock.move(20 * 60)
      await announceLostStores(app.deps)
      await sendMails(app.deps)
      app.clock.reset()
      const { text } = await app.mailTo(email, /lost the connection/)
      expect(text).toContain('Your jobs were closed at once, everywhere.')
      expect(text.includes('choose a password')).toBe(canSignIn)
      expect(text.includes(`${app.url}/account`)).toBe(canSignIn)
      // Who cannot sign in here gets it back where the shop is.
      const install = `${stand.url}/store/${shop.handle}/oauth/install`
      expect(text.includes(install)).toBe(!canSignIn)
      expect(text).not.toContain('/connect-shopify')
    },
  )

  test('stays once a member of it can sign in on our own site', async () => {
    const tea = await open()
    await app.deps.db.pool.query(
      `insert into credentials (account_id, provider_id, user_id, password, updated_at)
       select id, 'credential', id, 'hash', now() from users where email = $1`,
      [tea.email],
    )
    await leave()
    await redact()
    expect(await statuses([`/careers/${tea.organization.slug}/${tea.job.slug}`])).toEqual([200])
    // What came by the shop is gone all the same.
    expect(
      await count('select from applicants where organization_id = $1', tea.organization.id),
    ).toBe(0)
  })

  test('loses the people whom only the shop let in, and keeps an owner', async () => {
    const sam = { id: '1002', first_name: 'Sam', last_name: 'Lane', account_owner: false }
    const email = `sam@${shop.handle}.example`
    shop.staff?.push({ ...sam, email, email_verified: true })
    // Their address signs in to another account, which is none of the shop's business.
    const elsewhere = await app.person(email)
    await app.person(shop.staff?.[0]?.email)
    const tea = await open(shop, 'shop')
    const member = new AdminUser(app.url, shop, sam.id)
    await member.call('/api/store/person', { body: { as: 'shop' } })
    const staff = await app.person()
    await app.deps.db.pool.query(
      `update profiles set organization_id = $1, is_approved = true, approved_at = now()
       where id = $2 or (email = $3 and id <> $4)`,
      [tea.organization.id, staff.userId, email, elsewhere.userId],
    )
    await leave()
    app.clock.move(20 * 60)
    await announceLostStores(app.deps)
    app.clock.reset()
    const mails = `select from mail_outbox where organization_id = $1 and recipient in ($2, $3)`
    const mailed = () => count(mails, tea.organization.id, email, tea.email)
    expect(await mailed()).toBeGreaterThan(0)
    await redact()
    const { rows } = await app.deps.db.pool.query(
      'select id, role from profiles where organization_id = $1',
      [tea.organization.id],
    )
    expect(rows).toEqual([{ id: staff.userId, role: 'organization_owner' }])
    expect(await count('select from users where email like $1', `%/${shop.domain}`)).toBe(0)
    expect(await count('select from users where id = $1', elsewhere.userId)).toBe(1)
    expect(await mailed()).toBe(0)
  })
})
