// The stand-in speaks the platform's protocol: the platform's own library, unchanged, gets along with it and is refused where it should be.
import '@shopify/shopify-api/adapters/web-api'
import {
  ApiVersion,
  GraphqlQueryError,
  HttpResponseError,
  RequestedTokenType,
  shopifyApi,
  type Session,
} from '@shopify/shopify-api'
import { setAbstractFetchFunc } from '@shopify/shopify-api/runtime'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoShops } from './demo-shops.ts'
import { startStandIn, type RunningStandIn } from './stand-in.ts'
import { madeInStore, type Shop } from './shops.ts'
import { signSessionToken } from './signatures.ts'

const app = {
  name: 'Storehand',
  id: 'demo-client',
  secret: 'a secret of the demo',
  url: 'https://app.example',
  scopes: ['read_products', 'read_customers'],
  optionalScopes: ['write_online_store_pages'],
  isManaged: false,
}
const domain = 'pannier-lane.myshopify.com'
// Robots are turned away by the library, and Node's own fetch is one to it.
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const library = shopifyApi({
  apiKey: app.id,
  apiSecretKey: app.secret,
  scopes: ['read_products', 'read_customers', 'write_online_store_pages'],
  hostName: 'app.example',
  hostScheme: 'https',
  apiVersion: ApiVersion.October26,
  isEmbeddedApp: true,
  logger: { log: async () => undefined },
})

let standIn: RunningStandIn
let shop: Shop

beforeAll(async () => {
  standIn = await startStandIn({ app, seed: demoShops() })
  setAbstractFetchFunc((address, init) => {
    const { hostname, pathname, search } = new URL(
      address instanceof Request ? address.url : address,
    )
    return fetch(`${standIn.url}/${hostname}${pathname}${search}`, init)
  })
})
afterAll(() => standIn.stop())
beforeEach(() => {
  const fresh = demoShops()[0]
  if (!fresh) throw new Error('no demo shop')
  standIn.shops.add(fresh)
  shop = fresh
})

/** The whole way of a merchant: asked, agreed, back with a signed address, code exchanged. */
async function install({ scopes = '', state }: { scopes?: string; state?: string } = {}) {
  const begun = (await library.auth.begin({
    shop: domain,
    callbackPath: '/shopify-install',
    isOnline: false,
    rawRequest: new Request('https://app.example/auth', { headers: { 'User-Agent': browser } }),
  })) as Response
  const cookies = begun.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const address = new URL(begun.headers.get('location') ?? '')
  if (scopes) address.searchParams.set('scope', scopes)
  const asked = await fetch(`${standIn.url}/${domain}${address.pathname}${address.search}`)
  expect(await asked.text()).toContain('Install Storehand?')
  const agreed = await fetch(`${standIn.url}/${domain}/admin/oauth/grant`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({
      scope: address.searchParams.get('scope') ?? '',
      redirect_uri: address.searchParams.get('redirect_uri') ?? '',
      state: state ?? address.searchParams.get('state') ?? '',
    }),
  })
  const { session } = await library.auth.callback({
    rawRequest: new Request(agreed.headers.get('location') ?? '', {
      headers: { 'User-Agent': browser, Cookie: cookies.join('; ') },
    }),
    expiring: true,
  })
  return session
}

const ask = (session: Session, query: string, variables: Record<string, unknown> = {}) =>
  new library.clients.Graphql({ session }).request(query, { variables })

const codeOf = async (answer: Promise<unknown>) => {
  const error = await answer.then(
    () => undefined,
    (problem: unknown) => problem,
  )
  if (!(error instanceof GraphqlQueryError)) throw error
  const errors = error.body?.errors as
    | { graphQLErrors?: { message: string; extensions?: { code: string } }[] }
    | undefined
  const [first] = errors?.graphQLErrors ?? []
  return { code: first?.extensions?.code, message: first?.message }
}

