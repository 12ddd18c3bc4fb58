// Connecting a store over HTTP, against a store that asks its merchant and can be lied about.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StoreView } from '#domain/store.ts'
import { sweepInstalls } from '#features/store/sweep-installs.ts'
import { createTestApp, type Member, type TestApp, type Visitor } from '#test/app.ts'
import { openTestStand, signQuery, storeClient, type Shop, type TestStand } from '#test/stores.ts'

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
  made += 1
  shop = stand.shop(`shop-${made}`)
})

type Failed = { error: { code: string; message: string } }
type Begun = { success: boolean; install_url: string; state: string }

const begin = async (visitor: Visitor, more: object = {}) => {
  const { body } = await visitor.call<Begun>('/functions/shopify-oauth', {
    body: { action: 'generate_install_url', shop: shop.domain, ...more },
  })
  return body
}

/** What the merchant does at the store: reads the page, agrees, and is sent back with this query. Who agreed before is not asked. */
async function agree(installUrl: string): Promise<Record<string, string>> {
  const asked = new URL(installUrl)
  const page = await fetch(asked, { redirect: 'manual' })
  const known = page.headers.get('location')
  if (known) return queryOf(known)
  expect(await page.text()).toContain('Install Storehand?')
  const text = (name: string) => asked.searchParams.get(name) ?? ''
  const back = await fetch(new URL('grant', asked), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      scope: text('scope'),
      redirect_uri: text('redirect_uri'),
      state: text('state'),
    }),
  })
  return queryOf(back.headers.get('location') ?? '')
}

function queryOf(wayBack: string): Record<string, string> {
  const address = new URL(wayBack)
  expect(address.origin).toBe(app.url)
  return Object.fromEntries(address.searchParams)
}

const comeBack = (visitor: Visitor, query: Record<string, string>) =>
  visitor.call<{ shop: string; began_at: string } & Failed>('/api/store/callback', {
    body: { query },
  })

const connect = async (visitor: Visitor) => {
  const { install_url: url } = await begin(visitor)
  return comeBack(visitor, await agree(url))
}
const storeOf = async (member: Member) => (await member.call<StoreView>('/api/store')).body

describe('works', () => {
  test('an owner is led to the store and back, and the store is theirs', async () => {
    const owner = await app.owner()
    expect((await storeOf(owner)).store).toBeNull()
    const begun = await begin(owner, { began_at: '/connect-shopify', state: 'ab'.repeat(32) })
    expect(begun.state).toBe('ab'.repeat(32))
    const { status, body } = await comeBack(owner, await agree(begun.install_url))
    expect([status, body]).toEqual([
      200,
      { shop: shop.domain, began_at: '/connect-shopify', is_linked: true },
    ])
    const view = await storeOf(owner)
    expect(view).toMatchObject({ is_configured: true, is_demo: true })
    expect(view.store).toMatchObject({
      shop: shop.domain,
      shop_name: shop.name,
      currency: 'GBP',
      is_alive: true,
    })
    expect(JSON.stringify(view)).not.toMatch(/shpat_|shprt_|sealed/)
  })

  test('anybody may know what an installation would ask for', async () => {
    const { body } = await app.visitor().call('/api/store/app?shop=tiny-tea')
    expect(body).toEqual({
      is_configured: true,
      is_demo: true,
      scopes: ['read_products', 'write_products', 'read_customers', 'write_customers'],
      admin_url: `${stand.url}/store/tiny-tea/apps/${stand.env.SHOPIFY_API_KEY}`,
    })
    const foreign = await app.visitor().call('/api/store/app?shop=evil.example')
    expect(foreign.body).toMatchObject({ admin_url: null })
  })

  test('both names of the exchange answer in the words of the specification, without the token', async () => {
    for (const action of ['exchange_token', 'exchangeTokenForAccess']) {
      const owner = await app.owner()
      shop = stand.shop(action === 'exchange_token' ? 'one-name' : 'the-other')
      const query = await agree((await begin(owner)).install_url)
      const { body } = await owner.call<Record<string, unknown>>('/functions/shopify-oauth', {
        body: action === 'exchange_token' ? { action, ...query } : { action, params: query },
      })
      expect(body).toMatchObject({ success: true, access_token: 'kept-on-the-server' })
      expect(body.scope).toContain('read_customers')
      const session = await owner.call<Record<string, unknown>>('/functions/shopify-session', {
        body: { action: 'get', shop: shop.domain },
      })
      expect(session.body.session).toEqual({
        shop: shop.domain,
        scope: body.scope,
        connected_at: expect.any(String) as string,
      })
    }
  })

  test('somebody without an organization connects first, and the organization they create has the store', async () => {
    const person = await app.person()
    expect((await connect(person)).status).toBe(200)
    await person.call('/api/organizations', { body: { name: 'Later Tea' } })
    expect((await storeOf(person)).store?.shop).toBe(shop.domain)
  })

  test('a claim that nobody took up lapses after a day', async () => {
    const person = await app.person()
    await connect(person)
    app.clock.move(25 * 3600)
    await sweepInstalls(app.deps)
    await person.call('/api/organizations', { body: { name: 'Too Late Tea' } })
    app.clock.move(-25 * 3600)
    expect((await storeOf(person)).store).toBeNull()
  })

  test('a store that has the app already is connected again without being asked', async () => {
    const owner = await app.owner()
    await connect(owner)
    const { install_url: url } = await begin(owner)
    const asked = await fetch(url, { redirect: 'manual' })
    expect(asked.status).toBe(302)
    expect((await connect(owner)).status).toBe(200)
  })
})

