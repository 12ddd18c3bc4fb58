// Customers of the store over HTTP: access to their data, prefilled values of the form, and stores that do not answer.
import { setTimeout as wait } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { CustomerView } from '#domain/store/customers.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import type { Member, Visitor } from '#test/app.ts'
import { fieldsOf, textOf } from '#test/html.ts'
import { insertApplication } from '#test/rows.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { connectTestStore, type Shop } from '#test/servers/stores.ts'

const { app, stand, connectedShop } = await openStoreApp()
let owner: Member
let job: JobPost
let shop: Shop

const MISSING =
  'Unable to load detailed customer data. The customer record may not exist in Shopify.'
const MAYA = 'maya.okafor@mail.example'
const JON = 'jon.bell@mail.example'
const OLA = 'ola.looking@mail.example'
const UNKNOWN_EMAIL = 'nobody.here@mail.example'

beforeEach(async () => {
  ;({ owner, shop } = await connectedShop())
  job = await app.job(owner)
  const address = {
    address1: '12 Mill Lane',
    address2: null,
    city: 'Leeds',
    province: 'West Yorkshire',
    zip: 'LS1 4AB',
    country: 'United Kingdom',
  }
  const buyer = (id: string, name: string, orders: number, spent: string, phone: string | null) => {
    const [first_name = '', last_name = ''] = name.split(' ')
    const email = `${first_name}.${last_name}@mail.example`.toLowerCase()
    const person = { id, first_name, last_name, email, phone }
    return { ...person, orders, spent, created_at: '2021-03-14T10:00:00Z', address }
  }
  shop.customers.push(
    buyer('501', 'Maya Okafor', 14, '1240.50', '+447700900123'),
    buyer('502', 'Jon Bell', 1, '38.00', null),
    buyer('503', 'Ola Looking', 0, '0.00', '+44 1'),
  )
})

type Answer = Record<string, unknown>
const ask = (visitor: Visitor, email: string, token?: string) =>
  visitor.call<Answer>('/functions/get-shopify-customer', {
    body: { email, ...(token && { token }) },
  })
const applicant = (email = MAYA) =>
  insertApplication(app.deps.db.queries, { organization: owner.organization, job }, email)
const applyStep = async (token: string) => {
  const response = await app.visitor().fetch(`/embed?step=apply&roleId=${job.id}&token=${token}`, {
    headers: { accept: 'application/json' },
  })
  const { view } = (await response.json()) as { view: WidgetView }
  if (view.step !== 'apply') throw new Error(`the step is ${view.step}`)
  return view
}
const names = { firstName: 'Maya', lastName: 'Okafor' }
const send = async (token: string, more: Record<string, string> = {}, path?: string) => {
  const to = path ?? `/embed?step=apply&roleId=${job.id}`
  const { status } = await app.visitor().form(to, { token, ...names, ...more })
  expect([200, 303]).toContain(status)
}
const rowOf = async (email: string) => {
  const { rows } = await app.deps.db.pool.query<{ id: string; is_existing_customer: boolean }>(
    'select id, is_existing_customer from applicants where email = $1 and organization_id = $2',
    [email, owner.organization.id],
  )
  return rows[0]
}