describe('installing', () => {
  test('leads through the page that asks to an expiring token', async () => {
    const session = await install()
    expect(session.shop).toBe(domain)
    expect(session.accessToken).toMatch(/^shpat_/)
    expect(session.refreshToken).toMatch(/^shprt_/)
    expect(session.scope?.split(',')).toContain('write_online_store_pages')
  })

  test.each(['hmac', 'state', 'timestamp', 'shop'] as const)(
    'spoils the %s of the way back when told to',
    async (kind) => {
      shop.faults.push({ at: 'callback', kind })
      await expect(install()).rejects.toThrow()
    },
  )

  test('takes a code once, and only with the right secret', async () => {
    await install()
    const again = await fetch(`${standIn.url}/${domain}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id: app.id, client_secret: app.secret, code: 'used' }),
    })
    expect(again.status).toBe(400)
    const forged = await fetch(`${standIn.url}/${domain}/admin/oauth/access_token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id: app.id, client_secret: 'x', code: 'used' }),
    })
    expect(forged.status).toBe(401)
  })

  test('sends nobody to an address that is not registered, to the letter', async () => {
    for (const to of ['https://evil.example/', `${app.url}/shopify-install/`, `${app.url}/x`]) {
      const asked = await fetch(
        `${standIn.url}/${domain}/admin/oauth/authorize?client_id=${app.id}&redirect_uri=${to}`,
      )
      expect([to, asked.status]).toEqual([to, 400])
    }
  })
})

describe('tokens', () => {
  test('come for a session token, and not for a forged or an old one', async () => {
    await install()
    const exchange = (sessionToken: string) =>
      library.auth.tokenExchange({
        shop: domain,
        sessionToken,
        requestedTokenType: RequestedTokenType.OfflineAccessToken,
        expiring: true,
      })
    const { session } = await exchange(signSessionToken(app, shop))
    expect(session.id).toBe(`offline_${domain}`)
    await expect(exchange(signSessionToken(app, shop, { secondsToLive: -60 }))).rejects.toThrow()
    const forged = signSessionToken({ ...app, secret: 'another' }, shop)
    await expect(exchange(forged)).rejects.toThrow()
  })

  test('are refreshed; the old one may be tried again until the new one is used', async () => {
    const first = (await install()).refreshToken ?? ''
    const refresh = (refreshToken: string) =>
      library.auth.refreshToken({ shop: domain, refreshToken })
    const second = (await refresh(first)).session.refreshToken ?? ''
    const repeated = (await refresh(first)).session.refreshToken ?? ''
    expect(new Set([first, second, repeated]).size).toBe(3)
    await refresh(repeated)
    await expect(refresh(first)).rejects.toThrow()
  })

  test('end with the installation', async () => {
    const session = await install()
    shop.install = null
    await expect(ask(session, '{ shop { name } }')).rejects.toThrow(HttpResponseError)
  })
})

