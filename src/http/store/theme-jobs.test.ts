// The jobs in a shop's theme, as elements of its own page: written into the store at each change, and rendered without
// our server.
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { PART_BYTES, PART_JOBS, type ThemeIndex, type ThemeJob } from '#domain/store/theme-jobs.ts'
import type { Overview } from '#domain/overview/overview.ts'
import type { StoreView } from '#domain/store/store.ts'
import type { RemovalView } from '#domain/store/store-removal.ts'
import { oddStrings } from '#test/input/odd-strings.ts'
import { addressesOf, textOf } from '#test/html.ts'
import { endLeases, makeTasksDue, workAsOne, workStores } from '#test/work.ts'
import { createTestApp, type Member } from '#test/app.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import { addJobsPage, connectTestStore, setStandinFault, type Shop } from '#test/servers/stores.ts'

const { stand, app, connectedShop } = await openStoreApp()
let owner: Member
let shop: Shop

beforeEach(async () => {
  ;({ owner, shop } = await connectedShop())
  addJobsPage(shop)
})

const here = {
  is_remote: false,
  street: '1 Mill Lane',
  town: 'Leeds',
  region: 'West Yorkshire',
  postcode: 'LS1 1AA',
  country: 'GB',
}

/** The page of the shop with the block in it, after everything was written. */
async function page(query = ''): Promise<string> {
  await workStores(app.deps)
  const answer = await fetch(`${stand.url}/${shop.domain}/pages/work-with-us${query}`)
  expect(answer.status).toBe(200)
  return answer.text()
}
/** So many changes at once use up what the store allows: written again with all of it until nothing is queued. */
async function writeAll(): Promise<void> {
  const queued = () =>
    app.deps.db.pool.query(
      "select 1 from background_tasks where kind = 'write-theme-jobs' and key = $1",
      [shop.domain],
    )
  do {
    shop.points.left = 2000
    await makeTasksDue(app.deps, 'write-theme-jobs')
    await workStores(app.deps)
  } while ((await queued()).rowCount)
}
const titles = (html: string) =>
  [...html.matchAll(/<h3[^>]*>([^<]*)<\/h3>/g)].map(([, title]) => title)
const fields = () => shop.install?.metafields ?? {}
/** Without the one that the merchant has made. */
const ours = () => shop.pages.filter(({ handle }) => handle !== 'work-with-us')
const index = () => JSON.parse(fields()['storehand.index']?.value ?? '{}') as ThemeIndex
const edit = (job: JobPost, body: object) =>
  owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body })
const problems = async () =>
  (await owner.call<Overview>('/api/overview')).body.attention.theme_problems
const problem = async () => (await problems())[0]?.problem ?? null
/** What a write of the jobs was asked with, by its keys. */
const values = () => Object.values(fields()).map(({ value }) => value)

// shows: 2-113
test('each change of a job is in the page of the shop, as text of its own and without a frame', async () => {
  const job = await app.job(owner, {
    title: 'Tea Taster',
    description: 'We taste.\n\n- Black\n- Green',
    requirements: 'A good nose\nPatience',
    ...here,
  })
  const html = await page()
  expect(html).not.toContain('<iframe')
  expect(titles(html)).toEqual(['Tea Taster'])
  expect(html).toContain('<p>We taste.</p><ul><li>Black</li><li>Green</li></ul>')
  expect(textOf(html)).toContain('Requirements A good nose Patience')
  expect(html).toContain(
    `href="/${shop.domain}/apps/careers/${job.slug}?lang=en&amp;via=%2F${shop.domain}%2Fpages%2Fwork-with-us&amp;step=consent"`,
  )
  // Search engines take the address without its query for the page: each job has one of its own.
  expect(html).toContain(
    `href="/${shop.domain}/apps/careers/${job.slug}?lang=en">Link to this job</a>`,
  )
  expect(html).not.toContain('href="?job=')
  // The page is drawn without us.
  expect(html).not.toContain(`src="${app.url}`)

  await edit(job, { title: 'Chief Taster' })
  expect(titles(await page())).toEqual(['Chief Taster'])
  await edit(job, { is_active: false })
  const none = await page()
  expect([titles(none), textOf(none).includes('There are no open jobs')]).toEqual([[], true])
  await edit(job, { is_active: true })
  expect(titles(await page())).toEqual(['Chief Taster'])
  await owner.call(`/api/jobs/${job.id}/texts/de`, {
    method: 'PUT',
    body: { title: 'Teeprüferin', description: 'Wir prüfen.', requirements: '', benefits: '' },
  })
  const german = await page('?locale=de')
  expect(titles(german)).toEqual(['Teeprüferin'])
  expect(textOf(german)).toContain('Offene Stellen bei')
  // Nobody has written it in French: the original text, and the theme's own in French.
  expect(textOf(await page('?locale=fr'))).toContain('Chief Taster')
  // its original text is French now, so French has a list of its own.
  await edit(job, { title: 'Dégustateur', language: 'fr' })
  const french = await page('?locale=fr')
  expect([titles(french), french.includes('<h3 lang=')]).toEqual([['Dégustateur'], false])
  expect(await page()).toContain('<h3 lang="fr" dir="auto">')
  await owner.call(`/api/jobs/${job.id}`, { method: 'DELETE' })
  expect(titles(await page())).toEqual([])
  expect(index().parts).toEqual({ 'en-GB': 1 })
  expect(Object.keys(fields()).toSorted()).toEqual([
    'storehand.index',
    'storehand.jobs-en-GB-1',
    'storehand.newest-en-GB',
  ])
})

