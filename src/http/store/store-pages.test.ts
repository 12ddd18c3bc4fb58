// Store pages and the import of jobs over HTTP, against a store that can refuse, be late, and lose requests.
import { beforeEach, describe, expect, test } from 'vitest'
import type { JobsSync, LeftOut } from '#domain/jobs/imported-jobs.ts'
import type { JobPage } from '#domain/jobs/jobs.ts'
import type { Overview } from '#domain/overview/overview.ts'
import type { JobsPageView, StorePage, StorePagesView } from '#domain/store/store-pages.ts'
import { OTHER_PAGES_MAX } from '#domain/limits.ts'
import { PAGES_SCOPE } from '#domain/store/store.ts'
import { makeTasksDue, workStores } from '#test/work.ts'
import { addressesOf, textOf } from '#test/html.ts'
import { createTestApp, type Member } from '#test/app.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import {
  connectTestStore,
  installedWith,
  setStandinFault,
  signSessionToken,
  storeClient,
  type Shop,
} from '#test/servers/stores.ts'

const { stand, app, connectedShop } = await openStoreApp({ work: 'queued' })
let owner: Member
let shop: Shop

const SCOPES = ['read_products', 'write_products', PAGES_SCOPE]

beforeEach(async () => {
  ;({ owner, shop } = await connectedShop(SCOPES))
})

type Answered = {
  success: boolean
  error: string
  code: string
  message: string
  page: StorePage
  pages: StorePage[]
  has_more_pages: boolean
  pagesSync: Record<string, number> | null
  pagesProblem: string | null
  jobsSync: JobsSync
  leftOut: LeftOut[]
  missing_scopes: string[]
  is_password_protected: boolean
}
const ask = (name: string, body: object, member: Member = owner) =>
  member.call<Answered>(`/functions/${name}`, { body })
const integrate = (body: object, member?: Member) => ask('shopify-integration', body, member)
const create = (pageData: object) => integrate({ action: 'create-page', pageData })
const view = async () => (await owner.call<StorePagesView>('/api/store/pages')).body
const jobsPage = () => owner.call<JobsPageView>('/api/store/jobs-page')
const makeJobsPage = () =>
  owner.call<JobsPageView & { error?: { message: string } }>('/api/store/jobs-page', {
    method: 'POST',
  })
const jobs = async () => (await owner.call<JobPage>('/api/jobs?sort=title')).body.jobs

const product = (id: string, more: Partial<Shop['products'][number]> = {}) => ({
  id,
  title: `Job ${id}`,
  handle: `job-${id}`,
  description_html: '<p>Fix bikes.</p><ul><li>Service them to our checklist</li></ul>',
  product_type: 'Job',
  tags: [] as string[],
  status: 'ACTIVE' as const,
  vendor: 'V',
  location: 'Leeds',
  created_at: '2026-09-01T09:00:00Z',
  updated_at: '2026-09-01T09:00:00Z',
  ...more,
})

/** A page that the merchant made. */
const madeInStore = (id: string, handle: string, body = '<p>Own words</p>') => {
  const when = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-02T00:00:00Z' }
  const page = { id, title: `The ${handle}`, handle, body }
  shop.pages.push({ ...page, ...when, is_published: true, template_suffix: null, metafields: {} })
  return `gid://shopify/Page/${id}`
}

/** The store keeps a question waiting until something else has happened. */
function gate(): { until: Promise<void>; goOn: () => void } {
  let goOn = () => {}
  const until = new Promise<void>((resolve) => (goOn = resolve))
  return { until, goOn: () => goOn() }
}