describe('works', () => {
  // shows: 3-9, 7-111
  test('staff are told every field of a customer, and that is written down', async () => {
    const { id } = await applicant()
    const { body } = await owner.call<CustomerView>(`/api/applicants/${id}/customer`)
    expect(body).toEqual({
      connected: true,
      customerStatus: 'customer',
      customer: {
        id: 'gid://shopify/Customer/501',
        firstName: 'Maya',
        lastName: 'Okafor',
        email: MAYA,
        phone: '+447700900123',
        ordersCount: 14,
        totalSpent: 1240.5,
        currency: 'GBP',
        customerSince: '2021-03-14T10:00:00Z',
        firstOrderDate: null,
        tenureText: expect.stringMatching(/^\d+ years/) as string,
        customerStatus: 'customer',
        defaultAddress: '12 Mill Lane, Leeds, West Yorkshire, LS1 4AB, United Kingdom',
        address: expect.objectContaining({ address2: null, city: 'Leeds' }) as object,
      },
    })
    const profile = await owner.call<ApplicantProfile>(`/api/applicants/${id}`)
    expect(JSON.stringify(profile.body.timeline)).toContain('customer.read')
    const staff = await app.staff(owner)
    const asked = await ask(staff, MAYA.toUpperCase())
    expect(asked.body).toMatchObject({ success: true, ordersCount: 14, customerStatus: 'customer' })
  })

  test('the first order is told where the store lets the app read orders', async () => {
    // With read_orders alone it answers the last 60 days: an order of these need not be the first.
    await applicant()
    for (const [scopes, firstOrder] of [
      [['read_customers', 'read_orders'], null],
      [['read_customers', 'read_orders', 'read_all_orders'], '2021-03-14T10:00:00Z'],
    ] as const) {
      await connectTestStore(app, owner, shop, scopes)
      expect((await ask(owner, MAYA)).body.firstOrderDate).toBe(firstOrder)
    }
  })

  test('each store of an organization is asked, and the one that knows the customer is remembered', async () => {
    const newer = stand.shop(`newer-${shop.handle}`)
    await connectTestStore(app, owner, newer)
    const token = await app.grant(MAYA, job)
    await applyStep(token)
    await send(token, { phone: '1' })
    const row = await rowOf(MAYA)
    expect(row?.is_existing_customer).toBe(true)
    const { body } = await owner.call<CustomerView>(`/api/applicants/${row?.id}/customer`)
    expect(body).toMatchObject({ customerStatus: 'customer', customer: { ordersCount: 14 } })
    const { rows } = await app.deps.db.pool.query(
      'select shop from applicant_customers where applicant_id = $1',
      [row?.id],
    )
    expect(rows).toEqual([{ shop: shop.domain }])
    // One that does not answer hides nobody whom another one knows; nobody is called new without its answer.
    newer.faults.push({ at: 'graphql', kind: '402' }, { at: 'graphql', kind: '402' })
    expect((await ask(owner, MAYA)).body).toMatchObject({ customerStatus: 'customer' })
    await applicant(UNKNOWN_EMAIL)
    expect((await ask(owner, UNKNOWN_EMAIL)).body.code).toBe('dashboard.customerMissing')
  })

  // shows: 7-111
  test('the holder of a proof is told about themselves, and no more than the form shows', async () => {
    const token = await app.grant(MAYA, job)
    const { body } = await ask(app.visitor(), MAYA, token)
    expect(body).toEqual({
      success: true,
      id: 'gid://shopify/Customer/501',
      firstName: 'Maya',
      lastName: 'Okafor',
      phone: '+447700900123',
      customerSince: '2021-03-14T10:00:00Z',
      totalSpent: 1240.5,
      currency: 'GBP',
    })
  })

  // shows: 1-6, 2-40
  test('the form is filled in after the proof, in the widget and on the page', async () => {
    const token = await app.grant(MAYA, job)
    const view = await applyStep(token)
    expect(view.values).toEqual({ ...names, phone: '+447700900123' })
    expect(view.prefilled).toBe(true)
    const roleTitle = job.title
    const query = new URLSearchParams({ token, email: MAYA, roleId: job.id, roleTitle })
    const html = await (await app.visitor().fetch(`/application?${query}`)).text()
    expect(fieldsOf(html)).toMatchObject({ ...names, phone: '+447700900123' })
    expect(textOf(html)).toContain('Customer since 2021 · £1,240.50')
    expect(textOf(html)).toContain('Filled in from your store account.')
  })

  test('the proof says who is a customer, when the form is sent', async () => {
    const token = await app.grant(MAYA, job)
    await applyStep(token)
    await send(token, { phone: '1' })
    const row = await rowOf(MAYA)
    expect(row?.is_existing_customer).toBe(true)
    const { body } = await owner.call<ApplicantProfile>(`/api/applicants/${row?.id}`)
    expect(body.customer).toMatchObject({ customer_status: 'customer', orders_count: 14 })
    const list = await owner.call<{ applicants: unknown[] }>(
      '/api/applicants?tab=all&customer=customer',
    )
    expect(list.body.applicants).toHaveLength(1)
  })

  // shows: 5-24
  test('the widget calls nobody a customer who leaves the phone out; the page does', async () => {
    const embedded = await app.grant(JON, job)
    expect((await applyStep(embedded)).values).toEqual({ firstName: 'Jon', lastName: 'Bell' })
    await send(embedded)
    expect((await rowOf(JON))?.is_existing_customer).toBe(false)
    const onPage = await app.grant(MAYA, job)
    await applyStep(onPage)
    await send(onPage, { email: MAYA, roleId: job.id }, '/application')
    expect((await rowOf(MAYA))?.is_existing_customer).toBe(true)
  })

  test('who has an account and never ordered is no customer', async () => {
    const token = await app.grant(OLA, job)
    expect((await applyStep(token)).prefilled).toBe(true)
    await send(token, { phone: '1' })
    expect((await rowOf(OLA))?.is_existing_customer).toBe(false)
  })

  // shows: privacy-2
  test('what was kept goes with the applicant', async () => {
    const token = await app.grant(MAYA, job)
    await applyStep(token)
    await send(token, { phone: '1' })
    const id = (await rowOf(MAYA))?.id
    await owner.call('/functions/opt-out-data', { body: { email: MAYA, applicantId: id } })
    const { rows } = await app.deps.db.pool.query(
      `select id::text from applicant_customers join applicants on id = applicant_id
       where applicants.organization_id = $1
       union all select id::text from email_verifications where organization_id = $1`,
      [owner.organization.id],
    )
    expect(rows).toEqual([])
  })
})

