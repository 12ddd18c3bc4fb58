// Signed webhooks over HTTP: each is processed once, however often and in whatever order they arrive.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StorePagesView } from '#domain/store/store-pages.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import type { Register } from '#domain/rights/register.ts'
import { unzip } from '#test/unzip.ts'
import { sweepNotices } from '#features/store/notices/sweep-notices.ts'
import { makeTasksDue, workStores } from '#test/work.ts'
import type { Member } from '#test/app.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { connectTestStore, signBody, storeClient, type Shop } from '#test/servers/stores.ts'

const { stand, app, connectedShop } = await openStoreApp()
let owner: Member
let shop: Shop

beforeEach(async () => {
  ;({ owner, shop } = await connectedShop(['read_products', PAGES_SCOPE]))
})

type Webhook = {
  topic: string
  payload?: object
  id?: string
  event?: string
  at?: Date
  headers?: Record<string, string>
  body?: string
}

/** As the platform sends it. */
async function sendWebhook({
  topic,
  payload = {},
  id,
  event,
  at,
  headers,
  body,
}: Webhook): Promise<number> {
  const text = body ?? JSON.stringify(payload)
  const webhookId = id ?? randomUUID()
  const response = await fetch(`${app.url}/webhooks`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Shopify-Topic': topic,
      'X-Shopify-Hmac-Sha256': signBody(text, storeClient.secret),
      'X-Shopify-Shop-Domain': shop.domain,
      'X-Shopify-Webhook-Id': webhookId,
      'X-Shopify-Event-Id': event ?? webhookId,
      'X-Shopify-Triggered-At': (at ?? new Date()).toISOString(),
      ...headers,
    },
    body: text,
  })
  await workStores(app.deps)
  return response.status
}
const settled = () =>
  expect
    .poll(async () => {
      await workStores(app.deps)
      const { rowCount } = await app.deps.db.pool.query(
        `select from store_notices where state = 'waiting'`,
      )
      return rowCount
    })
    .toBe(0)
const asked = async (by = owner) => (await by.call<Register>('/api/rights/requests')).body.requests
const view = async () => (await owner.call<StorePagesView>('/api/store/pages')).body
const listOfShop = async () =>
  (
    await app
      .visitor()
      .fetch(`/embed?shop=${shop.domain}`, { headers: { accept: 'application/json' } })
  ).text()
const applicants = async () => {
  const { body } = await owner.call<{ applicants: { email: string }[] }>('/api/applicants?tab=all')
  return body.applicants.map(({ email }) => email)
}
/** In a widget with these options; without any nobody can say by what the person came. */
async function apply(email: string, options: { shop?: string; org?: string } = {}) {
  const job = await app.job(owner)
  const token = await app.grant(email, job, options)
  const { status } = await app.visitor().call('/api/applications', {
    body: { token, firstName: 'Maya', lastName: 'Okafor', coverLetter: 'I bake.' },
  })
  expect(status).toBe(201)
}
const anHourAgo = () => new Date(Date.now() - 3_600_000)