describe('the Admin API', () => {
  const create = `mutation ($page: PageCreateInput!) {
    pageCreate(page: $page) { page { id handle body } userErrors { code field message } }
  }`

  test('keeps pages, without their scripts, and finds them by handle', async () => {
    const session = await install()
    const page = { title: 'Careers', handle: 'careers-7', body: '<p>Hi</p><script>1</script>' }
    const { data } = await ask(session, create, { page })
    expect(data.pageCreate.page).toMatchObject({ handle: 'careers-7', body: '<p>Hi</p>' })
    const taken = await ask(session, create, { page })
    expect(taken.data.pageCreate.userErrors[0].code).toBe('TAKEN')
    const found = await ask(
      session,
      '{ pages(first: 5, query: "handle:careers-7") { nodes { title } pageInfo { hasNextPage } } }',
    )
    expect(found.data.pages.nodes).toEqual([{ title: 'Careers' }])
    const shown = await fetch(`${standIn.url}/${domain}/pages/careers-7`)
    expect(await shown.text()).toContain('<p>Hi</p>')
  })

  test('finds a customer by address, and the products that are jobs', async () => {
    const session = await install()
    const { data } = await ask(
      session,
      `query ($identifier: CustomerIdentifierInput!) {
        customerByIdentifier(identifier: $identifier) {
          firstName numberOfOrders amountSpent { amount currencyCode } defaultAddress { city }
        }
      }`,
      { identifier: { emailAddress: 'MAYA.okafor@mail.example' } },
    )
    expect(data.customerByIdentifier).toEqual({
      firstName: 'Maya',
      numberOfOrders: '14',
      amountSpent: { amount: '1240.50', currencyCode: 'GBP' },
      defaultAddress: { city: 'Leeds' },
    })
    const jobs = await ask(
      session,
      `{ products(first: 10, query: "product_type:\\"Job\\" OR tag:job") { nodes { title } } }`,
    )
    expect(jobs.data.products.nodes).toEqual([
      { title: 'Saturday Mechanic' },
      { title: 'Warehouse Packer' },
    ])
  })

  test('keeps the app’s own data in its installation, and refuses what the platform refuses', async () => {
    const session = await install({ scopes: 'read_products' })
    const { data } = await ask(session, '{ currentAppInstallation { id } }')
    const { id } = data.currentAppInstallation as { id: string }
    const set = async (...metafields: object[]) => {
      const answer = await ask(
        session,
        `mutation ($metafields: [MetafieldsSetInput!]!) {
          metafieldsSet(metafields: $metafields) { metafields { key } userErrors { code } }
        }`,
        { metafields },
      )
      const { userErrors } = answer.data.metafieldsSet as { userErrors: { code: string }[] }
      return userErrors.map(({ code }) => code)
    }
    const field = { ownerId: id, namespace: 'storehand', key: 'index', type: 'json', value: '{}' }
    expect(await set(field)).toEqual([])
    const wrong = {
      APP_NOT_AUTHORIZED: { ownerId: 'gid://shopify/Shop/1' },
      TOO_LONG: { value: JSON.stringify('x'.repeat(128 * 1024)) },
      INVALID_VALUE: { value: '{' },
      INVALID_TYPE: { type: 'text' },
      BLANK: { type: undefined },
      INVALID: { key: 'a b' },
    }
    for (const [code, part] of Object.entries(wrong)) {
      // One that is refused takes the others with it.
      expect(await set({ ...field, key: 'other' }, { ...field, ...part })).toEqual([code])
    }
    const many = Array.from({ length: 26 }, (_, place) => ({ ...field, key: `part-${place}` }))
    expect((await codeOf(set(...many))).message).toContain('maximum allowed of 25')
    expect(Object.keys(shop.install?.metafields ?? {})).toEqual(['storehand.index'])
    shop.install = null
  })

  test('refuses what the schema does not have, and what no scope opens', async () => {
    const session = await install({ scopes: 'read_products' })
    const gone = await codeOf(ask(session, '{ customers(first: 1) { nodes { ordersCount } } }'))
    expect(gone.message).toContain('Cannot query field')
    const denied = await codeOf(ask(session, '{ customers(first: 1) { nodes { id } } }'))
    expect(denied).toMatchObject({ code: 'ACCESS_DENIED' })
    const pages = await codeOf(ask(session, create, { page: { title: 'x' } }))
    expect(pages).toMatchObject({ code: 'ACCESS_DENIED' })
  })

  test('keeps customers back where the platform has not approved the app', async () => {
    const session = await install()
    shop.customer_data = 'none'
    const denied = await codeOf(ask(session, '{ customers(first: 1) { nodes { id } } }'))
    expect(denied.message).toContain('not approved')
    shop.customer_data = 'level-1'
    const { data } = await ask(session, '{ customers(first: 1) { nodes { numberOfOrders } } }')
    expect(data.customers.nodes).toEqual([{ numberOfOrders: '14' }])
    const named = await codeOf(ask(session, '{ customers(first: 1) { nodes { firstName } } }'))
    expect(named).toMatchObject({ code: 'ACCESS_DENIED' })
    expect(named.message).toContain('not approved to use the firstName field')
  })

  test('throttles with status 200, and fails in the platform’s other ways', async () => {
    const session = await install()
    shop.faults.push({ at: 'graphql', kind: 'throttled' })
    expect(await codeOf(ask(session, '{ shop { name } }'))).toMatchObject({ code: 'THROTTLED' })
    for (const kind of ['402', '500', 'nonsense', 'cut'] as const) {
      shop.faults.push({ at: 'graphql', kind })
      await expect(ask(session, '{ shop { name } }')).rejects.toThrow()
    }
    shop.points.left = 2000
    const { data } = await ask(session, '{ shop { name } }')
    expect(data.shop.name).toBe('Pannier Lane Cycles')
  })
})