describe('pages', () => {
  // shows: 5-16, 9-8
  test('a job page says the job without any script, links to its public page and holds the widget', async () => {
    const job = await app.job(owner, {
      title: 'Baker <b>& Co</b>',
      description: 'Bake.\n\n- bread\n- rolls',
      requirements: 'Rise early every day\n"Knead" by hand',
      location: 'York',
    })
    const { status, body } = await create({ job_post_id: job.id })
    expect([status, body.message]).toEqual([200, 'Career page created'])
    expect(body.page).toMatchObject({
      title: 'Careers - Baker <b>& Co</b>',
      handle: `careers-${job.id}`,
      job_title: 'Baker <b>& Co</b>',
      kind: 'job',
      // The store takes scripts out, and that is known.
      kept: 'frame',
    })
    const text = shop.pages[0]?.body ?? ''
    // The title stands above it already, as the theme shows it.
    expect(text).toMatch(/^<div id="storehand-page-[\w-]{36}">\n<p>York · Full-time/)
    expect(text).toContain('>Apply for Baker &lt;b&gt;&amp; Co&lt;/b&gt;</a>')
    expect(text).toContain('<ul><li>bread</li><li>rolls</li></ul>')
    expect(text).toContain('<li>&quot;Knead&quot; by hand</li>')
    // The job's own page, which keeps by which store an applicant comes.
    const ad = `${app.url}/careers/${owner.organization.slug}/${job.slug}`
    expect(text).toContain(
      `<a href="${ad}?shop=${encodeURIComponent(shop.domain)}" style="display:inline-block;`,
    )
    // The widget is folded away, and applies for this job: the page shows no other.
    expect(text).toMatch(
      new RegExp(
        `<details [^]*<iframe [^>]*step=consent&amp;roleId=${job.id}"[^>]* height="600"[^]*</details>`,
      ),
    )
    const shown = await fetch(body.page.url)
    expect(shown.status).toBe(200)
    expect(await shown.text()).toContain('Apply for Baker')
  })

  // shows: 3-10, 7-114
  test('a custom page has the title, a handle of it, the words as text, and the widget', async () => {
    const { body } = await create({
      title: 'Join  us & grow!',
      content: 'Hello <3\nthere\n\n1. One\n2. Two',
    })
    expect(body.page).toMatchObject({ handle: 'join-us-grow', kind: 'custom', job_title: null })
    const text = shop.pages[0]?.body ?? ''
    expect(text).toContain('<p>Hello &lt;3<br>there</p>')
    expect(text).toContain('<ol><li>One</li><li>Two</li></ol>')
    const changed = await integrate({
      action: 'update-page',
      pageId: body.page.id,
      pageData: { title: 'Join us', content: 'New words' },
    })
    expect(changed.body.message).toBe('Career page updated')
    expect(changed.body.page).toMatchObject({ title: 'Join us', handle: 'join-us-grow' })
    const gone = await integrate({ action: 'delete-page', pageId: body.page.id })
    expect(gone.body.message).toBe('Career page deleted')
    expect(shop.pages).toEqual([])
    expect((await view()).pages).toEqual([])
  })

  // shows: 7-114
  test('HTML in a custom page keeps what a page may hold, when it is made and when it is changed', async () => {
    const content =
      '<h2>Us</h2><p onclick="x()">We <b>bake</b>.<script>x()</script> <a href="javascript:x()">a</a></p>'
    const clean = '<h2>Us</h2><p>We <strong>bake</strong>. a</p>'
    const { body } = await create({ title: 'Us', content })
    expect(body.page.content).toBe(clean)
    expect(shop.pages[0]?.body).toMatch(
      /^<div id="storehand-page">\n<h2>Us<\/h2><p>We <strong>bake<\/strong>\. a<\/p>\n<p><a [^>]*>See open jobs<\/a><\/p>\n<details /,
    )
    const pageData = { title: 'Us', content: `${content}<img src=x onerror=x()>` }
    const changed = await integrate({ action: 'update-page', pageId: body.page.id, pageData })
    expect(changed.body.page.content).toBe(clean)
    expect((await view()).pages[0]?.content).toBe(clean)
    for (const action of ['create-page', 'update-page']) {
      const nothing = await integrate({
        action,
        pageId: body.page.id,
        pageData: { title: 'Us', content: '<script>x()</script><p> </p>' },
      })
      expect([nothing.status, nothing.body.error]).toEqual([
        400,
        'Please fill in both title and content',
      ])
    }
  })

  // shows: 7-118, choice-18
  test('the sync makes one page of all jobs, and again nothing new', async () => {
    const job = await app.job(owner)
    await create({ job_post_id: job.id })
    const first = await ask('sync-careers-page', { organizationId: owner.organization.id })
    expect(first.body.pagesSync).toEqual({ created: 1, updated: 0, unchanged: 1, removed: 0 })
    const again = await ask('sync-careers-page', {})
    expect(again.body.pagesSync).toEqual({ created: 0, updated: 0, unchanged: 2, removed: 0 })
    expect(shop.pages.map(({ handle }) => handle).toSorted()).toEqual(
      ['careers', `careers-${job.id}`].toSorted(),
    )
    // A template of its own: the block Careers is never in that of every page.
    expect(shop.pages.map((page) => page.template_suffix)).toEqual(['careers', 'careers'])
    // Each job once: as text with a button, and the widget folded away.
    const page = shop.pages.find(({ handle }) => handle === 'careers')?.body ?? ''
    expect(page.split(job.title)).toHaveLength(3)
    expect(page).toContain(`<h3>${job.title}</h3>`)
    expect(page).toMatch(/<details [^]*<iframe [^>]*height="600"[^]*<\/details>\n<\/div>$/)
    // The beginning's list knows that the jobs are on a page now.
    const { checklist } = (await owner.call<Overview>('/api/overview')).body
    expect(checklist?.lines).toContainEqual({ step: 'widget', state: 'done' })
    expect((await view()).pages[0]).toMatchObject({
      title: 'Careers at Tiny Tea Shop',
      handle: 'careers',
    })
  })

  // shows: 2-122
  test('the page for the theme’s block has no job in its text, and the block shows itself there alone', async () => {
    const job = await app.job(owner)
    madeInStore('70', 'about-us')
    shop.blocks = { careers: {} }
    const shown = async (handle: string) => {
      const html = await (await fetch(`${stand.url}/${shop.domain}/pages/${handle}`)).text()
      return [html.split('data-storehand-list').length - 1, html.split('<h3').length - 1]
    }
    const list = async () => (await owner.call<Overview>('/api/overview')).body.checklist?.lines
    await workStores(app.deps)
    expect((await jobsPage()).body).toEqual({ page: null, is_permission_missing: false })
    const { status, body } = await makeJobsPage()
    expect(status).toBe(200)
    expect(body.page).toEqual({
      title: 'Careers at Tiny Tea Shop',
      handle: 'careers',
      url: `${stand.url}/${shop.domain}/pages/careers`,
      has_block: true,
    })
    expect(await shown('careers')).toEqual([1, 1])
    expect(await shown('about-us')).toEqual([0, 0])
    // Without the block nobody sees a job there: it is not taken for done.
    expect(await list()).toContainEqual({ step: 'widget', state: 'open' })

    // Again, by the sync, and at a change of a job: it stays one page without jobs.
    expect((await makeJobsPage()).body).toEqual(body)
    await ask('sync-careers-page', {})
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Chief Taster' } })
    await workStores(app.deps)
    const ours = () => shop.pages.filter(({ id }) => id !== '70')
    expect(ours().map(({ body: text, template_suffix }) => [text, template_suffix])).toEqual([
      ['<div id="storehand-place"></div>', 'careers'],
    ])
    // Before a reinstall, in a store that takes ids and empty elements out: known all the same.
    for (const text of ['<div id="storehand-place"></div>', '']) {
      ours()[0]!.body = text
      await app.deps.db.pool.query('delete from store_pages where shop = $1', [shop.domain])
      expect((await makeJobsPage()).body.page?.handle).toBe('careers')
      expect(ours()).toHaveLength(1)
    }
    // Deleted in the store: made again.
    shop.pages = []
    expect((await makeJobsPage()).body.page?.has_block).toBe(true)
    expect(shop.pages).toHaveLength(1)
  })

  test('an empty page of the merchant is not taken: it would be deleted with the app', async () => {
    const theirs = madeInStore('71', 'careers', '')
    expect((await makeJobsPage()).body.page).toMatchObject({
      handle: 'job-openings',
      has_block: true,
    })
    await ask('sync-careers-page', {})
    expect(shop.pages).toHaveLength(2)
    expect(shop.pages.find(({ id }) => theirs.endsWith(`/${id}`))).toMatchObject({
      title: 'The careers',
      body: '',
      template_suffix: null,
    })
  })

  test('a page with the jobs as text is left to the block when staff say so', async () => {
    await app.job(owner)
    await ask('sync-careers-page', {})
    shop.pages[0]!.template_suffix = null
    expect((await jobsPage()).body.page).toMatchObject({ handle: 'careers', has_block: false })
    expect((await makeJobsPage()).body.page).toMatchObject({ handle: 'careers', has_block: true })
    expect(shop.pages.map(({ body, template_suffix }) => [body, template_suffix])).toEqual([
      ['<div id="storehand-place"></div>', 'careers'],
    ])
  })

  test('without the permission the page for the block is refused in words, and made once it is given', async () => {
    const without = SCOPES.filter((scope) => scope !== 'write_online_store_pages')
    await connectTestStore(app, owner, shop, without)
    expect((await jobsPage()).body).toEqual({ page: null, is_permission_missing: true })
    const refused = await makeJobsPage()
    expect([refused.status, refused.body.error?.message]).toEqual([
      409,
      'Your store has not given Storehand permission to add and change pages in your online store.',
    ])
    expect(shop.pages).toEqual([])
    // The platform's dialog has given it; we are not told, and ask.
    shop.install?.scopes.push('write_online_store_pages')
    const made = await makeJobsPage()
    expect([made.status, made.body.is_permission_missing]).toEqual([200, false])
    // Another organization has a page of its own, or none.
    const stranger = await app.owner()
    expect((await stranger.call<JobsPageView>('/api/store/jobs-page')).body.page).toBeNull()
  })

  test('pages are ours also where the store takes frames out: none is there twice after a reinstall', async () => {
    const job = await app.job(owner)
    await create({ job_post_id: job.id })
    await ask('sync-careers-page', {})
    for (const page of shop.pages) page.body = page.body.replace(/<iframe[^]*<\/iframe>/, '')
    shop.blocks = { careers: {} }
    await workStores(app.deps)
    for (const { handle } of shop.pages) {
      const shown = await fetch(`${stand.url}/${shop.domain}/pages/${handle}`)
      expect(await shown.text()).not.toContain('data-storehand-list')
    }
    await app.deps.db.pool.query('delete from store_pages where shop = $1', [shop.domain])
    await create({ job_post_id: job.id })
    await ask('sync-careers-page', {})
    expect(shop.pages).toHaveLength(2)
    // As they were written before they had ids.
    for (const page of shop.pages) page.body = page.body.replace(/id="storehand-page[^"]*"/, '')
    await app.deps.db.pool.query('delete from store_pages where shop = $1', [shop.domain])
    await create({ job_post_id: job.id })
    await ask('sync-careers-page', {})
    expect(shop.pages).toHaveLength(2)
  })

  test('a page called careers that is the shop’s own stays as it is', async () => {
    await app.job(owner)
    const own = { id: '77', title: 'Our careers', handle: 'careers', body: '<p>Own words</p>' }
    const when = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }
    shop.pages.push({ ...own, ...when, is_published: true, template_suffix: null, metafields: {} })
    await ask('sync-careers-page', {})
    expect(shop.pages.map(({ handle, body }) => [handle, body.slice(0, 4)])).toEqual([
      ['careers', '<p>O'],
      ['job-openings', '<div'],
    ])
  })

  test('a page of the former form moves to the address with the id of its job, and the old one leads there', async () => {
    const job = await app.job(owner, { title: 'Weekend Barista' })
    const { body } = await create({ job_post_id: job.id })
    const handle = `careers-${job.id}`
    expect(body.page).toMatchObject({ handle, kind: 'job' })
    // As pages were written before.
    const former = 'jobs-weekend-barista'
    const page = shop.pages.find((one) => one.handle === handle)
    if (page) page.handle = former
    await integrate({ action: 'get-pages' })
    const old = (await view()).pages.find((one) => one.handle === former)
    await ask('sync-careers-page', {})
    expect((await view()).pages.map((one) => one.handle)).toEqual(['careers', handle])
    const moved = await fetch(old?.url ?? '')
    expect([moved.status, moved.url]).toEqual([200, body.page.url])
  })

  test('a job that changes, closes or is deleted changes its pages in the background', async () => {
    const job = await app.job(owner, { title: 'Packer' })
    await create({ job_post_id: job.id })
    await ask('sync-careers-page', {})
    const pageOf = (handle: string) => shop.pages.find((page) => page.handle === handle)
    const change = { title: 'Lead Packer', language: 'fr' }
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: change })
    const marked = '<div lang="fr" dir="ltr"><h3>Lead Packer</h3></div>'
    await expect.poll(() => pageOf('careers')?.body).toContain(marked)
    // Its address stays: links to it are out there.
    const address = `careers-${job.id}`
    await expect.poll(() => pageOf(address)?.title).toBe('Careers - Lead Packer')
    expect(pageOf(address)?.body).toContain('<div lang="fr" dir="ltr"><p>')
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_active: false } })
    await expect.poll(() => pageOf(address)?.body).toContain('no longer open')
    expect(pageOf(address)?.body).toContain('>See open jobs</a>')
    // No widget was written there, so the store has not taken one out.
    await integrate({ action: 'get-pages' })
    expect((await view()).pages.map(({ kept }) => kept)).not.toContain('text')
    await owner.call(`/api/jobs/${job.id}`, { method: 'DELETE' })
    await expect.poll(() => pageOf(address)).toBeUndefined()
    await expect
      .poll(() => pageOf('careers')?.body)
      .toContain('Currently no open positions available.')
  })

  // shows: 2-44
  test('who has applied goes back to the shop’s own site: its front, or its page of jobs', async () => {
    const job = await app.job(owner)
    const backTo = async (email: string) => {
      const fields = { token: await app.grant(email, job), firstName: 'Ada', lastName: 'B' }
      const html = await (await app.visitor().form('/application', fields)).text()
      expect(textOf(html)).toContain('Back to Open Positions')
      return addressesOf(html).find((address) => address.includes(shop.domain.split('.')[0] ?? ''))
    }
    const front = app.deps.stores?.app.storeUrl(shop.domain)
    expect(await backTo('front@example.com')).toBe(front)
    await ask('sync-careers-page', {})
    expect(await backTo('page@example.com')).toBe(`${front}/pages/careers`)
  })

  test('a page deleted in the store is forgotten by Refresh, and made again by the sync', async () => {
    const job = await app.job(owner)
    await create({ job_post_id: job.id })
    await ask('sync-careers-page', {})
    shop.pages = []
    const again = await ask('sync-careers-page', {})
    expect(again.body.pagesSync).toMatchObject({ created: 2 })
    expect(shop.pages).toHaveLength(2)
    shop.pages = []
    expect((await integrate({ action: 'get-pages' })).body.pages).toEqual([])
    expect((await view()).pages).toEqual([])
  })

  // shows: 7-114
  test('Refresh Pages lists every page of the store, and says which are ours', async () => {
    const job = await app.job(owner, { title: 'Packer' })
    await create({ job_post_id: job.id })
    for (let number = 0; number < 300; number += 1) {
      madeInStore(String(5000 + number), `page-${String(number).padStart(3, '0')}`)
    }
    const { status, body } = await integrate({ action: 'get-pages' })
    expect([status, body.pages.length]).toEqual([200, 301])
    expect(body.pages[0]).toMatchObject({ is_ours: true, job_title: 'Packer', kind: 'job' })
    expect(body.pages[1]).toEqual({
      id: 'gid://shopify/Page/5000',
      title: 'The page-000',
      handle: 'page-000',
      content: '',
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-02T00:00:00.000Z',
      kind: 'other',
      kept: 'all',
      is_ours: false,
      job_post_id: null,
      job_title: null,
      job_is_active: null,
      url: `${app.deps.stores?.app.storeUrl(shop.domain)}/pages/page-000`,
    })
    // As it is known here, until somebody asks again.
    expect(await view()).toMatchObject({ pages: body.pages, has_more_pages: false })
    shop.pages = shop.pages.filter(({ handle }) => !handle.startsWith('page-'))
    expect((await integrate({ action: 'get-pages' })).body.pages).toHaveLength(1)
    expect((await view()).pages).toHaveLength(1)
  })

  test('a store with very many pages is read up to a bound, and that is told', async () => {
    const mine = await create({ title: 'zzz', content: 'The last by its name.' })
    for (let number = 0; number < OTHER_PAGES_MAX + 260; number += 1) {
      madeInStore(String(5000 + number), `page-${number}`)
    }
    const { body } = await integrate({ action: 'get-pages' })
    expect(body.pages).toHaveLength(OTHER_PAGES_MAX + 1)
    expect(body.has_more_pages).toBe(true)
    // Ours is not taken for one that was deleted because the list ended before it.
    expect(body.pages[0]?.id).toBe(mine.body.page.id)
    expect(await view()).toMatchObject({ has_more_pages: true })
  })

  test('two who refresh at once see the same pages', async () => {
    for (let number = 0; number < 5; number += 1) madeInStore(String(number), `page-${number}`)
    const both = await Promise.all([
      integrate({ action: 'get-pages' }),
      integrate({ action: 'get-pages' }),
    ])
    expect(both.map(({ status, body }) => [status, body.pages.length])).toEqual([
      [200, 5],
      [200, 5],
    ])
  })

  // shows: 7-115
  test('the connection is tested: permissions and the password of the shop are told', async () => {
    shop.is_password_protected = true
    shop.install = { ...shop.install!, scopes: ['read_products'] }
    const { body } = await integrate({ action: 'test-connection' })
    const missing_scopes = ['read_customers', PAGES_SCOPE]
    expect(body).toMatchObject({ missing_scopes, is_password_protected: true })
    expect(await view()).toMatchObject({
      connection: 'alive',
      missing_scopes,
      is_password_protected: true,
    })
  })
})