describe('works', () => {
  // shows: 7-117
  test('a removed app: screens say so, the widget of the shop is empty, nothing else is lost', async () => {
    await apply('maya@mail.example')
    expect(await listOfShop()).toContain('Weekend Sales Assistant')
    expect(await sendWebhook({ topic: 'app/uninstalled' })).toBe(200)
    await settled()
    expect(await view()).toMatchObject({ connection: 'uninstalled', shop: shop.domain })
    const sync = await owner.call<{ error: string }>('/functions/sync-shopify-jobs', { body: {} })
    expect(sync.body.error).toContain('Storehand was removed from this store')
    expect(await listOfShop()).not.toContain('Weekend Sales Assistant')
    const page = await app.visitor().fetch(`/embed?shop=${shop.domain}`)
    expect(await page.text()).toContain('Currently no open positions available.')
    expect(await applicants()).toEqual(['maya@mail.example'])
    const { rows } = await app.deps.db.pool.query<{ encrypted: string | null }>(
      'select access_token_sealed as encrypted from store_sessions where shop = $1',
      [shop.domain],
    )
    expect(rows).toEqual([{ encrypted: null }])
  })

  test('changed permissions are known, and older news of them changes nothing', async () => {
    await app.deps.db.pool.query(
      `update store_sessions set connected_at = now() - interval '1 hour' where shop = $1`,
      [shop.domain],
    )
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const scopes = (current: string[], at: Date) =>
      sendWebhook({ topic: 'app/scopes_update', payload: { current }, at })
    const missing = ['read_customers', PAGES_SCOPE]
    await scopes(['read_products'], minutesAgo(10))
    await settled()
    expect((await view()).missing_scopes).toEqual(missing)
    await scopes([PAGES_SCOPE], minutesAgo(20))
    await settled()
    expect((await view()).missing_scopes).toEqual(missing)
  })

  test('a customer is forgotten with everything under the address, in any case of it', async () => {
    await apply('maya@mail.example')
    await apply('jon@mail.example')
    await sendWebhook({
      topic: 'customers/redact',
      payload: { customer: { email: 'Maya@Mail.example' } },
    })
    await settled()
    expect(await applicants()).toEqual(['jon@mail.example'])
    const { rows } = await app.deps.db.pool.query<{ text: string }>(
      `select to_jsonb(e)::text as text from audit_events e where organization_id = $1`,
      [owner.organization.id],
    )
    expect(JSON.stringify(rows)).not.toContain('maya@mail.example')
  })

  // shows: 7-120
  test('a request for data is announced to the owners, who download what is held', async () => {
    await apply('maya@mail.example')
    await sendWebhook({
      topic: 'customers/data_request',
      payload: { customer: { email: 'maya@mail.example' } },
    })
    await settled()
    const mail = await app.mailTo(owner.email)
    expect(mail.subject).toContain('A customer asked for their data: answer by')
    expect(mail.text).not.toContain('maya@mail.example')
    const [request] = await asked()
    const days = (Date.parse(request?.due_at ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(30)
    const path = `/api/rights/requests/${request?.id}/copy.zip`
    const files = await unzip(Buffer.from(await (await owner.fetch(path)).arrayBuffer()))
    const { held } = JSON.parse(String(files.get('personal-data.json'))) as {
      held: Record<string, unknown[]>
    }
    expect(held.applications).toMatchObject([
      { email: 'maya@mail.example', first_name: 'Maya', cover_letter: 'I bake.' },
    ])
    expect(held.verifications).toHaveLength(1)
    expect(held.invitations).toEqual([])
    const staff = await app.staff(owner)
    expect((await staff.call(path)).status).toBe(403)
    const sent = `/api/rights/requests/${request?.id}/sent`
    expect((await owner.call(sent, { method: 'POST' })).status).toBe(204)
    // What names the person is for owners.
    const { body } = await staff.call<Register>('/api/rights/requests?state=done')
    expect(body.requests.map(({ email }) => email)).toEqual([null])
    const stranger = await app.owner()
    expect((await stranger.call(path)).status).toBe(404)
  })

  // shows: privacy-24
  test('two days after the removal everything of the shop is deleted', async () => {
    await apply('maya@mail.example')
    await owner.call('/functions/sync-careers-page', { body: {} })
    await sendWebhook({ topic: 'app/uninstalled' })
    await settled()
    await sendWebhook({ topic: 'shop/redact' })
    await settled()
    expect(await applicants()).toEqual([])
    expect(await view()).toMatchObject({ connection: 'none', shop: null, pages: [] })
    for (const table of ['store_sessions', 'store_pages']) {
      const { rowCount } = await app.deps.db.pool.query(
        `select from ${table} where organization_id = $1`,
        [owner.organization.id],
      )
      expect(rowCount, table).toBe(0)
    }
    const { rowCount } = await app.deps.db.pool.query(
      `select from email_verifications where organization_id = $1`,
      [owner.organization.id],
    )
    expect(rowCount).toBe(0)
  })

  // shows: privacy-24
  test('who came another way stays, and is no customer of it any more', async () => {
    await apply('by-the-store@mail.example', { shop: shop.domain })
    await apply('by-the-site@mail.example', { org: owner.organization.slug })
    const rows = 'from applicants where organization_id = $1'
    const ask = (text: string) => app.deps.db.pool.query(text, [owner.organization.id])
    await ask(`update applicants set is_existing_customer = true where organization_id = $1`)
    await ask(`insert into applicant_customers (applicant_id, organization_id, customer_status, shop)
      select id, organization_id, 'customer', '${shop.domain}' ${rows}`)
    await sendWebhook({ topic: 'app/uninstalled' })
    await settled()
    await sendWebhook({ topic: 'shop/redact' })
    await settled()
    expect(await applicants()).toEqual(['by-the-site@mail.example'])
    const left = await ask(`select is_existing_customer, came_by ${rows}`)
    expect(left.rows).toEqual([{ is_existing_customer: false, came_by: 'elsewhere' }])
    const { rowCount } = await ask('select from applicant_customers where organization_id = $1')
    expect(rowCount).toBe(0)
  })

  test('an organization with another store keeps who came by that, and who may have', async () => {
    const second = stand.shop(`second-${shop.handle}`)
    await connectTestStore(app, owner, second)
    await apply('first@mail.example', { shop: shop.domain })
    await apply('second@mail.example', { shop: second.domain })
    await apply('unknown@mail.example')
    await sendWebhook({ topic: 'app/uninstalled' })
    await settled()
    await sendWebhook({ topic: 'shop/redact' })
    await settled()
    expect((await applicants()).toSorted()).toEqual(['second@mail.example', 'unknown@mail.example'])
  })

  test('a customer is forgotten under the address of an earlier day, which the store’s number tells', async () => {
    await apply('maya.before@mail.example', { shop: shop.domain })
    await app.deps.db.pool.query(
      `insert into applicant_customers (applicant_id, organization_id, customer_status, customer_id, shop)
       select id, organization_id, 'customer', 'gid://shopify/Customer/501', $2
       from applicants where organization_id = $1`,
      [owner.organization.id, shop.domain],
    )
    const customer = { id: 501, email: 'maya.now@mail.example' }
    await sendWebhook({ topic: 'customers/data_request', payload: { customer } })
    await settled()
    expect((await asked()).map(({ email }) => email ?? '').toSorted()).toEqual([
      'maya.before@mail.example',
      'maya.now@mail.example',
    ])
    await sendWebhook({ topic: 'customers/redact', payload: { customer } })
    await settled()
    expect(await applicants()).toEqual([])
    expect(await asked()).toEqual([])
  })

  test('a request for data is forgotten when it was answered and its day is over', async () => {
    const payload = { customer: { email: 'maya@mail.example' } }
    await sendWebhook({ topic: 'customers/data_request', payload })
    await settled()
    const [request] = await asked()
    const sweepAfter = async (days: number) => {
      app.clock.move(days * 86_400)
      await sweepNotices(app.deps)
      app.clock.move(-days * 86_400)
      const { rowCount } = await app.deps.db.pool.query(
        'select from rights_requests where organization_id = $1 and email is not null',
        [owner.organization.id],
      )
      return rowCount
    }
    expect(await sweepAfter(31)).toBe(1)
    await owner.call(`/api/rights/requests/${request?.id}/sent`, { method: 'POST' })
    expect(await sweepAfter(29)).toBe(1)
    expect(await sweepAfter(31)).toBe(0)
  })
})

describe('told again, or late', () => {
  // shows: 7-117
  test('the same notice is worked once, under whichever delivery', async () => {
    const payload = { customer: { email: 'maya@mail.example' } }
    const topic = 'customers/data_request'
    const event = randomUUID()
    const id = randomUUID()
    await Promise.all([
      sendWebhook({ topic, payload, id, event }),
      sendWebhook({ topic, payload, id, event }),
      sendWebhook({ topic, payload, event }),
    ])
    await settled()
    expect(await asked()).toHaveLength(1)
  })

  test('what could not be marked as done was not done, and the next attempt does it once', async () => {
    await apply('maya@mail.example')
    const { pool } = app.deps.db
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'on purpose'; end $$;
      create trigger refuse before update on store_notices execute function refuse()`)
    await sendWebhook({
      topic: 'customers/data_request',
      payload: { customer: { email: 'maya@mail.example' } },
    })
    await sendWebhook({ topic: 'app/scopes_update', payload: { current: ['read_products'] } })
    const done = async () => {
      const { rows } = await pool.query<{ action: string }>(
        `select action from audit_events where organization_id = $1
         and action in ('store.data_requested', 'store.scopes_changed') order by action`,
        [owner.organization.id],
      )
      return rows.map(({ action }) => action)
    }
    expect(await done()).toEqual([])
    await pool.query('drop trigger refuse on store_notices; drop function refuse()')
    await makeTasksDue(app.deps, 'work-store-notice')
    await settled()
    expect(await done()).toEqual(['store.data_requested', 'store.scopes_changed'])
    expect(await asked()).toHaveLength(1)
  })

  test('ten deliveries of one removal are one removal', async () => {
    const [id, event] = [randomUUID(), randomUUID()]
    const topic = 'app/uninstalled'
    const statuses = await Promise.all(
      Array.from({ length: 10 }, () => sendWebhook({ topic, id, event })),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
    await settled()
    const { rowCount } = await app.deps.db.pool.query(
      `select from audit_events where organization_id = $1 and action = 'store.uninstalled'`,
      [owner.organization.id],
    )
    expect(rowCount).toBe(1)
  })

  test('a deletion whose removal never came is carried out, once the store itself does not know the app', async () => {
    await apply('maya@mail.example', { shop: shop.domain })
    const outOfOrder = { at: 'graphql', kind: '503' } as const
    shop.faults.push(outOfOrder, outOfOrder, outOfOrder)
    await sendWebhook({ topic: 'shop/redact' })
    // Nobody can say yet: it waits.
    expect((await view()).connection).toBe('alive')
    expect(await applicants()).toEqual(['maya@mail.example'])
    shop.install = null
    await makeTasksDue(app.deps, 'work-store-notice')
    await settled()
    expect((await view()).connection).toBe('none')
    expect(await applicants()).toEqual([])
    // And the removal at last, hours late.
    await sendWebhook({ topic: 'app/uninstalled', at: anHourAgo() })
    await settled()
    expect((await view()).connection).toBe('none')
  })

  test('permissions told after the removal do not bring the store back', async () => {
    await sendWebhook({ topic: 'app/uninstalled' })
    await sendWebhook({ topic: 'app/scopes_update', payload: { current: [PAGES_SCOPE] } })
    await settled()
    expect((await view()).connection).toBe('uninstalled')
  })

  test('a removal from before the app was installed again changes nothing', async () => {
    await sendWebhook({ topic: 'app/uninstalled', at: anHourAgo() })
    await settled()
    expect((await view()).connection).toBe('alive')
  })

  test('a deletion that comes after the app was installed again loses nothing', async () => {
    await apply('maya@mail.example')
    await sendWebhook({ topic: 'app/uninstalled' })
    await settled()
    await connectTestStore(app, owner, shop)
    await sendWebhook({ topic: 'shop/redact' })
    await settled()
    expect((await view()).connection).toBe('alive')
    expect(await applicants()).toEqual(['maya@mail.example'])
  })

  test('what a notice said is forgotten once it is worked', async () => {
    await sendWebhook({
      topic: 'customers/redact',
      payload: { customer: { email: 'a@mail.example' } },
    })
    await settled()
    const { rows } = await app.deps.db.pool.query<{ payloads: number }>(
      'select count(payload_sealed)::int as payloads from store_notices',
    )
    expect(rows).toEqual([{ payloads: 0 }])
  })
})

describe('refuses', () => {
  test('a wrong signature with 401, and keeps nothing', async () => {
    const topic = 'shop/redact'
    const forged = { 'X-Shopify-Hmac-Sha256': signBody('{}', 'another secret') }
    expect(await sendWebhook({ topic, headers: forged })).toBe(401)
    const other = { 'X-Shopify-Hmac-Sha256': signBody('{"a":1}', storeClient.secret) }
    expect(await sendWebhook({ topic, headers: other })).toBe(401)
    expect((await view()).connection).toBe('alive')
  })

  test.each([
    ['no signature', { headers: { 'X-Shopify-Hmac-Sha256': '' } }],
    ['no topic', { headers: { 'X-Shopify-Topic': '' } }],
    ['no shop', { headers: { 'X-Shopify-Shop-Domain': '' } }],
    ['a shop that is none', { headers: { 'X-Shopify-Shop-Domain': 'evil.example' } }],
    ['no id', { id: ' ', headers: { 'X-Shopify-Webhook-Id': '' } }],
    ['a body that is no JSON', { body: 'shop=1' }],
    ['a body that is a list', { body: '[]' }],
    ['no body', { body: '' }],
  ])('%s with 400', async (_, more) => {
    expect(await sendWebhook({ topic: 'shop/redact', ...more })).toBe(400)
  })

  test('a body that is too large', async () => {
    const body = JSON.stringify({ text: 'x'.repeat(300_000) })
    expect(await sendWebhook({ topic: 'shop/redact', body })).toBe(413)
  })

  test('to do anything about a topic that nobody asked for', async () => {
    expect(await sendWebhook({ topic: 'orders/create' })).toBe(200)
    const { rowCount } = await app.deps.db.pool.query(
      `select from store_notices where topic = 'orders/create'`,
    )
    expect(rowCount).toBe(0)
  })
})

describe('keeps out', () => {
  test('another shop’s notice touches no other organization', async () => {
    await apply('maya@mail.example')
    const headers = { 'X-Shopify-Shop-Domain': `stranger-${shop.handle}.myshopify.com` }
    await sendWebhook({ topic: 'app/uninstalled', headers })
    await sendWebhook({
      topic: 'customers/redact',
      payload: { customer: { email: 'maya@mail.example' } },
      headers,
    })
    await settled()
    expect((await view()).connection).toBe('alive')
    expect(await applicants()).toEqual(['maya@mail.example'])
  })

  test.each(['shop_domain', 'myshopify_domain'])(
    'the signature covers the body alone: whose notice it is, its %s says and no header',
    async (name) => {
      const payload = { [name]: `another-${shop.handle}.myshopify.com` }
      expect(await sendWebhook({ topic: 'app/uninstalled', payload })).toBe(200)
      await settled()
      expect(await view()).toMatchObject({ connection: 'alive', shop: shop.domain })
      expect(
        await sendWebhook({ topic: 'app/uninstalled', payload: { [name]: shop.domain } }),
      ).toBe(200)
      await settled()
      expect(await view()).toMatchObject({ connection: 'uninstalled', shop: shop.domain })
    },
  )
})