describe('a visit to /', () => {
  const enter = (visitor: Visitor, query: Record<string, string>, isFramed = false) =>
    visitor.call<{ go: string; is_top: boolean }>('/api/store/enter', {
      body: { query, is_framed: isFramed },
    })

  test('that is signed leads to the store’s admin, and when it comes back unchanged to the page that asks', async () => {
    const visitor = app.visitor()
    stand.manage(false)
    const visit = await fetch(
      `${stand.url}/store/${shop.handle}/apps/${stand.env.SHOPIFY_API_KEY}`,
      {
        redirect: 'manual',
      },
    )
    stand.manage(true)
    const query = Object.fromEntries(new URL(visit.headers.get('location') ?? '').searchParams)
    const first = await enter(visitor, query)
    expect(first.body).toEqual({
      go: `${stand.url}/store/${shop.handle}/oauth/install?client_id=${stand.env.SHOPIFY_API_KEY}`,
      is_top: true,
    })
    const second = await enter(visitor, query)
    expect(second.body.go).toContain(`/${shop.domain}/admin/oauth/authorize?`)
    const back = await agree(second.body.go)
    const third = await enter(visitor, back)
    expect(third.body).toEqual({
      go: `${stand.url}/store/${shop.handle}/apps/${stand.env.SHOPIFY_API_KEY}`,
      is_top: true,
    })
    const installed = await enter(visitor, query)
    expect(installed.body.go).toMatch(/^\/shopify-embed\?/)
  })

  test('that brings a forged way back ends at the installation page and says so', async () => {
    const owner = await app.owner()
    const query = await agree((await begin(owner)).install_url)
    const { body } = await enter(owner, { ...query, hmac: query.hmac?.replace(/./g, '0') ?? '' })
    expect(body.go).toBe('/shopify-install?error=oauth_exchange_failed&reason=store.exchangeFailed')
  })

  test.each<[Record<string, string>]>([
    [{ host: btoa('evil.example/store/x'), hmac: 'x' }],
    [{ shop: 'evil.example', hmac: 'x' }],
    [{ shop: 'tea.myshopify.com.evil.example' }],
    [{ shop: 'tea.myshopify.com@evil.example', hmac: 'x' }],
  ])('never leads to a foreign host: %j', async (query) => {
    const { body } = await enter(app.visitor(), query)
    const address = new URL(body.go, app.url)
    expect([new URL(app.url).origin, stand.url]).toContain(address.origin)
    expect(address.pathname).not.toContain('evil')
  })
})