test('in another language of the shop every address has its folder, in the list, the button and the app’s pages', async () => {
  const job = await app.job(owner, { title: 'Tea Taster', ...here })
  await workStores(app.deps)
  shop.blocks = { ...shop.blocks, 'careers-embed': {} }
  const german = `/${shop.domain}/de`
  const read = async (path: string) => (await fetch(stand.url + path)).text()
  const list = await read(`${german}/pages/work-with-us`)
  const via = encodeURIComponent(`${german}/pages/work-with-us`)
  expect(list).toContain(
    `href="${german}/apps/careers/${job.slug}?lang=de&amp;via=${via}&amp;step=consent"`,
  )
  // Texts of the theme, in snippets too, and of the button, which has no word of its own.
  expect(textOf(list)).toContain('Offene Stellen bei')
  expect(textOf(list)).toContain('Link zu dieser Stelle')
  expect(textOf(list)).toContain('Wir stellen ein')
  expect(list).toContain(
    `href="${german}/apps/careers?lang=de&amp;via=button">Alle Stellen ansehen`,
  )
  const ad = await read(`${german}/apps/careers/${job.slug}?lang=de`)
  expect(textOf(ad)).toContain('Anforderungen')
  const own = addressesOf(ad.slice(ad.indexOf('<main>'), ad.indexOf('</main>')))
  expect(own.some((address) => address.startsWith(`${german}/apps/careers`))).toBe(true)
  expect(own.filter((address) => address.startsWith(`/${shop.domain}/apps/`))).toEqual([])
  // Where nothing stands before it, the addresses are those of the first language.
  expect(await read(`/${shop.domain}/apps/careers/${job.slug}`)).toContain(
    `href="/${shop.domain}/apps/careers`,
  )
})

test('twenty jobs with all their text are a small part of a page', async () => {
  for (let number = 1; number <= 20; number += 1) {
    await app.job(owner, {
      title: `Taster ${number}`,
      description: 'You taste tea all day. '.repeat(40),
      requirements: 'A good nose\nPatience\nAn early start',
      ...here,
    })
  }
  await writeAll()
  const html = await page()
  const list = html.slice(html.indexOf('class="storehand-list"'), html.indexOf('<footer>'))
  expect(titles(list)).toHaveLength(20)
  expect(Buffer.byteLength(list)).toBeLessThan(100_000)
  expect(gzipSync(list).length).toBeLessThan(6000)
})

test('the button on every page reads a small metafield, and not the ads', async () => {
  for (let number = 1; number <= 14; number += 1) {
    await app.job(owner, { title: `Taster ${number}`, description: 'Long. '.repeat(600) })
  }
  await writeAll()
  const newest = fields()['storehand.newest-en-GB']?.value ?? ''
  expect((JSON.parse(newest) as { jobs: object[] }).jobs).toHaveLength(14)
  expect(newest.length).toBeLessThan(4000)
  shop.blocks = { 'careers-embed': { label: 'Jobs' } }
  for (const key of Object.keys(fields())) {
    if (key.startsWith('storehand.jobs-')) delete fields()[key]
  }
  const html = await (await fetch(`${stand.url}/${shop.domain}`)).text()
  expect(html.match(/<li>\s*<a href="[^"]*taster/g)).toHaveLength(12)
  // Closed since it was written: left out here as well.
  const later = newest.replace(/"closes":null/, '"closes":1000')
  fields()['storehand.newest-en-GB']!.value = later
  const [first = ''] = /Taster \d+/.exec(newest) ?? []
  const after = await (await fetch(`${stand.url}/${shop.domain}`)).text()
  expect(after).not.toContain(`>${first}</a>`)
})