describe('a store in trouble', () => {
  test('an answer that comes late still reaches the application', async () => {
    shop.faults.push({ at: 'graphql', kind: 'late', milliseconds: 2500 })
    const token = await app.grant(MAYA, job)
    await send(token, { phone: '1' })
    expect((await rowOf(MAYA))?.is_existing_customer).toBe(false)
    await expect.poll(async () => (await rowOf(MAYA))?.is_existing_customer).toBe(true)
  })

  // shows: V16.5.2
  test('one that is down keeps nobody from applying', async () => {
    shop.faults.push(...Array.from({ length: 5 }, () => ({ at: 'graphql', kind: '503' }) as const))
    const token = await app.grant(MAYA, job)
    const view = await applyStep(token)
    expect([view.values, view.prefilled]).toEqual([{}, false])
    await send(token, { phone: '1' })
    expect((await rowOf(MAYA))?.is_existing_customer).toBe(false)
  })

  test.each(['throttled', '429', '500', 'cut', 'late', 'nonsense'] as const)(
    'one that is %s once is asked again',
    async (kind) => {
      const { id } = await applicant()
      shop.faults.push({ at: 'graphql', kind, milliseconds: 50 })
      const { status } = await owner.call(`/api/applicants/${id}/customer`)
      expect(status).toBe(200)
    },
  )

  test.each([
    ['that ended the connection', () => Object.assign(shop.install ?? {}, dead)],
    ['that is on hold', () => shop.faults.push({ at: 'graphql', kind: '402' })],
    ['without this customer', () => (shop.customers = [])],
    [
      'that stays out of order',
      () => shop.faults.push(...Array.from({ length: 5 }, () => outOfOrder)),
    ],
  ])('one %s is told of in the words of the specification', async (_, spoil) => {
    const { id } = await applicant()
    spoil()
    const { status, body } = await owner.call<{ error: { message: string } }>(
      `/api/applicants/${id}/customer`,
    )
    expect([status, body.error.message]).toEqual([404, MISSING])
  })

  test.each([
    ['has not given the scope', () => (shop.install ? (shop.install.scopes = []) : undefined)],
    ['has not approved the app', () => (shop.customer_data = 'none')],
  ])('one that %s leaves the customer unknown, which is no error', async (_, spoil) => {
    const { id } = await applicant()
    spoil()
    const { status, body } = await owner.call(`/api/applicants/${id}/customer`)
    const unknown = { connected: true, customerStatus: 'unknown', customer: null }
    expect([status, body]).toEqual([200, unknown])
    const noCustomer = { success: true, id: null, customerStatus: 'unknown' }
    expect((await ask(owner, MAYA)).body).toEqual(noCustomer)
    const token = await app.grant(JON, job)
    expect((await applyStep(token)).prefilled).toBe(false)
    await send(token, { phone: '1' })
    const { body: profile } = await owner.call<ApplicantProfile>(
      `/api/applicants/${(await rowOf(JON))?.id}`,
    )
    expect(profile.customer).toBeNull()
  })

  test.each(['level-1', 'plan'] as const)(
    'one that refuses names and addresses (%s) is told with its figures',
    async (level) => {
      const { id } = await applicant()
      shop.customer_data = level
      const { body } = await owner.call<CustomerView>(`/api/applicants/${id}/customer`)
      expect(body).toMatchObject({
        customerStatus: 'customer',
        customer: { ordersCount: 14, totalSpent: 1240.5, firstName: null, defaultAddress: null },
      })
      const token = await app.grant(JON, job)
      expect((await applyStep(token)).values).toEqual({})
      await send(token, { phone: '1' })
      expect((await rowOf(JON))?.is_existing_customer).toBe(true)
    },
  )

  test('one refused detail leaves the others', async () => {
    const { id } = await applicant()
    shop.refused_fields = ['defaultPhoneNumber']
    const { body } = await owner.call<CustomerView>(`/api/applicants/${id}/customer`)
    expect(body).toMatchObject({ customer: { firstName: 'Maya', phone: null } })
  })
})