test('a store that lacks the app is asked by the platform, which installs it with the configured scopes', async () => {
  app.isManaged = true
  const opened = await fetch(`${standIn.url}/store/pannier-lane/apps/${app.id}`)
  expect(await opened.text()).toContain('Install Storehand?')
  expect(shop.install).toBeNull()
  const agreed = await fetch(opened.url, { method: 'POST' })
  expect(agreed.url).toBe(`${standIn.url}/store/pannier-lane/apps/${app.id}`)
  expect(await agreed.text()).toContain('<iframe')
  expect(shop.install).toMatchObject({ scopes: app.scopes })
  // The scopes of an address are ignored; optional ones are asked for at the page of the installation, if they are configured.
  const to = encodeURIComponent(`${app.url}/shopify-install`)
  const wide = await fetch(
    `${standIn.url}/${domain}/admin/oauth/authorize?client_id=${app.id}&scope=write_online_store_pages&redirect_uri=${to}`,
    { redirect: 'manual' },
  )
  expect(wide.headers.get('location')).toContain('code=')
  const page = (scope: string) =>
    fetch(
      `${standIn.url}/${domain}/admin/oauth/install?client_id=${app.id}&optional_scopes=${scope}`,
    )
  expect((await page('write_orders')).status).toBe(400)
  const asked = await page('write_online_store_pages')
  expect(await asked.text()).toContain('write_online_store_pages')
  const body = new URLSearchParams({ optional_scopes: 'write_online_store_pages' })
  await fetch(asked.url, { method: 'POST', body, redirect: 'manual' })
  expect(shop.install?.scopes).toEqual([...app.scopes, 'write_online_store_pages'])
  app.isManaged = false
})

test('a shop with a friendly domain is asked at it, and signs its internal one', async () => {
  shop.friendly_handle = 'lovely-bikes'
  const authorize = `${standIn.url}/lovely-bikes.myshopify.com/admin/oauth/authorize`
  const to = encodeURIComponent(`${app.url}/shopify-install`)
  const asked = await fetch(`${authorize}?client_id=${app.id}&redirect_uri=${to}`)
  expect(asked.status).toBe(200)
  const agreed = await fetch(new URL('grant', authorize), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ redirect_uri: `${app.url}/shopify-install` }),
  })
  const query = new URL(agreed.headers.get('location') ?? '').searchParams
  expect(query.get('shop')).toBe(domain)
  expect(atob(query.get('host') ?? '')).toBe('admin.shopify.com/store/lovely-bikes')
  // Its admin has one address.
  for (const [handle, status] of [
    ['lovely-bikes', 200],
    ['pannier-lane', 404],
  ] as const) {
    expect((await fetch(`${standIn.url}/store/${handle}`)).status).toBe(status)
  }
})

test('an app that is opened in its frame is signed, and where it installs itself its own address is visited', async () => {
  const visit = await fetch(`${standIn.url}/store/pannier-lane/apps/${app.id}`, {
    redirect: 'manual',
  })
  const query = Object.fromEntries(new URL(visit.headers.get('location') ?? '').searchParams)
  expect(await library.utils.validateHmac(query)).toBe(true)
  await install()
  const framed = await fetch(`${standIn.url}/store/pannier-lane/apps/${app.id}`)
  const [, source = ''] = /<iframe[^>]* src="([^"]*)"/.exec(await framed.text()) ?? []
  const opened = new URL(source.replaceAll('&amp;', '&')).searchParams
  expect(await library.utils.validateHmac(Object.fromEntries(opened))).toBe(true)
  expect(await library.session.decodeSessionToken(opened.get('id_token') ?? '')).toMatchObject({
    dest: `https://${domain}`,
  })
})