describe('jobs', () => {
  // shows: 7-119, choice-18
  test('products of the type or with the tag become job posts, once', async () => {
    shop.products = [
      product('1'),
      product('2', { product_type: 'Bike', tags: ['Job', 'Part-Time', 'senior'], location: null }),
      product('3', { product_type: 'Bike' }),
      product('4', { status: 'DRAFT' }),
    ]
    const first = await ask('sync-shopify-jobs', {})
    expect(first.body).toMatchObject({
      success: true,
      jobsSync: { created: 3, updated: 0, unchanged: 0, deactivated: 0 },
      pagesSync: null,
      pagesProblem: null,
    })
    const [one, two, four] = await jobs()
    expect(one).toMatchObject({
      title: 'Job 1',
      description: 'Fix bikes.',
      requirements: 'Service them to our checklist',
      location: 'Leeds',
      employment_type: 'full-time',
      is_active: true,
    })
    expect(two).toMatchObject({
      employment_type: 'part-time',
      experience_level: 'senior-level',
      location: null,
    })
    expect(four?.is_active).toBe(false)
    const again = await ask('sync-shopify-jobs', {})
    expect(again.body.jobsSync).toEqual({ created: 0, updated: 0, unchanged: 3, deactivated: 0 })
  })

  test('two who press at once import once', async () => {
    shop.products = [product('1'), product('2')]
    const both = await Promise.all([ask('sync-shopify-jobs', {}), ask('sync-shopify-jobs', {})])
    const created = both.map(({ body }) => body.jobsSync.created)
    expect(created.reduce((sum, count) => sum + count)).toBe(2)
    expect(await jobs()).toHaveLength(2)
  })

  test('the store’s changes come over, and what was changed here stays', async () => {
    shop.products = [product('1')]
    await ask('sync-shopify-jobs', {})
    const [job] = await jobs()
    await owner.call(`/api/jobs/${job?.id}`, { method: 'PATCH', body: { title: 'Mechanic' } })
    shop.products = [product('1', { title: 'Job one', location: 'Hull' })]
    const { body } = await ask('sync-shopify-jobs', {})
    expect(body.jobsSync.updated).toBe(1)
    expect((await jobs())[0]).toMatchObject({ title: 'Mechanic', location: 'Hull' })
  })

  test('a product that is gone closes its job, and opens it when it is back', async () => {
    shop.products = [product('1')]
    await ask('sync-shopify-jobs', {})
    shop.products = []
    expect((await ask('sync-shopify-jobs', {})).body.jobsSync.deactivated).toBe(1)
    expect((await jobs())[0]?.is_active).toBe(false)
    expect((await ask('sync-shopify-jobs', {})).body.jobsSync.deactivated).toBe(0)
    shop.products = [product('1')]
    expect((await ask('sync-shopify-jobs', {})).body.jobsSync.updated).toBe(1)
    expect((await jobs())[0]?.is_active).toBe(true)
  })

  test('a job deleted here does not come back, and what is no job is told', async () => {
    shop.products = [product('1'), product('2', { description_html: '' })]
    const first = await ask('sync-shopify-jobs', {})
    expect(first.body.leftOut).toEqual([{ title: 'Job 2', reason: 'Please enter a description.' }])
    const [job] = await jobs()
    await owner.call(`/api/jobs/${job?.id}`, { method: 'DELETE' })
    const again = await ask('sync-shopify-jobs', {})
    expect(again.body.leftOut[0]).toEqual({ title: 'Job 1', reason: 'it was deleted here' })
    expect(await jobs()).toEqual([])
  })

  // shows: 8-19
  test('with pages in use they are brought up to date, and a failure there is told beside the jobs', async () => {
    await app.job(owner)
    await ask('sync-careers-page', {})
    shop.products = [product('1')]
    // The background sync that the import asks for may have written the page first, so the counts do not say who did.
    expect((await ask('sync-shopify-jobs', {})).body).toMatchObject({
      pagesSync: { created: 0, removed: 0 },
      pagesProblem: null,
    })
    expect(shop.pages[0]?.body).toContain('Job 1')
    shop.install = { ...shop.install!, scopes: ['read_products'] }
    shop.products = [product('1', { title: 'Job one' })]
    const { body } = await ask('sync-shopify-jobs', {})
    expect(body.jobsSync.updated).toBe(1)
    expect(body.pagesProblem).toBe('store.scopeMissing')
    expect((await view()).problem).toBe(
      'Your store has not given Storehand permission to add and change pages in your online store.',
    )
    // Given again: the problem has gone before any sync, and what waited for it is written.
    await setStandinFault(stand, shop, 'scopes', SCOPES)
    await expect.poll(view).toMatchObject({ missing_scopes: ['read_customers'], problem: null })
    await expect.poll(() => shop.pages[0]?.body).toContain('Job one')
  })
})

