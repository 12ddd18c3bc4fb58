// Connecting a store over HTTP, with the merchant's permission page and forged callbacks.
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import type { StoreAppView, StoreView } from '#domain/store/store.ts'
import { workStores } from '#test/work.ts'
import { sweepInstalls } from '#features/store/sweep-installs.ts'
import type { Member, Visitor } from '#test/app.ts'
import { withoutTable } from '#test/databases/failing-database.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import {
  installedWith,
  setStandinFault,
  signQuery,
  signSessionToken,
  storeClient,
  type Shop,
} from '#test/servers/stores.ts'

const { stand, app, newShop } = await openStoreApp({ work: 'queued' })
let shop: Shop

beforeEach(() => {
  shop = newShop()
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

const exchange = (visitor: Visitor, body: object) =>
  visitor.call<Record<string, unknown>>('/functions/shopify-oauth', { body })

const connect = async (visitor: Visitor) => {
  const { install_url: url } = await begin(visitor)
  return comeBack(visitor, await agree(url))
}
const storeOf = async (member: Member) => (await member.call<StoreView>('/api/store')).body

describe('works', () => {
  // shows: 3-13, 7-130
  test('an owner is led to the store and back, and the store is theirs', async () => {
    const owner = await app.owner()
    expect((await storeOf(owner)).store).toBeNull()
    const begun = await begin(owner, { began_at: '/connect-shopify', state: 'ab'.repeat(32) })
    expect(begun.state).toBe('ab'.repeat(32))
    const { status, body } = await comeBack(owner, await agree(begun.install_url))
    expect([status, body]).toEqual([
      200,
      { shop: shop.domain, began_at: '/connect-shopify', is_linked: true, is_stored: true },
    ])
    const view = await storeOf(owner)
    expect(view.missing_scopes).toEqual([])
    expect(view).toMatchObject({ is_configured: true, is_demo: true })
    expect(view.store).toMatchObject({
      shop: shop.domain,
      shop_name: shop.name,
      currency: 'GBP',
      is_alive: true,
    })
    expect(JSON.stringify(view)).not.toMatch(/shpat_|shprt_|sealed/)
  })

  // shows: 4-26
  test('anybody may know what an installation would ask for', async () => {
    const { body } = await app.visitor().call('/api/store/app?shop=tiny-tea')
    expect(body).toEqual({
      is_configured: true,
      is_demo: true,
      // All in one round, with what the store pages need.
      scopes: [
        'read_products',
        'write_products',
        'read_customers',
        'write_customers',
        'write_online_store_pages',
      ],
      distribution: 'custom',
      install_url: `${stand.url}/oauth/install?client_id=${stand.env.SHOPIFY_API_KEY}`,
      admin_url: `${stand.url}/store/tiny-tea/apps/${stand.env.SHOPIFY_API_KEY}`,
    })
    const foreign = await app.visitor().call('/api/store/app?shop=evil.example')
    expect(foreign.body).toMatchObject({ admin_url: null })
  })

  // shows: 7-112, 7-113, choice-3, V10.1.1
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

  // shows: 7-112
  test('the exchange takes the specification’s own body in the browser that began it, without hmac and state', async () => {
    for (const [handle, bodyOf] of [
      [
        'plain-body',
        ({ code, shop: from }: Record<string, string>) => ({
          action: 'exchange_token',
          code,
          shop: from,
          redirect_uri: `${app.url}/shopify-install`,
        }),
      ],
      [
        'root-body',
        ({ code, shop: from }: Record<string, string>) => ({
          action: 'exchangeTokenForAccess',
          params: { shop: from, code },
        }),
      ],
      // What is not the store's stands beside what it signed.
      [
        'beside-body',
        (query: Record<string, string>) => ({
          action: 'exchange_token',
          ...query,
          redirect_uri: `${app.url}/`,
          note: 'mine',
        }),
      ],
    ] as const) {
      shop = stand.shop(handle)
      const owner = await app.owner()
      const query = await agree((await begin(owner)).install_url)
      const { status, body } = await exchange(owner, bodyOf(query))
      expect([handle, status, body]).toMatchObject([
        handle,
        200,
        { success: true, access_token: 'kept-on-the-server' },
      ])
      expect((await storeOf(owner)).store?.shop).toBe(shop.domain)
    }
  })

  test('the same state begins the same installation again', async () => {
    const owner = await app.owner()
    const first = await begin(owner, { state: 'cd'.repeat(32) })
    expect(await begin(owner, { state: 'cd'.repeat(32) })).toEqual(first)
    expect((await comeBack(owner, await agree(first.install_url))).status).toBe(200)
  })

  test('a shop that was renamed is connected under its new name, and only by its organization', async () => {
    const owner = await app.owner()
    await connect(owner)
    const former = shop
    shop = newShop()
    shop.number = former.number
    const other = await connect(await app.owner('Other Tea'))
    expect([other.status, other.body.error.code]).toEqual([409, 'store.elsewhere'])
    expect((await connect(owner)).status).toBe(200)
    expect((await storeOf(owner)).store?.shop).toBe(shop.domain)
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

describe('where the platform is strict', () => {
  test('a shop that was typed by its friendly domain is connected under the internal one, which is signed', async () => {
    shop.friendly_handle = `lovely-${shop.handle}`
    const owner = await app.owner()
    const typed = `${shop.friendly_handle}.myshopify.com`
    const { install_url: url } = await begin(owner, { shop: typed })
    const { status, body } = await comeBack(owner, await agree(url))
    expect([status, body.shop]).toEqual([200, shop.domain])
    expect((await storeOf(owner)).store).toMatchObject({ shop: shop.domain, is_alive: true })
    // Without the signature nothing proves that the two are one shop.
    const again = await agree((await begin(owner, { shop: typed })).install_url)
    const plain = { action: 'exchange_token', code: again.code, shop: again.shop }
    expect((await exchange(owner, plain)).body.error).toBe('Invalid OAuth state')
  })

  test('the link of the admin’s page connects the shop of the session token, whatever the admin calls it', async () => {
    shop.friendly_handle = `charming-${shop.handle}`
    shop.install = installedWith([])
    const framed = await fetch(`${stand.url}/store/${shop.friendly_handle}/apps/${storeClient.id}`)
    const [, source = ''] = /<iframe[^>]* src="([^"]*)"/.exec(await framed.text()) ?? []
    const query = Object.fromEntries(new URL(source.replaceAll('&amp;', '&')).searchParams)
    const authorization = `Bearer ${query.id_token}`
    const opened = await app
      .visitor()
      .fetch('/api/store/admin-page', { headers: { authorization } })
    expect(await opened.json()).toMatchObject({ shop: shop.domain, problem: null })
  })

  const required = ['read_products', 'read_customers']
  const optional = ['write_online_store_pages']
  const give = (member: Visitor) =>
    member.call<{ go: string } & Failed>('/api/store/permission', { method: 'POST' })

  // shows: 4-26
  test('a permission that the configuration has as optional is asked for where the platform takes it', async () => {
    stand.register(required, optional)
    const owner = await app.owner()
    await connect(owner)
    expect((await storeOf(owner)).missing_scopes).toEqual(optional)
    // The way of the first installation: the platform ignores the scopes of the address.
    const { install_url: url } = await begin(owner, { scopes: optional })
    await comeBack(owner, await agree(url))
    expect((await storeOf(owner)).missing_scopes).toEqual(optional)

    const { body } = await give(owner)
    const asked = await fetch(body.go)
    expect(await asked.text()).toContain('write_online_store_pages')
    const agreed = await fetch(asked.url, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ optional_scopes: optional.join(',') }),
    })
    expect(agreed.headers.get('location')).toBe(`/store/${shop.handle}/apps/${storeClient.id}`)
    await expect.poll(async () => (await storeOf(owner)).missing_scopes).toEqual([])
    stand.register()
  })

  test('where the app installs itself the same way leads through its own page, and ends in the admin', async () => {
    const owner = await app.owner()
    stand.manage(false)
    shop.install = null
    const { install_url: url } = await begin(owner)
    await comeBack(owner, await agree(url))
    await setStandinFault(stand, shop, 'scopes', ['read_products'])
    await expect.poll(async () => (await storeOf(owner)).missing_scopes).not.toEqual([])
    const { body } = await give(owner)
    const sentBack = await fetch(body.go, { redirect: 'manual' })
    const visit = queryOf(sentBack.headers.get('location') ?? '')
    const enter = (query: Record<string, string>) =>
      owner.call<{ go: string }>('/api/store/enter', { body: { query } })
    const begun = await enter(visit)
    expect(new URL(begun.body.go).searchParams.get('scope')).toContain('write_online_store_pages')
    const ended = await enter(await agree(begun.body.go))
    expect(ended.body.go).toBe(`${stand.url}/store/${shop.handle}/apps/${storeClient.id}`)
    expect((await storeOf(owner)).missing_scopes).toEqual([])
    // Asked for once: the next visit opens the app.
    expect((await enter(visit)).body.go).toMatch(/^\/shopify-embed/)
    stand.manage(true)
  })

  test('a permission is an owner’s to give, of a store that is connected', async () => {
    const owner = await app.owner()
    expect((await give(owner)).body.error.code).toBe('store.notConnected')
    expect((await give(await app.staff(owner))).body.error.code).toBe('organization.ownerRequired')
  })
})

describe('a visit to /', () => {
  const enter = (visitor: Visitor, query: Record<string, string>, isFramed = false) =>
    visitor.call<{ go: string; is_top: boolean }>('/api/store/enter', {
      body: { query, is_framed: isFramed },
    })

  // shows: 2-27, 4-25
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

  // shows: 2-128
  test('ends at the address of the store’s admin, whatever the internal domain is called', async () => {
    shop.friendly_handle = `pretty-${shop.handle}`
    const inAdmin = `${stand.url}/store/${shop.friendly_handle}`
    const visitor = app.visitor()
    stand.manage(false)
    const visit = await fetch(`${inAdmin}/apps/${storeClient.id}`, { redirect: 'manual' })
    stand.manage(true)
    const query = queryOf(visit.headers.get('location') ?? '')
    const { go } = (await enter(visitor, query)).body
    expect(go).toBe(`${inAdmin}/oauth/install?client_id=${storeClient.id}`)
    expect((await fetch(go)).status).toBe(200)

    const owner = await app.owner()
    const back = await agree((await begin(owner, { redirect_uri: `${app.url}/` })).install_url)
    expect((await enter(owner, back)).body.go).toBe(`${inAdmin}/apps/${storeClient.id}`)
    const { store, admin_url } = await storeOf(owner)
    expect(store?.shop).toBe(shop.domain)
    expect(admin_url).toBe(`${inAdmin}/apps/${storeClient.id}`)
    // Nobody else is told what the admin calls it.
    const appOf = async (reader: Visitor) =>
      (await reader.call<StoreAppView>(`/api/store/app?shop=${shop.domain}`)).body.admin_url
    expect(await appOf(owner)).toBe(admin_url)
    expect(await appOf(await app.owner())).toContain(`/store/${shop.handle}/apps/`)
    expect(await appOf(app.visitor())).toContain(`/store/${shop.handle}/apps/`)
  })

  test('that brings a forged way back ends at the installation page and says so', async () => {
    const owner = await app.owner()
    const query = await agree((await begin(owner)).install_url)
    const { body } = await enter(owner, { ...query, hmac: query.hmac?.replace(/./g, '0') ?? '' })
    expect(body).toEqual({
      go: '/shopify-install?error=oauth_exchange_failed',
      is_top: false,
      reason: 'store.exchangeFailed',
    })
  })

  test('with a state that nobody knows says so', async () => {
    const queries: Record<string, string>[] = [{}, { hmac: 'ab'.repeat(32) }]
    for (const more of queries) {
      const query = { code: 'x', shop: shop.domain, state: 'ab'.repeat(32), ...more }
      const { body } = await enter(app.visitor(), query)
      expect(body).toEqual({
        go: '/shopify-install?error=oauth_exchange_failed',
        is_top: false,
        reason: 'store.stateInvalid',
      })
    }
  })

  test('of a merchant who refused ends where that is told, and nothing is begun or connected', async () => {
    const owner = await app.owner()
    const { install_url: url } = await begin(owner, { redirect_uri: `${app.url}/` })
    const page = await (await fetch(url)).text()
    const [, cancel = ''] = /<a href="([^"]*)">Cancel/.exec(page) ?? []
    const query = queryOf(cancel.replaceAll('&amp;', '&'))
    expect(query).toMatchObject({ error: 'access_denied', shop: shop.domain })
    const { body } = await enter(owner, query)
    expect(body).toEqual({
      go: `/shopify-install?error=access_denied&shop=${shop.domain}`,
      is_top: false,
    })
    // The state went with it.
    const late = await exchange(owner, { action: 'exchange_token', code: 'x', shop: shop.domain })
    expect(late.body.error).toBe('Invalid OAuth state')
    expect((await storeOf(owner)).store).toBeNull()
  })

  test('is led on where the connection could not be stored, as the specification wants', async () => {
    const owner = await app.owner()
    const query = await agree((await begin(owner, { redirect_uri: `${app.url}/` })).install_url)
    const { body } = await withoutTable(app.deps.db, 'audit_events', () => enter(owner, query))
    expect(body.go).toBe(`${stand.url}/store/${shop.handle}/apps/${stand.env.SHOPIFY_API_KEY}`)
    expect((await storeOf(owner)).store).toBeNull()
  })

  // shows: safer-10, V3.7.2
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

  // shows: 5-26, privacy-4, V10.1.2, V10.2.1
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

  test('a state that was given already, unless the same browser asks for the same', async () => {
    const state = randomBytes(32).toString('hex')
    const owner = await app.owner()
    await begin(owner, { state })
    const asked = { action: 'generate_install_url', shop: shop.domain, state }
    const other = stand.shop('another-shop').domain
    for (const [visitor, more] of [
      [app.visitor(), {}],
      [await app.owner(), {}],
      [owner, { shop: other }],
      [owner, { redirect_uri: `${app.url}/` }],
      [owner, { began_at: '/connect-shopify' }],
    ] as const) {
      const { status, body } = await exchange(visitor, { ...asked, ...more })
      expect([status, body]).toMatchObject([403, { success: false, error: 'Invalid OAuth state' }])
    }
    // Nobody else's browser holds it now.
    const stolen = app.visitor()
    await exchange(stolen, asked)
    expect(stolen.cookie).toBe('')
  })

  test('an exchange without the store’s signature, where anything else is not as it was begun', async () => {
    const owner = await app.owner()
    const redirect_uri = `${app.url}/shopify-install`
    const plain = async (visitor: Visitor, more: object = {}) => {
      const { code } = await agree((await begin(visitor)).install_url)
      return { action: 'exchange_token', code, shop: shop.domain, redirect_uri, ...more }
    }
    const refusalOf = async (visitor: Visitor, body: object) => {
      const answer = await exchange(visitor, body)
      return [answer.status, answer.body.error]
    }
    const wrongState = [403, 'Invalid OAuth state']
    const wrongCode = [403, 'Failed to exchange OAuth code for token']
    // Another browser, another shop, another person, another state, another address of ours, and a code that is none.
    expect(await refusalOf(await app.owner(), await plain(owner))).toEqual(wrongState)
    const elsewhere = stand.shop('elsewhere').domain
    expect(await refusalOf(owner, await plain(owner, { shop: elsewhere }))).toEqual(wrongState)
    const body = await plain(owner)
    const swapped = Object.assign(app.visitor(), {
      cookie: owner.cookie.replace(/(?:^|; )[^=;]*session[^;]*/g, ''),
    })
    expect(await refusalOf(swapped, body)).toEqual(wrongState)
    expect(await refusalOf(owner, await plain(owner, { state: 'ef'.repeat(32) }))).toEqual(
      wrongState,
    )
    for (const to of ['https://evil.example/', `${app.url}/shopify-install/`, `${app.url}/admin`]) {
      expect(await refusalOf(owner, await plain(owner, { redirect_uri: to }))).toEqual(wrongCode)
    }
    expect(await refusalOf(owner, await plain(owner, { code: 'invented' }))).toEqual(wrongCode)
    // A wrong signature is no missing one.
    expect(await refusalOf(owner, await plain(owner, { hmac: '00' }))).toEqual(wrongState)
    const signed = await agree((await begin(owner)).install_url)
    const spoiled = { action: 'exchange_token', ...signed, hmac: '00', redirect_uri }
    expect(await refusalOf(owner, spoiled)).toEqual(wrongCode)
    // The cookie is ours, not a text that somebody puts there.
    const forged = await plain(owner)
    owner.cookie = owner.cookie.replace(/(storehand_install=[0-9a-f]+)[^;]*/, '$1.forged')
    expect(await refusalOf(owner, forged)).toEqual(wrongState)
    expect((await storeOf(owner)).store).toBeNull()
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

  test('a connection that could not be stored, and says so', async () => {
    const owner = await app.owner()
    const query = await agree((await begin(owner, { began_at: '/connect-shopify' })).install_url)
    const { status, body } = await withoutTable(app.deps.db, 'audit_events', () =>
      comeBack(owner, query),
    )
    expect([status, body]).toEqual([
      200,
      { shop: shop.domain, began_at: '/connect-shopify', is_linked: false, is_stored: false },
    ])
    const again = await agree((await begin(owner)).install_url)
    const plain = await withoutTable(app.deps.db, 'audit_events', () =>
      exchange(owner, { action: 'exchange_token', ...again }),
    )
    expect([plain.status, plain.body.error]).toEqual([503, 'Failed to store Shopify session'])
    expect((await storeOf(owner)).store).toBeNull()
  })

  test('a store that gives no token, and keeps nothing', async () => {
    const owner = await app.owner()
    shop.faults.push({ at: 'token', kind: '503' })
    const { status, body } = await connect(owner)
    expect([status, body.error.code]).toEqual([503, 'store.unreachable'])
    expect((await storeOf(owner)).store).toBeNull()
  })

  // shows: 5-20
  test.each([
    ['', 'Please enter your shop domain'],
    ['evil.example', 'Please enter a valid Shopify store URL'],
    ['tea.myshopify.com/../evil', 'Please enter a valid Shopify store URL'],
  ])('%j as a shop', async (text, sentence) => {
    const { status, body } = await app
      .visitor()
      .call<{ error: string }>('/functions/shopify-oauth', {
        body: { action: 'generate_install_url', shop: text },
      })
    expect([status, body.error]).toEqual([400, expect.stringContaining(sentence) as string])
  })

  // shows: 7-130
  test('to send people back anywhere but here', async () => {
    const { install_url: url } = await begin(app.visitor(), {
      redirect_uri: 'https://evil.example/shopify-install',
    })
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(`${app.url}/shopify-install`)
  })

  // shows: 7-130
  test('to ask for scopes this app never needs', async () => {
    const { install_url: url } = await begin(app.visitor(), {
      scopes: 'write_orders,write_online_store_pages',
    })
    const scopes = new URL(url).searchParams.get('scope')?.split(',')
    expect(scopes?.filter((scope) => scope === 'write_online_store_pages')).toHaveLength(1)
    expect(scopes).not.toContain('write_orders')
  })
})

describe('disconnecting', () => {
  const disconnect = (member: Visitor, body: object = { shop: shop.domain }) =>
    member.call<Failed>('/api/store/disconnect', { body })
  const integrate = (member: Visitor, action: string) =>
    member.call<{ code: string }>('/functions/shopify-integration', { body: { action } })
  const sync = (member: Visitor) => member.call('/functions/sync-careers-page', { body: {} })
  const keptTokens = async () => {
    const { rows } = await app.deps.db.pool.query<{ tokens: (string | null)[] }>(
      `select array[access_token_sealed, refresh_token_sealed] as tokens
       from store_sessions where shop = $1`,
      [shop.domain],
    )
    return rows[0]?.tokens
  }
  const nothing = [null, null]

  // shows: 7-116
  test('erases the tokens and stops the work; only an owner connects the store again, and finds all as it was', async () => {
    const owner = await app.owner()
    const job = await app.job(owner, { title: 'Packer' })
    await connect(owner)
    await sync(owner)
    expect((await disconnect(owner)).status).toBe(204)
    expect(await storeOf(owner)).toMatchObject({
      store: null,
      removed_shop: shop.domain,
      removed_because: 'store.disconnected',
    })
    expect(await keptTokens()).toEqual(nothing)
    const { rows } = await app.deps.db.pool.query(
      `select actor_id, resource_id from audit_events
       where organization_id = $1 and action = 'store.disconnected'`,
      [owner.organization.id],
    )
    expect(rows).toEqual([{ actor_id: owner.userId, resource_id: shop.domain }])
    // What is in the store stays, and nothing more is written there.
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Lead Packer' } })
    await workStores(app.deps)
    expect(shop.pages[0]?.body).toContain('>Packer<')
    expect((await integrate(owner, 'get-pages')).body.code).toBe('store.disconnected')
    expect((await disconnect(owner)).status).toBe(404)

    // Opening the app in the store's admin, or installing it there, is not an owner's word.
    const authorization = `Bearer ${signSessionToken(storeClient, shop)}`
    const opened = await app
      .visitor()
      .fetch('/api/store/admin-page', { headers: { authorization } })
    expect(await opened.json()).toMatchObject({
      organization_name: null,
      counts: null,
      connect_url: null,
      problem: expect.stringMatching(/^An owner of the organization disconnected/) as string,
      reconnect_url: `${app.url}/connect-shopify?again=true`,
    })
    const stranger = await connect(app.visitor())
    expect([stranger.status, stranger.body.error.code]).toEqual([409, 'store.ownerReconnects'])
    expect((await connect(await app.owner('Other Tea'))).body.error.code).toBe('store.elsewhere')
    expect(await keptTokens()).toEqual(nothing)

    expect((await connect(owner)).status).toBe(200)
    expect((await storeOf(owner)).store).toMatchObject({ shop: shop.domain, is_alive: true })
    await expect.poll(() => shop.pages[0]?.body).toContain('>Lead Packer<')
    expect(shop.pages).toHaveLength(1)
  })

  test('deletes the pages made in the store if asked to, and nothing is disconnected where the store does not let it', async () => {
    const owner = await app.owner()
    await app.job(owner)
    await connect(owner)
    await sync(owner)
    const all = { shop: shop.domain, delete_pages: true }
    const away = { at: 'graphql', kind: '503' } as const
    shop.faults.push(away, away, away)
    const refused = await disconnect(owner, all)
    expect([refused.status, refused.body.error.code]).toEqual([503, 'store.unreachable'])
    expect((await storeOf(owner)).store?.is_alive).toBe(true)
    expect((await disconnect(owner, all)).status).toBe(204)
    expect(shop.pages).toEqual([])
    expect(await keptTokens()).toEqual(nothing)
  })

  test('a renewal of the tokens that ends after it brings nothing back', async () => {
    const owner = await app.owner()
    await connect(owner)
    let goOn = () => {}
    const until = new Promise<void>((resolve) => (goOn = resolve))
    shop.faults.push({ at: 'token', kind: 'late', until })
    app.clock.move(58 * 60)
    const renewing = integrate(owner, 'test-connection')
    await expect.poll(() => shop.faults).toEqual([])
    expect((await disconnect(owner)).status).toBe(204)
    goOn()
    await renewing
    app.clock.move(-58 * 60)
    expect(await keptTokens()).toEqual(nothing)
  })

  test('a store that removes the app afterwards is told of as removed, with what that deletes', async () => {
    const owner = await app.owner()
    await connect(owner)
    await disconnect(owner)
    await setStandinFault(stand, shop, 'uninstall')
    await expect.poll(async () => (await storeOf(owner)).removed_because).toBe('store.uninstalled')
  })

  // shows: 7-116
  test('is refused to staff, and to another organization as if there were no such store', async () => {
    const owner = await app.owner()
    await connect(owner)
    const staff = await disconnect(await app.staff(owner))
    expect([staff.status, staff.body.error.code]).toEqual([403, 'organization.ownerRequired'])
    const other = await app.owner('Other Tea')
    for (const name of [shop.domain, 'nobody.myshopify.com', 'evil.example/x', '']) {
      const { status, body } = await disconnect(other, { shop: name, delete_pages: true })
      expect([name, status, body.error.message]).toEqual([
        name,
        404,
        'This store is not connected.',
      ])
    }
    expect((await storeOf(owner)).store?.is_alive).toBe(true)
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
    expect(foreign).toMatchObject({ status: 404, body: { error: 'This store is not connected.' } })
    expect({ ...(foreign.body as object), request_id: '' }).toEqual({
      ...(missing.body as object),
      request_id: '',
    })
    const kept = (name: string) =>
      other.call('/functions/shopify-session', {
        body: { action: 'store', session: { shop: name, access_token: 'shpat_x', scope: 'all' } },
      })
    for (const name of [shop.domain, 'nobody.myshopify.com']) {
      expect(await kept(name)).toMatchObject({
        status: 404,
        body: { success: false, error: 'Failed to store Shopify session' },
      })
    }
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