describe('the block Careers', () => {
  const shown = async (handle: string, isDesign = false) => {
    const design = isDesign ? '?design=1' : ''
    const html = await (await fetch(`${standIn.url}/${domain}/pages/${handle}${design}`)).text()
    return {
      lists: html.match(/data-storehand-list\s/g)?.length ?? 0,
      note: /storehand-note"[^>]*>([^<]*)/.exec(html)?.[1] ?? null,
    }
  }
  const nothing = { lists: 0, note: null }
  beforeEach(() => {
    shop.pages.push({
      ...madeInStore('902', 'Work with us', 'work-with-us', ''),
      template_suffix: 'careers',
    })
  })
  afterEach(() => {
    shop.pages = shop.pages.filter(({ handle }) => handle !== 'work-with-us')
  })

  test('is put into a template that the theme has; another one is an error in the theme editor', async () => {
    shop.install = { scopes: [], installed_at: '', access_tokens: {}, refresh_tokens: {} }
    const editor = (template: string) =>
      `${standIn.url}/store/pannier-lane/themes/current/editor?template=${template}&addAppBlockId=${app.id}/careers&target=newAppsSection&previewPath=%2Fpages%2Fwork-with-us`
    delete shop.blocks
    for (const method of ['GET', 'POST']) {
      const missing = await fetch(editor('page.careers'), { method })
      expect([missing.status, await missing.text()]).toEqual([
        404,
        expect.stringContaining('Template not found'),
      ])
    }
    expect(await shown('work-with-us')).toEqual(nothing)
    const saved = await fetch(editor('page'), { method: 'POST' })
    expect(saved.url).toBe(`${standIn.url}/${domain}/pages/work-with-us`)
    expect(await shown('work-with-us')).toEqual({ lists: 1, note: null })
    shop.install = null
  })

  test('in the default template of pages is on the page that is meant, and on no other page of the shop', async () => {
    // `page.json` is the template of every page.
    shop.blocks = { careers: {} }
    expect(await shown('about-us')).toEqual(nothing)
    expect((await shown('about-us', true)).note).toContain('Choose the page of your jobs')
    expect(await shown('work-with-us')).toEqual({ lists: 1, note: null })
    shop.blocks = { careers: { page: 'about-us' } }
    expect(await shown('about-us')).toEqual({ lists: 1, note: null })
    expect(await shown('delivery-and-returns')).toEqual(nothing)
  })

  test('in a template of its own is on the pages of that template', async () => {
    shop.blocks = { careers: {} }
    shop.theme_templates = ['page.careers']
    shop.careers_template = 'page.careers'
    expect(await shown('about-us', true)).toEqual(nothing)
    expect(await shown('work-with-us')).toEqual({ lists: 1, note: null })
  })

  test('is not shown a second time on a page that the app has written', async () => {
    shop.blocks = { careers: { page: 'careers' } }
    const frame = `<h2>Jobs</h2><iframe src="${app.url}/embed?shop=${domain}"></iframe>`
    for (const body of [frame, '<div id="storehand-page">\n<h2>Jobs</h2>\n</div>']) {
      shop.pages = shop.pages.filter(({ handle }) => handle !== 'careers')
      shop.pages.push({
        ...madeInStore('903', 'Jobs', 'careers', body),
        template_suffix: 'careers',
      })
      expect(await shown('careers')).toEqual(nothing)
      expect((await shown('careers', true)).note).toContain('already')
    }
  })
})

test('its levers answer only to the secret', async () => {
  const pull = (headers: Record<string, string>) =>
    fetch(`${standIn.url}/_control/shops/${domain}`, { headers })
  expect((await pull({})).status).toBe(404)
  expect((await pull({ Authorization: `Bearer ${app.secret}` })).status).toBe(200)
})