test('a changed address of the app proxy is learned from its first call, and every link follows', async () => {
  await app.deps.db.pool.query(
    "update store_sessions set scope = scope || ',write_app_proxy' where shop = $1",
    [shop.domain],
  )
  const job = await app.job(owner, { title: 'Tea Taster', ...here })
  await owner.call('/functions/shopify-integration', {
    body: { action: 'create-page', pageData: { job_post_id: job.id } },
  })
  expect(await page()).toContain(`/apps/careers/${job.slug}?`)
  shop.proxy_path = '/community/jobs'
  const moved = `${stand.url}/${shop.domain}/community/jobs`
  const ad = await (await fetch(`${moved}/${job.slug}`)).text()
  expect(ad).toContain(`"url":"${moved}/${job.slug}"`)
  const html = await page()
  expect(html).toContain(`href="/${shop.domain}/community/jobs/${job.slug}?lang=en"`)
  expect(html).toContain(`"url":"${moved}/${job.slug}"`)
  expect(html).not.toContain('/apps/careers')
  expect(ours()[0]?.body).toContain(`href="${moved}/${job.slug}"`)
  expect(index().path).toBe('/community/jobs')
  // And back.
  delete shop.proxy_path
  await fetch(`${stand.url}/${shop.domain}/apps/careers/${job.slug}`)
  expect(await page()).toContain(`href="/${shop.domain}/apps/careers/${job.slug}?lang=en"`)
})

test('a single job has its data for search engines, which no text of it can end', async () => {
  const title = '</script><script>alert(1)</script>{{ shop.name }}'
  const job = await app.job(owner, { title, description: '<img src=x onerror=alert(1)>', ...here })
  const html = await page()
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('<img src=x')
  const [, data = ''] =
    /<script type="application\/json" data-posting>([^]*?)<\/script>/.exec(html) ?? []
  const posting = JSON.parse(data) as Record<string, unknown>
  expect(posting).toMatchObject({
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title,
    url: `${stand.url}/${shop.domain}/apps/careers/${job.slug}`,
    directApply: true,
    jobLocation: { address: { addressLocality: 'Leeds', addressCountry: 'GB' } },
  })
})

test('the app’s page of a single job has the data as well, without a second list', async () => {
  const job = await app.job(owner, { title: 'Tea Taster', ...here })
  const body = `<iframe src="${app.url}/embed?shop=${shop.domain}"></iframe>`
  const now = new Date().toISOString()
  shop.pages.push({
    id: '905',
    title: 'Tea Taster',
    handle: `careers-${job.id}`,
    body,
    is_published: true,
    template_suffix: 'careers',
    metafields: {},
    created_at: now,
    updated_at: now,
  })
  await workStores(app.deps)
  const html = await (await fetch(`${stand.url}/${shop.domain}/pages/careers-${job.id}`)).text()
  const [, data = ''] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html) ?? []
  expect(JSON.parse(data)).toMatchObject({ '@type': 'JobPosting', title: 'Tea Taster' })
  expect(titles(html)).toEqual([])
})

test('a job whose day is over is not shown, whether our server is there or not', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  await app.job(owner, { closes_on: tomorrow })
  expect(titles(await page())).toHaveLength(1)
  const [first] = Object.values(fields())
  first!.value = first!.value.replace(/"closes":\d+/, '"closes":1000')
  const later = await fetch(`${stand.url}/${shop.domain}/pages/work-with-us`)
  expect(titles(await later.text())).toEqual([])
})

