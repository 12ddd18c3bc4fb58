// The page in a store's admin: who may frame it, and which numbers its session token gives access to.
import { beforeEach, describe, expect, test } from 'vitest'
import type { FirstAnswers } from '#domain/layout.ts'
import type { AdminFrameSettings, AdminPageView, StoreView } from '#domain/store/store.ts'
import { createTestApp, type Visitor } from '#test/app.ts'
import { OWNER, ownerUser } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import {
  connectTestStore,
  installedWith,
  setStandinFault,
  signSessionToken,
  storeClient,
  type Shop,
} from '#test/servers/stores.ts'

const { stand, app, newShop, adminUser } = await openStoreApp({ work: 'queued' })
let shop: Shop

beforeEach(() => {
  shop = newShop()
  shop.install = installedWith(['read_products'])
})

type Failed = { error: { code: string; message: string } }
const read = (token?: string, visitor: Visitor = app.visitor()) =>
  visitor.fetch('/api/store/admin-page', {
    ...(token && { headers: { authorization: `Bearer ${token}` } }),
  })
const view = async (): Promise<AdminPageView> => {
  const answer = await read(signSessionToken(storeClient, shop))
  expect(answer.status).toBe(200)
  return (await answer.json()) as AdminPageView
}
const claimOf = (seen: AdminPageView) => new URL(seen.connect_url ?? '').searchParams.get('claim')
const link = (visitor: Visitor, claim: string | null) =>
  visitor.call<{ shop: string; is_linked: boolean } & Failed>('/api/store/link', {
    body: { claim },
  })
const page = (path: string) => app.visitor().fetch(path, { redirect: 'manual' })
const ancestorsOf = (answer: Response) =>
  /frame-ancestors ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')?.[1]

