// The block on a customer's page in the store's admin: what this customer has applied for.
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import type { Visitor } from '#test/app.ts'
import { insertApplication } from '#test/rows.ts'
import { customerOf, STAFF } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import type { Shop } from '#test/servers/stores.ts'

const { app, staffedShop, adminUser, firstUser } = await openStoreApp({ work: 'queued' })
let shop: Shop

beforeEach(() => {
  shop = staffedShop()
})

const statusOf = async (user: Visitor, address: string) => (await user.call(address)).status

describe('the page of a customer', () => {
  type Applications = { applications: { id: string; job_title: string; status_text: string }[] }
  const applicationsOf = async (user: Visitor, customer: string, lang = 'en') => {
    const query = new URLSearchParams({ customer: `gid://shopify/Customer/${customer}`, lang })
    return (await user.call<Applications>(`/api/store/customer-applications?${query}`)).body
      .applications
  }
  /** A shop with the customer 501, who has applied. */
  async function withApplicant() {
    const user = await firstUser(shop)
    const { body: job } = await user.call<JobPost>('/api/jobs', {
      body: { title: 'Mechanic', description: 'Mend bicycles.' },
    })
    const organization = { id: job.organization_id } as Organization
    const { id } = await insertApplication(
      app.deps.db.queries,
      { organization, job },
      'Maya@mail.example',
    )
    shop.customers.push(customerOf({ id: '501', email: 'maya@mail.example' }))
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
    const elsewhere = staffedShop()
    const stranger = await firstUser(elsewhere)
    elsewhere.customers.push(customerOf({ id: '501', email: 'maya@mail.example' }))
    elsewhere.install?.scopes.push('read_customers')
    expect(await applicationsOf(stranger, '501')).toEqual([])
    // Who waits for an owner is told nothing, and who is linked to nobody is asked to be.
    const sol = adminUser(shop, STAFF)
    const address = '/api/store/customer-applications?customer=gid://shopify/Customer/501'
    expect(await statusOf(sol, address)).toBe(401)
    await sol.call('/api/store/person', { body: {} })
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