test('odd strings come out as they were written', async () => {
  const written = oddStrings
    .map((text) => text.replace(/\p{Cc}/gu, '').trim())
    .filter((text) => text !== '' && text.length < 200)
  await app.job(owner, { description: written.join('\n\n') })
  await page()
  const [job] = (
    JSON.parse(fields()['storehand.jobs-en-GB-1']?.value ?? '{}') as { jobs: ThemeJob[] }
  ).jobs
  const html = await page()
  for (const { kind, lines } of job?.about ?? []) {
    if (kind === 'p')
      for (const line of lines)
        expect(textOf(html)).toContain(
          textOf(line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
        )
  }
})

test('what has not changed is not written, and what was half written is written again', async () => {
  const job = await app.job(owner)
  await page()
  const before = values()
  const former = index()
  const unused = { at: 'graphql', kind: '500', of: 'WriteThemeJobs' } as const
  shop.faults.push(unused)
  await edit(job, { title: job.title })
  await page()
  expect([values(), shop.faults]).toEqual([before, [unused]])

  shop.faults = []
  // An answer that is lost, then a busy store: nothing is lost with it. In this order, because a busy store has no points for
  // a second attempt so soon.
  shop.faults.push(
    { at: 'graphql', kind: 'lost', of: 'WriteThemeJobs' },
    { at: 'graphql', kind: 'throttled', of: 'WriteThemeJobs' },
    { at: 'graphql', kind: '402', of: 'ThemeJobsKept' },
  )
  await edit(job, { title: 'Throttled Taster' })
  await page()
  expect(index().digests).toEqual(former.digests)
  // Owners see why.
  expect(await problem()).toBe('The store is closed or on hold at the moment.')
  await makeTasksDue(app.deps, 'write-theme-jobs')
  expect(titles(await page())).toEqual(['Throttled Taster'])
  expect(shop.faults).toEqual([])
  expect(await problem()).toBeNull()
  // The platform itself says no.
  shop.refuses_metafields = true
  await edit(job, { title: 'Refused Taster' })
  expect(titles(await page())).toEqual(['Throttled Taster'])
  expect(await problem()).toMatch(/^Shopify did not accept them\./)
})

test('who loses a task to another worker stops before its next request', async () => {
  // Its own worker would do everything at once.
  const idle = await createTestApp({ env: stand.env, work: 'none' })
  const member = await idle.owner()
  const stores = await connectTestStore(idle, member, shop)
  /** A worker that stands still after its first request, until its lease is over and another one has done the work. */
  async function begin(kind: 'write-theme-jobs' | 'empty-store') {
    const [asked, goes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: typeof stores = {
      ...stores,
      async ask(...question) {
        const answer = await stores.ask(...question)
        asked.resolve()
        await goes.promise
        return answer
      },
    }
    const work = workAsOne({ ...idle.deps, stores: slow }, kind)
    await asked.promise
    return async () => {
      goes.resolve()
      await work
    }
  }
  async function takeOver(kind: 'write-theme-jobs' | 'empty-store') {
    await endLeases(idle.deps, kind)
    await workAsOne(idle.deps, kind)
  }
  const job = await idle.job(member, { title: 'Old Title' })
  const endWrite = await begin('write-theme-jobs')
  await member.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'New Title' } })
  await takeOver('write-theme-jobs')
  const written = values()
  expect(written.join()).toContain('New Title')
  await endWrite()
  expect(values()).toEqual(written)

  const body = { shop: shop.domain }
  await member.call('/api/store/removal', { body })
  const endRemoval = await begin('empty-store')
  await takeOver('empty-store')
  expect(values()).toEqual([])
  await member.call('/api/store/removal/undo', { body })
  await workAsOne(idle.deps, 'write-theme-jobs')
  expect(values()).toEqual(written)
  await endRemoval()
  expect(values()).toEqual(written)
  await idle.close()
})

test('of several stores each is named whose theme is behind, also one that was connected earlier', async () => {
  const later = stand.shop(`later-${shop.handle}`)
  await connectTestStore(app, owner, later)
  shop.refuses_metafields = true
  await app.job(owner)
  await workStores(app.deps)
  expect(await problems()).toEqual([
    { shop_name: shop.name, problem: expect.stringMatching(/^Shopify did not accept them\./) },
  ])
  const { body } = await owner.call<StoreView>('/api/store')
  expect(body.theme_problems).toEqual(await problems())
  // Staff are told by the page of the store, not as something that they could mend.
  const { body: seen } = await (await app.staff(owner)).call<Overview>('/api/overview')
  expect(seen.attention.theme_problems).toEqual([])
  later.refuses_metafields = true
  await app.job(owner)
  await workStores(app.deps)
  expect((await problems()).map((one) => one.shop_name)).toEqual([later.name, shop.name])
  // A lost store says more than that.
  await setStandinFault(stand, later, 'revoke')
  await app.job(owner)
  await workStores(app.deps)
  expect((await problems()).map((one) => one.shop_name)).toEqual([shop.name])
})

test('more than a metafield holds is in several, and the newest are in the page when there are more still', async () => {
  const long = 'ß'.repeat(3900)
  for (let number = 1; number <= 12; number += 1) {
    await app.job(owner, { title: `Long ${number}`, description: long })
  }
  await page()
  const parts = index().parts['en-GB'] ?? 0
  expect(parts).toBeGreaterThan(1)
  for (const value of values()) expect(value.length).toBeLessThan(PART_BYTES)
  expect(titles(await page())[0]).toBe('Long 12')
  const left = index().left_out
  expect(titles(await page())).toHaveLength(12 - left)
  expect(textOf(await page()).includes('See all jobs')).toBe(left > 0)
  expect(PART_JOBS).toBeLessThanOrEqual(50)
})