describe('the document', () => {
  // shows: 2-12, V3.4.6
  test('is framed by exactly the shop and its admin, and by nobody where no shop is named', async () => {
    for (const path of ['/shopify-embed', '/']) {
      expect(ancestorsOf(await page(`${path}?shop=${shop.domain}`))).toBe(stand.url)
      for (const foreign of ['', 'evil.example', 'a.myshopify.com.evil.example', "x' *;"]) {
        const answer = await page(`${path}?shop=${encodeURIComponent(foreign)}`)
        expect(ancestorsOf(answer)).toBe("'none'")
      }
    }
  })

  // shows: 2-12
  test('is the only one in the frame: the root, opened there, leads to it before anything is loaded', async () => {
    const query = `embedded=1&host=abc&shop=${shop.domain}&id_token=x`
    const root = await page(`/?${query}`)
    expect([root.status, root.headers.get('location')]).toEqual([302, `/shopify-embed?${query}`])
    // The way back of an installation is not skipped.
    expect((await page(`/?${query}&code=1&state=2`)).status).toBe(200)
  })

  test('takes scripts from the platform’s folder alone, not from where every shop has its files', async () => {
    const { SHOPIFY_API_KEY = '', SHOPIFY_API_SECRET = '' } = stand.env
    const real = await createTestApp({ env: { SHOPIFY_API_KEY, SHOPIFY_API_SECRET } })
    const answer = await real.visitor().fetch(`/shopify-embed?shop=${shop.domain}`)
    const scripts = /script-src ([^;]*)/.exec(answer.headers.get('content-security-policy') ?? '')
    const own = /^'self' 'sha256-[^']+'$/
    const [, before, folder] = /^(.*) (\S+)$/.exec(scripts?.[1] ?? '') ?? []
    expect(before).toMatch(own)
    expect(folder).toBe('https://cdn.shopify.com/shopifycloud/')
    await real.close()
  })

  test('is in the language of the admin, and no other page is', async () => {
    const langOf = async (path: string) => {
      const headers = { 'accept-language': 'fr' }
      const html = await (await app.visitor().fetch(path, { headers })).text()
      return /<html lang="([^"]+)"/.exec(html)?.[1]
    }
    const query = `shop=${shop.domain}&locale`
    expect(await langOf(`/shopify-embed?${query}=de`)).toBe('de')
    expect(await langOf(`/shopify-embed/admin/jobs?${query}=pt-PT`)).toBe('pt-BR')
    for (const locale of ['', 'xx', '"><script>']) {
      expect(await langOf(`/shopify-embed?${query}=${encodeURIComponent(locale)}`)).toBe('fr')
    }
    expect(await langOf('/admin?locale=de')).toBe('fr')
  })

  // shows: 2-12
  test('has the platform’s script before any other, and sets no cookie', async () => {
    const answer = await page(`/shopify-embed?shop=${shop.domain}`)
    const html = await answer.text()
    const [first] = /<script[^>]*>/.exec(html) ?? []
    expect(first).toBe(`<script src="${stand.url}/app-bridge.js">`)
    expect(html.indexOf('<link')).toBeGreaterThan(html.indexOf(first ?? ''))
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-frame-options')).toBeNull()
  })

  test('has the first answers in it for its user, and nothing for anybody else', async () => {
    const owner = await app.owner('</script><b>Tea</b> & $& Co')
    await connectTestStore(app, owner, shop)
    await app.job(owner, { title: 'Tea Taster' })
    shop.staff = [ownerUser('ruth@first.example')]
    const ruth = adminUser(shop, OWNER)
    const proof = { email: owner.email, password: 'correct horse' }
    expect((await ruth.call('/api/store/person/proof', { body: proof })).status).toBe(204)
    const other = await app.owner('Other Tea')
    let isViewed = false
    const answersOf = async (screen: string, token: string) => {
      const query = new URLSearchParams({ embedded: '1', shop: shop.domain, id_token: token })
      // The cookie of a member of another organization counts for nothing.
      const html = await (await other.fetch(`/shopify-embed${screen}?${query}`)).text()
      expect(html).not.toContain('<b>Tea')
      expect(html).not.toContain('Other Tea')
      isViewed = !html.includes('<div id="root"></div>')
      const [, text] =
        /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(html) ?? []
      return text === undefined ? undefined : (JSON.parse(text) as FirstAnswers)
    }
    const token = () => signSessionToken(storeClient, shop, { userId: OWNER })
    const home = await answersOf('', token())
    expect(isViewed).toBe(true)
    expect(home).toMatchObject({
      layout: { session: { profile: { email: owner.email } } },
      page: {
        shop: shop.domain,
        organization_name: owner.organization.name,
        counts: { job_posts: 1 },
      },
    })
    expect(home?.layout).toEqual((await ruth.call('/api/frame')).body)
    expect(home?.page).toEqual((await ruth.call('/api/store/admin-page')).body)
    expect(home?.jobsPage).toEqual((await ruth.call('/api/store/jobs-page')).body)
    const reads = async (screen: string) =>
      Object.keys((await answersOf(screen, token()))?.reads ?? {})
    expect(await reads('/admin/jobs')).toEqual(['/api/jobs?sort=-created'])
    expect(await reads('/admin/settings')).toEqual([])
    const funnel = '/api/overview/funnel?period=30'
    expect(Object.keys(home?.reads ?? {})).toEqual(['/api/overview', funnel])
    expect(home?.reads?.[funnel]).toEqual((await ruth.call(funnel)).body)
    const unknown = await answersOf('', signSessionToken(storeClient, shop, { userId: '4712' }))
    expect(unknown?.layout).toMatchObject({ session: { user: null, profile: null } })
    expect(isViewed).toBe(false)
    for (const wrong of [
      'x',
      signSessionToken({ ...storeClient, secret: 'other' }, shop, { userId: OWNER }),
    ]) {
      expect(await answersOf('', wrong)).toBeUndefined()
      expect(isViewed).toBe(false)
    }
  })

  // shows: 2-128
  test('leads to the address of its own admin, which is kept where the platform has signed it', async () => {
    const owner = await app.owner()
    await connectTestStore(app, owner, shop)
    const adminUrlOf = (handle: string) => `${stand.url}/store/${handle}/apps/${storeClient.id}`
    const keptUrl = async () => (await owner.call<StoreView>('/api/store')).body.admin_url
    shop.friendly_handle = `friendly-${shop.handle}`
    const frame = await (await fetch(adminUrlOf(shop.friendly_handle))).text()
    const [, source = ''] = /<iframe[^>]* src="([^"]*)"/.exec(frame) ?? []
    const signed = new URL(source.replaceAll('&amp;', '&')).searchParams
    const open = async (query: URLSearchParams) => {
      const html = await (await page(`/shopify-embed?${query}`)).text()
      const [, content = ''] = /"storehand-embedding" content="([^"]*)"/.exec(html) ?? []
      return (JSON.parse(content.replaceAll('&quot;', '"')) as AdminFrameSettings).admin_url
    }
    // A user of this shop, and anybody else, can open the frame's address with a host of their own.
    const foreign = btoa('admin.shopify.com/store/foreign').replaceAll('=', '')
    const written = new URLSearchParams([['host', foreign], ...signed])
    for (const kept of ['hmac', 'id_token', undefined]) {
      const query = new URLSearchParams(signed)
      query.set('host', foreign)
      for (const proof of ['hmac', 'id_token']) if (proof !== kept) query.delete(proof)
      // Without a token the frame fetches one first.
      query.delete('embedded')
      await open(query)
      await open(written)
      expect(await keptUrl()).toBe(adminUrlOf(shop.handle))
    }
    expect(await open(signed)).toBe(adminUrlOf(shop.friendly_handle))
    expect(await keptUrl()).toBe(adminUrlOf(shop.friendly_handle))
  })

  // shows: 2-12
  test('without a token in the frame is the page that fetches one and comes back', async () => {
    const answer = await page(`/shopify-embed?embedded=1&shop=${shop.domain}&host=abc`)
    const to = new URL(answer.headers.get('location') ?? '', app.url)
    expect([answer.status, to.pathname]).toEqual([302, '/shopify-embed/session-token'])
    expect(to.searchParams.get('shopify-reload')).toBe(
      `${app.url}/shopify-embed?embedded=1&shop=${shop.domain}&host=abc`,
    )
    const bounce = await page(to.pathname + to.search)
    const html = await bounce.text()
    expect(html.match(/<script/g)).toHaveLength(1)
    expect(html).toContain(`${stand.url}/app-bridge.js`)
    expect(ancestorsOf(bounce)).toBe(stand.url)
  })

  test('writes what the address says as text', async () => {
    const answer = await page('/shopify-embed?shop="><script>alert(1)</script>')
    expect(await answer.text()).not.toContain('alert(1)')
  })
})