describe('refuses', () => {
  test.each(['hmac', 'timestamp', 'shop'] as const)('a way back with a wrong %s', async (kind) => {
    const owner = await app.owner()
    shop.faults.push({ at: 'callback', kind })
    const { status, body } = await connect(owner)
    expect([status, body.error.message]).toEqual([403, 'Failed to exchange OAuth code for token'])
    expect((await storeOf(owner)).store).toBeNull()
  })

  test('a state that is another’s, another browser’s or used', async () => {
    const owner = await app.owner()
    shop.faults.push({ at: 'callback', kind: 'state' })
    const wrong = await connect(owner)
    expect([wrong.status, wrong.body.error.message]).toEqual([403, 'Invalid OAuth state'])

    const query = await agree((await begin(owner)).install_url)
    const elsewhere = await comeBack(await app.owner(), query)
    expect(elsewhere.body.error.message).toBe('Invalid OAuth state')
    expect((await comeBack(owner, query)).status).toBe(200)
    expect((await comeBack(owner, query)).body.error.message).toBe('Invalid OAuth state')
  })

  test('a code that was spent, with a new state and a right signature', async () => {
    const owner = await app.owner()
    const spent = await agree((await begin(owner)).install_url)
    await comeBack(owner, spent)
    const { state } = await begin(owner)
    const query: Record<string, string> = { ...spent, state }
    delete query.hmac
    const replayed = { ...query, hmac: signQuery(query, storeClient.secret) }
    const { status, body } = await comeBack(owner, replayed)
    expect([status, body.error.message]).toEqual([403, 'Failed to exchange OAuth code for token'])
  })

  test('a state that is older than ten minutes', async () => {
    const owner = await app.owner()
    const { install_url: url } = await begin(owner)
    const query = await agree(url)
    app.clock.move(11 * 60)
    const { body } = await comeBack(owner, query)
    app.clock.move(-11 * 60)
    expect(body.error.message).toBe('Invalid OAuth state')
  })

  test('a store that gives no token, and keeps nothing', async () => {
    const owner = await app.owner()
    shop.faults.push({ at: 'token', kind: '503' })
    const { status, body } = await connect(owner)
    expect([status, body.error.code]).toEqual([503, 'store.unreachable'])
    expect((await storeOf(owner)).store).toBeNull()
  })

  test.each([
    ['', 'Please enter your shop domain'],
    ['evil.example', 'Please enter a valid Shopify store URL'],
    ['tea.myshopify.com/../evil', 'Please enter a valid Shopify store URL'],
  ])('%j as a shop', async (text, told) => {
    const { status, body } = await app
      .visitor()
      .call<{ error: string }>('/functions/shopify-oauth', {
        body: { action: 'generate_install_url', shop: text },
      })
    expect([status, body.error]).toEqual([400, expect.stringContaining(told) as string])
  })

  test('to send people back anywhere but here', async () => {
    const { install_url: url } = await begin(app.visitor(), {
      redirect_uri: 'https://evil.example/shopify-install',
    })
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${app.url}/shopify-install`)
  })

  test('to ask for scopes this app never needs', async () => {
    const { install_url: url } = await begin(app.visitor(), {
      scopes: 'write_orders,write_online_store_pages',
    })
    const scopes = new URL(url).searchParams.get('scope')?.split(',')
    expect(scopes).toContain('write_online_store_pages')
    expect(scopes).not.toContain('write_orders')
  })
})

describe('keeps out', () => {
  test('another organization, which is told that the store is connected elsewhere', async () => {
    const owner = await app.owner()
    await connect(owner)
    const other = await app.owner('Other Tea')
    const { status, body } = await connect(other)
    expect([status, body.error.message]).toEqual([
      409,
      'This store is connected to another organization.',
    ])
    expect((await storeOf(owner)).store?.shop).toBe(shop.domain)
    expect((await storeOf(other)).store).toBeNull()
    const session = (visitor: Visitor, name: string) =>
      visitor.call('/functions/shopify-session', { body: { action: 'get', shop: name } })
    const foreign = await session(other, shop.domain)
    const missing = await session(other, 'nobody.myshopify.com')
    expect(foreign.status).toBe(409)
    expect({ ...(foreign.body as object), request_id: '' }).toEqual({
      ...(missing.body as object),
      request_id: '',
    })
  })

  test('staff, who do not decide about the store', async () => {
    const owner = await app.owner()
    const { status, body } = await connect(await app.staff(owner))
    expect([status, body.error.code]).toEqual([403, 'organization.ownerRequired'])
  })

  test('a visitor who installs again cannot take the store from its organization', async () => {
    const owner = await app.owner()
    await connect(owner)
    expect((await connect(app.visitor())).status).toBe(200)
    expect((await storeOf(owner)).store?.shop).toBe(shop.domain)
  })
})