describe('faults', () => {
  test.each(['throttled', '429', '500', '503', 'cut', 'nonsense', 'lost'] as const)(
    'a question that meets %s is asked again',
    async (kind) => {
      shop.products = [product('1')]
      shop.points.left = 2000
      shop.faults.push({ at: 'graphql', kind })
      expect((await ask('sync-shopify-jobs', {})).body.jobsSync.created).toBe(1)
    },
  )

  // shows: 8-19
  test(
    'an answer that does not come in time is asked for again, and given up at last',
    { tags: 'slow' },
    async () => {
      const late = { at: 'graphql', kind: 'late' } as const
      const impatient = await createTestApp({
        env: stand.env,
        database: app.deps.db,
        storeTimes: { callMs: 2500 },
      })
      await app.job(owner)
      const member = Object.assign(impatient.visitor(), { cookie: owner.cookie }) as Member
      shop.faults.push(late)
      expect((await ask('sync-careers-page', {}, member)).body.pagesSync).toMatchObject({
        created: 1,
      })
      shop.faults.push(late, late, late)
      const given = await ask('sync-careers-page', {}, member)
      expect([given.status, given.body.error]).toEqual([
        503,
        'The store did not answer. Please try again.',
      ])
      await ask('sync-careers-page', {}, member)
      expect(shop.pages).toHaveLength(1)
      await impatient.close()
    },
  )

  test.each([
    ['the page of a job', async () => ({ job_post_id: (await app.job(owner)).id })],
    ['a custom page', () => ({ title: 'Our team', content: 'We bake.' })],
  ])('%s that was made and its answer lost is found, not made twice', async (_, what) => {
    const wanted = await what()
    // The look for the handle passes; the page is made, and nobody hears of it.
    shop.faults.push({ at: 'graphql', kind: 'passes' }, { at: 'graphql', kind: 'lost' })
    expect((await create(wanted)).status).toBe(200)
    expect(shop.pages).toHaveLength(1)
    expect((await view()).pages).toHaveLength(1)
  })

  test('the same where the store stays away after it: the next try finds the page', async () => {
    const job = await app.job(owner)
    const outOfOrder = { at: 'graphql', kind: '503' } as const
    shop.faults.push({ at: 'graphql', kind: 'passes' }, { at: 'graphql', kind: 'lost' })
    shop.faults.push(outOfOrder, outOfOrder, outOfOrder)
    expect((await create({ job_post_id: job.id })).body.code).toBe('store.unreachable')
    expect(shop.pages).toHaveLength(1)
    expect((await create({ job_post_id: job.id })).status).toBe(200)
    expect(shop.pages).toHaveLength(1)
  })

  test('a change that was not made is not sent a second time by itself', async () => {
    const job = await app.job(owner)
    shop.faults.push({ at: 'graphql', kind: 'passes' }, { at: 'graphql', kind: '503' })
    expect((await create({ job_post_id: job.id })).body.code).toBe('store.unreachable')
    expect(shop.pages).toEqual([])
  })

  // shows: 8-19
  test('removed in the middle of a sync: it stops and says so, and after the return nothing is there twice', async () => {
    // Both before any page is there: the background has nothing to write that would meet the faults.
    const made = [await app.job(owner, { title: 'A' }), await app.job(owner, { title: 'B' })]
    for (const { id } of made) await create({ job_post_id: id })
    const written = shop.pages.map(({ id }) => id)
    // The first page is written; while the second is, the merchant removes the app.
    shop.faults.push({ at: 'graphql', kind: 'passes' })
    const { until, goOn } = gate()
    shop.faults.push({ at: 'graphql', kind: 'late', until })
    const running = ask('sync-careers-page', {})
    await expect.poll(() => shop.faults).toEqual([])
    await setStandinFault(stand, shop, 'uninstall')
    await expect.poll(async () => (await view()).connection).toBe('uninstalled')
    goOn()
    const stopped = await running
    expect([stopped.status, stopped.body.code]).toEqual([409, 'store.uninstalled'])
    expect(stopped.body.error).toContain('Storehand was removed from this store.')
    expect(shop.pages.map(({ id }) => id)).toEqual(written)

    await connectTestStore(app, owner, shop, SCOPES)
    expect((await ask('sync-careers-page', {})).body.pagesSync).toMatchObject({ created: 1 })
    expect(shop.pages).toHaveLength(3)
    expect((await view()).problem).toBeNull()
  })

  test('removed in the middle of an import: nothing is half there, and after the return each job is once', async () => {
    shop.products = [product('1'), product('2')]
    const { until, goOn } = gate()
    shop.faults.push({ at: 'graphql', kind: 'late', until })
    const running = ask('sync-shopify-jobs', {})
    await expect.poll(() => shop.faults).toEqual([])
    await setStandinFault(stand, shop, 'uninstall')
    await expect.poll(async () => (await view()).connection).toBe('uninstalled')
    goOn()
    expect((await running).body.code).toBe('store.uninstalled')
    expect(await jobs()).toEqual([])
    await connectTestStore(app, owner, shop, SCOPES)
    expect((await ask('sync-shopify-jobs', {})).body.jobsSync.created).toBe(2)
    expect(await jobs()).toHaveLength(2)
  })

  test('what changed while the app was away is written when the store has it again', async () => {
    const job = await app.job(owner, { title: 'Packer' })
    await ask('sync-careers-page', {})
    await setStandinFault(stand, shop, 'uninstall')
    await expect.poll(async () => (await view()).connection).toBe('uninstalled')
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Lead Packer' } })
    await workStores(app.deps)
    expect(shop.pages[0]?.body).not.toContain('Lead Packer')
    // Installed again, and opened in the store's admin.
    shop.install = installedWith(SCOPES)
    const authorization = `Bearer ${signSessionToken(storeClient, shop)}`
    await app.visitor().fetch('/api/store/admin-page', { headers: { authorization } })
    await expect.poll(() => shop.pages[0]?.body).toContain('Lead Packer')
    expect(shop.pages).toHaveLength(1)
    await expect.poll(async () => (await view()).problem).toBeNull()
  })

  test('a page whose widget the merchant took out is told of, and written again by the sync', async () => {
    await app.job(owner)
    await ask('sync-careers-page', {})
    const [page] = shop.pages
    page!.body = '<p>We are hiring, ask in the shop.</p>'
    await integrate({ action: 'get-pages' })
    expect((await view()).pages[0]?.kept).toBe('text')
    await ask('sync-careers-page', {})
    expect((await view()).pages[0]?.kept).toBe('frame')
    expect(shop.pages[0]?.body).toContain('<iframe')
  })

  test('a page deleted in the store is not changed but forgotten, and deleting it here succeeds', async () => {
    const [one, two] = [
      await create({ title: 'One', content: 'Words' }),
      await create({ title: 'Two', content: 'Words' }),
    ].map(({ body }) => body.page.id)
    shop.pages = []
    const pageData = { title: 'One', content: 'Other words' }
    const changed = await integrate({ action: 'update-page', pageId: one, pageData })
    expect([changed.status, changed.body.error]).toEqual([404, 'This page no longer exists.'])
    const gone = await integrate({ action: 'delete-page', pageId: two })
    expect([gone.status, gone.body.message]).toEqual([200, 'Career page deleted'])
    expect((await view()).pages).toEqual([])
  })

  test('a run that broke off in the middle goes on where it was', async () => {
    const [one, two] = [await app.job(owner, { title: 'A' }), await app.job(owner, { title: 'B' })]
    await create({ job_post_id: one.id })
    await create({ job_post_id: two.id })
    await ask('sync-careers-page', {})
    const before = shop.pages.map(({ id }) => id)
    shop.faults.push(...Array.from({ length: 5 }, () => ({ at: 'graphql', kind: '503' }) as const))
    const failed = await ask('sync-careers-page', {})
    expect([failed.status, failed.body.code]).toEqual([503, 'store.unreachable'])
    expect((await ask('sync-careers-page', {})).status).toBe(200)
    expect(shop.pages.map(({ id }) => id)).toEqual(before)
  })

  test('a missing permission is named', async () => {
    await app.job(owner)
    shop.install = { ...shop.install!, scopes: ['read_products'] }
    const { status, body } = await ask('sync-careers-page', {})
    expect([status, body.code]).toEqual([409, 'store.scopeMissing'])
    expect(body.error).toBe(
      'Your store has not given Storehand permission to add and change pages in your online store.',
    )
    const listed = await integrate({ action: 'get-pages' })
    expect([listed.status, listed.body.error]).toEqual([409, body.error])
    // The panel says it too, with its button to give all that is missing.
    expect((await view()).missing_scopes).toEqual(['read_customers', PAGES_SCOPE])
  })

  test('a revoked token and a removed app are told apart from a store that is away', async () => {
    await app.job(owner)
    Object.assign(shop.install!, { access_tokens: {}, refresh_tokens: {} })
    expect((await ask('sync-careers-page', {})).body.code).toBe('store.unauthorized')
    expect((await view()).connection).toBe('ended')
  })

  test('a job that is deleted while its page is being written takes the page with it', async () => {
    const job = await app.job(owner, { title: 'Packer' })
    await create({ job_post_id: job.id })
    const { until, goOn } = gate()
    shop.faults.push({ at: 'graphql', kind: 'late', until })
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Lead Packer' } })
    await expect.poll(() => shop.faults).toEqual([])
    await owner.call(`/api/jobs/${job.id}`, { method: 'DELETE' })
    goOn()
    await expect.poll(() => shop.pages).toEqual([])
    await expect.poll(async () => (await view()).pages).toEqual([])
    expect((await view()).problem).toBeNull()
  })

  test('what the background could not write is written when its time has come', async () => {
    const job = await app.job(owner, { title: 'Packer' })
    await ask('sync-careers-page', {})
    shop.faults.push(...Array.from({ length: 5 }, () => ({ at: 'graphql', kind: '503' }) as const))
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Lead Packer' } })
    await expect.poll(async () => (await view()).problem).toContain('answer')
    // The run that failed may still be putting off the next one.
    await expect
      .poll(async () => {
        await makeTasksDue(app.deps, 'write-store-pages')
        await workStores(app.deps)
        return shop.pages[0]?.body
      })
      .toContain('Lead Packer')
    await expect.poll(async () => (await view()).problem).toBeNull()
  })
})

