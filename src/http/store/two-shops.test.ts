// Two shops of two owners who share an agency, from the installation to the end of one of them: neither ever has anything of the other.
import { expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Organization, OrganizationMember } from '#domain/organizations/organizations.ts'
import { CUSTOMERS_SCOPE, PAGES_SCOPE, PROXY_SCOPE } from '#domain/store/store.ts'
import type { Visitor } from '#test/app.ts'
import { addressesOf, fieldsOf, textOf } from '#test/html.ts'
import { workStores } from '#test/work.ts'
import { customerOf, OWNER, ownerUser, STAFF, staffUser } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { installedWith, setStandinFault, type AdminUser, type Shop } from '#test/servers/stores.ts'

const { stand, app, adminUser } = await openStoreApp()

const MAYA = 'maya@mail.example'

/** Its owner, the agency's collaborator and a customer, who have the same addresses in both. */
function openShop(handle: string, owner: string): Shop {
  const shop = stand.shop(handle)
  shop.staff = [ownerUser(owner), staffUser('sam@agency.example', { collaborator: true })]
  shop.install = installedWith([CUSTOMERS_SCOPE, PAGES_SCOPE, PROXY_SCOPE])
  shop.customers.push(customerOf({ id: '7001', email: MAYA, phone: '+447700900123' }))
  return shop
}

const join = async (user: Visitor, as: string) =>
  (await user.call('/api/store/person', { body: { as } })).status
const home = async (user: Visitor) =>
  (await user.call<{ organization_name: string | null }>('/api/store/admin-page')).body
const organizationOf = async (user: Visitor) =>
  (await user.call<{ session: { organization: Organization } }>('/api/frame')).body.session
    .organization
const applicants = async (user: Visitor) =>
  (await user.call<{ applicants: { email: string; role_title: string }[] }>('/api/applicants')).body
    .applicants

type Made = {
  shop: Shop
  owner: AdminUser
  sam: AdminUser
  organization: Organization
  job: JobPost
}

/** From the first visit of the home to a page of the theme that shows the job. */
async function begin(shop: Shop, title: string): Promise<Made> {
  const owner = adminUser(shop, OWNER)
  const sam = adminUser(shop, STAFF)
  // The agency looks first, and owns nothing by it.
  expect(await join(sam, 'shop')).toBe(409)
  expect(await home(owner)).toMatchObject({ organization_name: null })
  expect(await join(owner, 'account')).toBe(204)
  expect(await home(owner)).toMatchObject({ organization_name: shop.name })
  expect(await join(sam, 'shop')).toBe(204)
  const members = '/api/organizations/members'
  const { body } = await owner.call<{ pending: OrganizationMember[] }>(members)
  for (const { id } of body.pending) {
    await owner.call(`${members}/${id}/approve`, { method: 'POST' })
  }
  const words = { title, description: 'Do it well.', location: 'Leeds' }
  const job = (await owner.call<JobPost>('/api/jobs', { body: words })).body
  expect((await owner.call('/api/store/jobs-page', { method: 'POST' })).status).toBe(200)
  shop.blocks = { careers: {} }
  await workStores(app.deps)
  return { shop, owner, sam, organization: await organizationOf(owner), job }
}

const inShop = ({ shop }: Made, path: string) =>
  fetch(new URL(path, stand.url), { headers: { cookie: `customer=${shop.customers[0]?.id}` } })
/** The page of the theme with the block. */
const themePage = async (made: Made) => {
  const [page] = made.shop.pages
  return (await inShop(made, `/${made.shop.domain}/pages/${page?.handle}`)).text()
}

/** By the link of the block, as the customer who is signed in to the shop. */
async function apply(made: Made): Promise<void> {
  const html = await themePage(made)
  const link = addressesOf(html).find((address) => address.includes(`/${made.job.slug}?`)) ?? ''
  const consent = await (await inShop(made, link)).text()
  const to = addressesOf(consent.replace(/<form(?![^>]* method="post")[^>]*>/g, '')).find(
    (address) => address.includes('step=consent') && !address.includes('as=other'),
  )
  const { proof = '' } = fieldsOf(consent)
  const done = await fetch(new URL(to ?? '', stand.url), {
    method: 'POST',
    headers: { cookie: `customer=${made.shop.customers[0]?.id}` },
    body: new URLSearchParams({ proof, send: 'yes', consent: 'yes' }),
  })
  expect(textOf(await done.text())).toContain('Application Submitted!')
}

// shows: 2-126, privacy-48
test('two shops with one agency are strangers from the installation to the end of one of them', async () => {
  const tea = await begin(openShop('tea-story', 'olga@tea.example'), 'Blender')
  const bikes = await begin(openShop('bikes-story', 'ruth@bikes.example'), 'Mechanic')
  expect(tea.organization.id).not.toBe(bikes.organization.id)
  for (const [one, other] of [
    [tea, bikes],
    [bikes, tea],
  ] as const) {
    await apply(one)
    const shown = textOf(await themePage(one))
    expect(shown).toContain(one.job.title)
    expect(shown).not.toContain(other.job.title)
    for (const person of [one.owner, one.sam]) {
      expect(await applicants(person)).toMatchObject([{ email: MAYA, role_title: one.job.title }])
    }
  }

  const bikesBefore = await applicants(bikes.sam)
  await setStandinFault(stand, tea.shop, 'uninstall')
  await workStores(app.deps)
  const ad = ({ organization, job }: Made) => `/careers/${organization.slug}/${job.slug}`
  expect((await app.visitor().fetch(ad(tea))).status).toBe(410)
  await setStandinFault(stand, tea.shop, 'webhooks', { topic: 'shop/redact' })
  await workStores(app.deps)

  // Of the first nothing answers, also not to who works for both.
  await expect.poll(async () => (await app.visitor().fetch(ad(tea))).status).toBe(404)
  for (const person of [tea.owner, tea.sam]) {
    expect((await person.fetch('/api/applicants')).status).toBe(401)
  }
  const { rows } = await app.deps.db.pool.query<{ organization_id: string }>(
    'select organization_id from applicants where email = $1',
    [MAYA],
  )
  expect(rows).toEqual([{ organization_id: bikes.organization.id }])
  // The other has all that it had.
  expect((await app.visitor().fetch(ad(bikes))).status).toBe(200)
  expect(textOf(await themePage(bikes))).toContain(bikes.job.title)
  expect(await applicants(bikes.sam)).toEqual(bikesBefore)
  expect(await home(bikes.owner)).toMatchObject({ organization_name: bikes.shop.name })
})