describe('works', () => {
  // shows: 2-13
  test('a store that was opened gives its token by itself, and waits for an organization', async () => {
    const seen = await view()
    expect(seen).toMatchObject({
      shop: shop.domain,
      shop_name: shop.name,
      organization_name: null,
      counts: null,
      problem: null,
    })
    await view()
    // The second look needs no second token.
    expect(Object.keys(shop.install?.access_tokens ?? {})).toHaveLength(1)
  })

  // shows: 2-14
  test('its link connects it to the organization of the owner who follows it, and then it counts', async () => {
    const owner = await app.owner('Counting Tea')
    const claim = claimOf(await view())
    expect((await link(owner, claim)).body).toEqual({ shop: shop.domain, is_linked: true })
    await app.job(owner)
    await app.job(owner, { title: 'Closed one', is_active: false })
    await app.job(await app.owner('Other Tea'))
    expect(await view()).toMatchObject({
      organization_name: 'Counting Tea',
      counts: {
        job_posts: 2,
        open_job_posts: 1,
        applications: 0,
        new_applications: 0,
        career_pages: 0,
      },
      connect_url: null,
    })
    const mine = await owner.call<{ store: { shop: string } }>('/api/store')
    expect(mine.body.store.shop).toBe(shop.domain)
  })

  test('somebody without an organization links it for the one they create', async () => {
    const person = await app.person()
    expect((await link(person, claimOf(await view()))).body.is_linked).toBe(false)
    await person.call('/api/organizations', { body: { name: 'Later Linked' } })
    expect((await view()).organization_name).toBe('Later Linked')
  })

  // shows: 2-13
  test('a connection that died is made anew by opening the page, and stays its organization’s', async () => {
    const owner = await app.owner('Again Tea')
    await connectTestStore(app, owner, shop)
    await app.deps.db.pool.query(
      'update store_sessions set access_token_sealed = null, refresh_token_sealed = null where shop = $1',
      [shop.domain],
    )
    expect(await view()).toMatchObject({ organization_name: 'Again Tea', problem: null })
  })

  test('a token that the store took back is noticed when its page is opened, and another one asked for', async () => {
    const owner = await app.owner('Revoked Tea')
    await connectTestStore(app, owner, shop)
    Object.assign(shop.install ?? {}, { access_tokens: {}, refresh_tokens: {} })
    expect(await view()).toMatchObject({ organization_name: 'Revoked Tea', problem: null })
    expect(Object.keys(shop.install?.access_tokens ?? {})).toHaveLength(1)
    const mine = await owner.call<{ store: { is_alive: boolean } }>('/api/store')
    expect(mine.body.store.is_alive).toBe(true)
  })

  test('what the store allows by now is known when its page is opened', async () => {
    const owner = await app.owner('Allowed Tea')
    await connectTestStore(app, owner, shop)
    shop.install!.scopes = ['read_products', 'write_online_store_pages']
    await view()
    const mine = await owner.call<{ store: { scope: string } }>('/api/store')
    expect(mine.body.store.scope).toBe('read_products,write_online_store_pages')
  })

  test('a removed app is told of as removed, on its own page and in the dashboard', async () => {
    const owner = await app.owner('Removed Tea')
    await connectTestStore(app, owner, shop)
    await setStandinFault(stand, shop, 'uninstall')
    const seenBy = async () => (await owner.call<StoreView>('/api/store')).body
    await expect.poll(async () => (await seenBy()).removed_shop).toBe(shop.domain)
    expect((await seenBy()).store).toBeNull()
    expect((await view()).problem).toContain('Storehand was removed from this store.')
  })

  test('where the store refuses, the reason and the way to install again are told', async () => {
    const owner = await app.owner('Gone Tea')
    await connectTestStore(app, owner, shop)
    await app.deps.db.pool.query(
      'update store_sessions set access_token_sealed = null where shop = $1',
      [shop.domain],
    )
    shop.install = null
    const seen = await view()
    expect(seen.problem).toBe('The store has ended the connection. Please connect it again.')
    expect(seen.reconnect_url).toContain(`/store/${shop.handle}/oauth/install?client_id=`)
    shop.faults.push({ at: 'token', kind: '503' })
    expect((await view()).problem).toBe('The store did not answer. Please try again.')
  })
})