describe('refuses', () => {
  // shows: 5-16
  test('a custom page without title or content, with both told', async () => {
    const { status, body } = await create({ title: ' ', content: '' })
    expect([status, body.error]).toEqual([400, 'Please fill in both title and content'])
    expect(shop.pages).toEqual([])
  })

  test('a handle that a page of the shop has', async () => {
    await create({ title: 'Join us', content: 'Words' })
    const { status, body } = await create({ title: 'Join Us', content: 'Other words' })
    expect([status, body.code]).toEqual([409, 'page.handleTaken'])
    expect(shop.pages).toHaveLength(1)
  })

  // shows: 7-114
  test('to change or delete a page that the shop made', async () => {
    const known = madeInStore('7001', 'about-us')
    await integrate({ action: 'get-pages' })
    // Made since, and never listed.
    const unknown = madeInStore('7002', 'contact')
    const pageData = { title: 'Mine', content: 'Now' }
    for (const action of ['update-page', 'delete-page']) {
      const theirs = await integrate({ action, pageId: known, pageData })
      expect([theirs.status, theirs.body.code, theirs.body.error]).toEqual([
        403,
        'page.notOurs',
        'Storehand did not make this page. You can change or delete it in your store.',
      ])
      const missing = await integrate({ action, pageId: unknown, pageData })
      expect([missing.status, missing.body.code]).toEqual([404, 'page.missing'])
    }
    expect(shop.pages.map(({ title }) => title)).toEqual(['The about-us', 'The contact'])
  })

  test('a second page of the same job', async () => {
    const job = await app.job(owner)
    await create({ job_post_id: job.id })
    expect((await create({ job_post_id: job.id })).body.code).toBe('page.jobLinked')
  })

  // shows: 8-19
  test('to sync where there are no jobs', async () => {
    const { status, body } = await ask('sync-careers-page', {})
    expect([status, body.error]).toEqual([409, 'No Jobs to Sync'])
  })

  test('an action it does not know, a page that is no text, an organization that is another', async () => {
    expect((await integrate({ action: 'publish' })).status).toBe(400)
    expect((await create({ title: 1, content: 'x' })).status).toBe(400)
    const body = { organizationId: '3f0c2b52-6f0e-4c58-9d5e-0e2a8f6d1a01' }
    const other = await ask('sync-careers-page', body)
    expect([other.status, other.body.error]).toEqual([404, 'Organization not found'])
  })

  test('everything of a store that was never connected', async () => {
    const stranger = await app.owner()
    expect((await integrate({ action: 'get-pages' }, stranger)).body.error).toBe(
      'No store is connected.',
    )
    expect((await ask('sync-shopify-jobs', {}, stranger)).status).toBe(409)
  })
})

describe('keeps out', () => {
  test('another organization: its pages, its jobs and a page that is missing are the same', async () => {
    const job = await app.job(owner)
    const { body } = await create({ job_post_id: job.id })
    const other = madeInStore('7003', 'about-us')
    await integrate({ action: 'get-pages' })
    const stranger = await app.owner()
    await connectTestStore(app, stranger, stand.shop(`other-${shop.handle}`), SCOPES)
    const missing = 'gid://shopify/Page/1'
    const pageData = { title: 'Mine', content: 'Now' }
    for (const pageId of [body.page.id, other, missing]) {
      for (const action of ['update-page', 'delete-page']) {
        const answer = await integrate({ action, pageId, pageData }, stranger)
        expect([answer.status, answer.body.code]).toEqual([404, 'page.missing'])
      }
    }
    const theirs = await integrate(
      { action: 'create-page', pageData: { job_post_id: job.id } },
      stranger,
    )
    expect([theirs.status, theirs.body.code]).toEqual([404, 'job.missing'])
    expect((await integrate({ action: 'get-pages' }, stranger)).body.pages).toEqual([])
    expect(shop.pages).toHaveLength(2)
  })
})