const dead = { access_tokens: {}, refresh_tokens: {} }
const outOfOrder = { at: 'graphql', kind: '500' } as const

describe('keeps out', () => {
  // shows: privacy-2
  test('nothing is asked of the store, and nothing shown, before the address is proved', async () => {
    shop.faults.push({ at: 'graphql', kind: '500' })
    await app.visitor().call('/functions/send-verification-email', {
      body: { email: MAYA, roleId: job.id },
    })
    await wait(100)
    // It would have been taken off by a question.
    expect(shop.faults).toHaveLength(1)
  })

  // shows: safer-5
  test('a visitor without session or proof is asked to sign in, whatever the address', async () => {
    await applicant()
    const token = await app.grant(JON, job)
    for (const [email, given] of [
      [MAYA, undefined],
      [MAYA, token],
      [MAYA, 'invented'],
      ['nobody@mail.example', undefined],
    ] as const) {
      const { status, body } = await ask(app.visitor(), email, given)
      expect([status, body.code]).toEqual([401, 'auth.signInRequired'])
    }
  })

  // shows: safer-5
  test('a visitor who may not ask gets the same answer as for an address that nobody has', async () => {
    await applicant()
    const stranger = await app.owner('Other Shop')
    const answers = await Promise.all([
      ask(await app.person(), MAYA),
      ask(stranger, MAYA),
      ask(owner, 'nobody@mail.example'),
      // A customer, and no applicant.
      ask(owner, JON),
    ])
    for (const { status, body } of answers) {
      const { request_id: _, ...rest } = body
      expect([status, rest]).toEqual([
        404,
        { success: false, error: MISSING, code: 'dashboard.customerMissing' },
      ])
    }
  })

  // shows: privacy-2
  test('what is kept beside a proof cannot be read in the database', async () => {
    const token = await app.grant(MAYA, job)
    await applyStep(token)
    const { rows } = await app.deps.db.pool.query<{ customer_sealed: string }>(
      'select customer_sealed from email_verifications where organization_id = $1',
      [owner.organization.id],
    )
    expect(rows[0]?.customer_sealed).toEqual(expect.any(String))
    expect(JSON.stringify(rows)).not.toMatch(/Okafor|7700900123|501/)
  })
})