describe('keeps out', () => {
  // shows: 2-13
  test.each<[string, () => string | undefined]>([
    ['no token', () => undefined],
    ['a forged token', () => signSessionToken({ ...storeClient, secret: 'another' }, shop)],
    ['a token for another app', () => signSessionToken({ ...storeClient, id: 'other' }, shop)],
    ['an old token', () => signSessionToken(storeClient, shop, { secondsToLive: -60 })],
    ['a token of no shop', () => signSessionToken(storeClient, { domain: 'evil.example' })],
  ])('%s, and lets the page ask once more', async (_, token) => {
    const owner = await app.owner()
    const answer = await read(token(), owner)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('x-shopify-retry-invalid-session-request')).toBe('1')
    expect(((await answer.json()) as Failed).error.code).toBe('store.sessionEnded')
  })

  test('a store token from everything else of this server', async () => {
    const answer = await app.visitor().fetch('/api/jobs', {
      headers: { authorization: `Bearer ${signSessionToken(storeClient, shop)}` },
    })
    expect(answer.status).toBe(401)
  })

  // shows: 2-14
  test('another organization, with a link or without', async () => {
    const owner = await app.owner('First Tea')
    const claim = claimOf(await view())
    await link(owner, claim)
    const other = await app.owner('Second Tea')
    const refused = await link(other, claim)
    expect([refused.status, refused.body.error.code]).toEqual([409, 'store.elsewhere'])
    expect((await view()).organization_name).toBe('First Tea')
  })

  test('staff, forged links, links of another shop’s signature, and links older than ten minutes', async () => {
    const owner = await app.owner()
    const claim = claimOf(await view()) ?? ''
    const staff = await link(await app.staff(owner), claim)
    expect(staff.body.error.code).toBe('organization.ownerRequired')
    const forged = claim.replace(shop.domain, 'victim.myshopify.com')
    expect((await link(owner, forged)).body.error.code).toBe('store.claimEnded')
    expect((await link(owner, 'x~9999999999999~')).status).toBe(403)
    app.clock.move(11 * 60)
    const late = await link(owner, claim)
    app.clock.move(-11 * 60)
    expect([late.status, late.body.error.code]).toEqual([403, 'store.claimEnded'])
    expect((await link(app.visitor(), claim)).status).toBe(401)
  })
})