test('a store that is not connected any more is left alone, and one that is disconnected has no jobs in its theme', async () => {
  await app.job(owner)
  expect(titles(await page())).toHaveLength(1)
  const left = await owner.call('/api/store/disconnect', {
    body: { shop: shop.domain, delete_pages: false },
  })
  expect(left.status).toBe(204)
  expect(fields()).toEqual({})
  await app.job(owner)
  expect(titles(await page())).toEqual([])
  expect(fields()).toEqual({})
})

describe('before an uninstall', () => {
  const removal = async () =>
    (await owner.call<RemovalView>('/api/store/removal')).body.shops.find(
      (one) => one.shop === shop.domain,
    )
  const begin = (member = owner) =>
    member.call<RemovalView>('/api/store/removal', { body: { shop: shop.domain } })
  const sync = () => owner.call<{ code: string }>('/functions/sync-careers-page', { body: {} })

  // shows: 4-28
  test('an owner removes everything in one act, which goes on after a fault and says what the store keeps', async () => {
    await app.deps.db.pool.query(
      "update store_sessions set scope = scope || ',write_app_proxy' where shop = $1",
      [shop.domain],
    )
    const job = await app.job(owner, { title: 'Tea Taster' })
    await owner.call('/functions/shopify-integration', {
      body: { action: 'create-page', pageData: { job_post_id: job.id } },
    })
    // 'Apply' stays in the shop; what an uninstall would leave behind has a link that still leads somewhere.
    const [left] = ours()
    expect(left?.body).toContain(`href="${stand.url}/${shop.domain}/apps/careers/${job.slug}"`)
    expect(left?.body).toMatch(/<p><a href="[^"]*\/careers\/[^"]*">Open outside of this shop<\/a>/)
    await sync()
    const own = { title: 'About tea', content: 'Tea.' }
    await owner.call('/functions/shopify-integration', {
      body: { action: 'create-page', pageData: own },
    })
    await page()
    const titlesOfPages = [
      'About tea',
      'Careers - Tea Taster',
      `Careers at ${owner.organization.name}`,
    ]
    expect(await removal()).toMatchObject({ open_jobs: 1, removal: null })
    expect((await removal())?.pages.toSorted()).toEqual(titlesOfPages.toSorted())

    // Busy, then away in the middle: what is gone stays gone, and the rest is tried again.
    shop.kept_pages = ['about-tea']
    shop.faults.push(
      { at: 'graphql', kind: 'throttled', of: 'DeleteStorePage' },
      { at: 'graphql', kind: 'passes', of: 'DeleteStorePage' },
      { at: 'graphql', kind: 'lost', of: 'DeleteStorePage' },
      { at: 'graphql', kind: '402', of: 'DeleteStorePage' },
    )
    expect((await begin()).status).toBe(202)
    expect(titles(await page())).toEqual([])
    expect(fields()).toEqual({})
    expect((await removal())?.removal).toMatchObject({
      status: 'failed',
      problem: 'The store is closed or on hold at the moment.',
    })
    await begin()
    await page()
    expect(shop.faults).toEqual([])
    expect((await removal())?.removal).toMatchObject({
      status: 'failed',
      refused: [{ title: 'About tea', reason: expect.stringContaining('cannot be deleted') }],
    })
    expect(ours().map(({ title }) => title)).toEqual(['About tea'])

    // The merchant has deleted it.
    shop.kept_pages = []
    await begin()
    await page()
    expect([ours(), fields()]).toEqual([[], {}])
    expect(await removal()).toMatchObject({ pages: [], removal: { status: 'finished' } })

    // From then on nothing is written, whatever changes.
    await edit(job, { title: 'Chief Taster' })
    expect(titles(await page())).toEqual([])
    expect([ours(), fields()]).toEqual([[], {}])
    expect((await sync()).body.code).toBe('store.emptied')
    expect(
      (await owner.call('/api/store/removal/undo', { body: { shop: shop.domain } })).status,
    ).toBe(200)
    expect(titles(await page())).toEqual(['Chief Taster'])
    await sync()
    await sync()
    expect(ours()).toHaveLength(1)
  })

  test('nobody else’s store is emptied, and staff cannot', async () => {
    await app.job(owner)
    await page()
    const stranger = await app.owner()
    expect((await begin(stranger)).status).toBe(404)
    expect((await begin(await app.staff(owner))).status).toBe(403)
    await page()
    expect(Object.keys(fields())).not.toEqual([])
  })
})
