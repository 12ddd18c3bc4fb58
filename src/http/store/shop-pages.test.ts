// The shop's own pages of its jobs: Shopify requests them from us, signed, and puts them into the theme. Without
// cookies, without scripts.
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CAREERS_JOBS } from '#domain/careers/careers-pages.ts'
import type { Overview } from '#domain/overview/overview.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { PROXY_SCOPE, type StoreView } from '#domain/store/store.ts'
import { withoutDatabase } from '#test/databases/failing-database.ts'
import { addressesOf, fieldsOf, textOf } from '#test/html.ts'
import { pdf } from '#test/input/files.ts'
import { oddStrings } from '#test/input/odd-strings.ts'
import type { Member } from '#test/app.ts'
import { customerOf } from '#test/servers/shop-people.ts'
import { openStoreApp } from '#test/servers/store-app.ts'
import {
  addJobsPage,
  connectTestStore,
  signProxyQuery,
  storeClient,
  type Shop,
} from '#test/servers/stores.ts'
import { workStores } from '#test/work.ts'
import { shopPageParameters } from './shop-pages.ts'

const { stand, app } = await openStoreApp()
let owner: Member
let shop: Shop
let job: JobPost

beforeAll(async () => {
  owner = await app.owner('Tiny Tea Shop')
  shop = stand.shop('tiny-tea')
  await connectTestStore(app, owner, shop)
  job = await app.job(owner, {
    title: 'Tea Taster',
    is_remote: false,
    street: '1 Mill Lane',
    town: 'Leeds',
    region: 'West Yorkshire',
    postcode: 'LS1 1AA',
    country: 'GB',
  })
})

let customers = 0
function customer(values: Partial<Shop['customers'][number]> = {}) {
  customers += 1
  const made = customerOf({
    id: String(7000 + customers),
    email: `maya-${customers}@mail.example`,
    phone: '+447700900123',
    ...values,
  })
  shop.customers.push(made)
  return made
}

/** As a person’s browser calls itself. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const base = () => `${stand.url}/${shop.domain}/apps/careers`
type Person = { id: string } | null
const headers = (person: Person) => (person ? { cookie: `customer=${person.id}` } : undefined)

/** An address that a page writes has no parameter that its own page does not read. */
function expectRead(html: string): void {
  for (const written of addressesOf(html)) {
    const { pathname, searchParams } = new URL(written, stand.url)
    const [below, job] = /\/apps\/careers(\/[^/]+)?\/?$/.exec(pathname) ?? []
    if (below === undefined) continue
    const read: readonly string[] =
      shopPageParameters[job ? '/shopify-proxy/:job' : '/shopify-proxy']
    expect([written, [...searchParams.keys()].filter((name) => !read.includes(name))]).toEqual([
      written,
      [],
    ])
  }
}

async function open(path = '', person: Person = null) {
  const answer = await fetch(base() + path, { headers: headers(person) })
  const html = await answer.text()
  expectRead(html)
  return { status: answer.status, html, headers: answer.headers }
}
async function send(address: string, fields: Record<string, string>, person: Person = null) {
  const answer = await fetch(new URL(address, stand.url), {
    method: 'POST',
    headers: headers(person),
    body: new URLSearchParams(fields),
  })
  const html = await answer.text()
  expectRead(html)
  return { status: answer.status, html }
}
/** Where the form of a step is sent. */
const target = (html: string, step: string) =>
  addressesOf(html.replace(/<form(?![^>]* method="post")[^>]*>/g, '')).find(
    (address) => address.includes(`step=${step}`) && !address.includes('as=other'),
  ) ?? ''
const applications = async (email: string) => {
  const { rows } = await app.deps.db.pool.query<Record<string, string | null>>(
    'select first_name, last_name, phone, source from applicants where email = $1',
    [email],
  )
  return rows
}

test('a long list is searched, and goes on, at addresses in the shop', async () => {
  const seller = await app.owner('Long Tea')
  const long = stand.shop('long-tea')
  await connectTestStore(app, seller, long)
  await app.deps.db.pool.query(
    `insert into job_posts (organization_id, title, slug, description, created_at)
     select $1, 'Sorter ' || n, 'sorter-' || n, 'Words.', now() - n * interval '1 minute' from generate_series(1, $2::integer) as n`,
    [seller.organization.id, CAREERS_JOBS.onPage + 1],
  )
  const read = async (address: string) => {
    const html = await (await fetch(new URL(address, stand.url))).text()
    expectRead(html)
    return html
  }
  const last = `Sorter ${CAREERS_JOBS.onPage + 1}`
  const list = await read(`/${long.domain}/apps/careers`)
  const next = addressesOf(list).find((address) => address.includes('after=')) ?? ''
  expect(textOf(list)).not.toContain(last)
  expect(textOf(await read(next))).toContain(last)
  const found = textOf(await read(`/${long.domain}/apps/careers?q=Sorter+17`))
  expect(found).toContain('Sorter 17')
  expect(found).not.toContain('Sorter 18')
})

test('the list and an ad are in the theme, with the data of the job, and lead nowhere else', async () => {
  const list = await open()
  expect(list.status).toBe(200)
  expect(list.html).toContain('<strong><a href="/tiny-tea.myshopify.com">')
  const ad = await open(`/${job.slug}`)
  expect(textOf(ad.html)).toContain('You look after the shop floor')
  expect(ad.html).not.toContain('<script src')
  const [, data = ''] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(ad.html) ?? []
  expect(JSON.parse(data)).toMatchObject({ '@type': 'JobPosting', url: `${base()}/${job.slug}` })
  // Shared from the admin, it is the shop's own address, and a shared link says where it was opened.
  await app.deps.db.pool.query(
    `update store_sessions set scope = scope || ',${PROXY_SCOPE}' where shop = $1`,
    [shop.domain],
  )
  const { body: store } = await owner.call<StoreView>('/api/store')
  expect(store.jobs_url).toBe(base())
  expect(target(ad.html, 'consent') || ad.html).toContain('src=shop')
  expect((await open(`/${job.slug}?src=link`)).html).toContain('src=link')
  for (const html of [list.html, ad.html]) {
    const own = addressesOf(html.slice(html.indexOf('<main>'), html.indexOf('</main>')))
    expect(own.length).toBeGreaterThan(0)
    for (const address of own) {
      // 'Share' writes a mail, about the page in the shop.
      if (address.startsWith('mailto:')) {
        expect(decodeURIComponent(address)).toContain(`body=${base()}/${job.slug}`)
        continue
      }
      expect(address).toMatch(new RegExp(`^(/${shop.domain}/apps/careers|${app.url}/privacy)`))
      expect(address).not.toContain('shop=')
    }
  }
  expect((await open('/no-such-job')).status).toBe(404)
  // In the language of the shop's page.
  expect(textOf((await open(`/${job.slug}?lang=de`)).html)).toContain('Anforderungen')
})

describe('‘Put your jobs on your website’ is done', () => {
  const seenOn = async (member: Member) => {
    const { body } = await member.call<Overview>('/api/overview')
    const { state } = body.checklist?.lines.find(({ step }) => step === 'widget') ?? {}
    return [state, body.checklist?.widget_seen_on]
  }
  let shops = 0
  async function connected() {
    shops += 1
    const member = await app.owner(`Seen ${shops}`)
    const own = stand.shop(`seen-${shops}`)
    await connectTestStore(app, member, own)
    const posted = await app.job(member, { title: 'Packer' })
    const at = `${stand.url}/${own.domain}`
    const get = (path: string, headers: Record<string, string> = {}) =>
      fetch(at + path, { headers })
    return { member, own, posted, at, get }
  }

  test('not by a request of the address that is there from the installation on', async () => {
    const { member, posted, get } = await connected()
    for (const path of [
      '',
      `/${posted.slug}`,
      `/${posted.slug}?step=consent`,
      '?lang=de',
      '?src=poster',
    ]) {
      expect((await get(`/apps/careers${path}`)).status).toBe(200)
    }
    // The platform may not say where a visitor comes from.
    await get('/apps/careers', { referer: `${stand.url}/x` })
    expect(await seenOn(member)).toEqual(['open', null])
  })

  test('by a link of the block, which says on what page it was', async () => {
    const { member, own, at } = await connected()
    addJobsPage(own)
    await workStores(app.deps)
    const page = await (await fetch(`${at}/pages/work-with-us`)).text()
    const apply = addressesOf(page).find((address) => address.includes('step=consent')) ?? ''
    expect((await fetch(new URL(apply, stand.url))).status).toBe(200)
    await expect
      .poll(() => seenOn(member))
      .toEqual(['done', `${new URL(stand.url).host}/pages/work-with-us`])
  })

  test('by a link of a menu, where the platform says where a visitor comes from', async () => {
    const { member, own, at, get } = await connected()
    own.proxy = { tells_referrer: true }
    await get('/apps/careers', { referer: `${at}/apps/careers/packer` })
    await get('/apps/careers', { referer: 'https://mail.example/' })
    expect(await seenOn(member)).toEqual(['open', null])
    await get('/apps/careers', { referer: `${at}/pages/about-us` })
    await expect
      .poll(() => seenOn(member))
      .toEqual(['done', `${new URL(stand.url).host}/pages/about-us`])
  })
})

// shows: 2-114
test('a stranger applies by a code from the mail, without a cookie and without a script', async () => {
  const consent = await open(`/${job.slug}?step=consent`)
  expect(textOf(consent.html)).toContain('Data Processing Consent')
  const asked = await open(`/${job.slug}?src=shop&step=email&consent=yes`)
  const email = 'stranger@mail.example'
  const sent = await send(target(asked.html, 'email'), { ...fieldsOf(asked.html), email })
  expect(textOf(sent.html)).toContain('Verification Email Sent!')
  const { code } = await app.mailTo(email)
  const form = await send(target(sent.html, 'sent'), { ...fieldsOf(sent.html), code })
  const given = fieldsOf(form.html)
  expect(given.token).toBeTruthy()
  const body = new FormData()
  for (const [name, value] of Object.entries({
    ...given,
    firstName: '{{ shop.name }}',
    lastName: '',
  })) {
    body.append(name, value)
  }
  body.append('cvFile', new File(['%PDF-1.4 nothing'], 'cv.pdf', { type: 'application/pdf' }))
  const again = await fetch(new URL(target(form.html, 'apply'), stand.url), {
    method: 'POST',
    body,
  })
  const html = await again.text()
  // What was written comes back as it was: it is no template.
  expect(fieldsOf(html)).toMatchObject({ firstName: '{{ shop.name }}', token: given.token ?? '' })
  expect(await applications(email)).toEqual([])
  const done = await send(target(html, 'apply'), {
    ...fieldsOf(html),
    cvId: '',
    withoutCv: 'yes',
    lastName: "{% assign a = 1 %}{{ 'x' }}",
  })
  expect(textOf(done.html)).toContain('Application Submitted!')
  expect(textOf(done.html)).not.toContain('via Storehand')
  expect(await applications(email)).toMatchObject([
    { first_name: '{{ shop.name }}', source: 'shop' },
  ])
})

// shows: 2-125
describe('a CV that the proxy refuses', () => {
  afterAll(() => {
    shop.proxy = {}
  })
  const MB = 1_000_000
  const large = () => {
    const bytes = Buffer.alloc(2 * MB, ' ')
    bytes.set(pdf)
    return new File([bytes], 'a large cv.pdf', { type: 'application/pdf' })
  }
  /** The form in the theme, and the address of our own page that its second button names. */
  async function formOf(email: string, lang = 'en') {
    const token = await app.grant(email, job)
    const { html } = await open(`/${job.slug}?lang=${lang}&step=apply&token=${token}`)
    const [, elsewhere = ''] = /<button[^>]* formAction="([^"]+)"/i.exec(html) ?? []
    return { html, token, elsewhere }
  }
  const typed = {
    firstName: 'Ada',
    lastName: 'Lin',
    coverLetter: 'Dear {{ shop }},\n"hello" & so on',
  }
  const post = async (address: string, body: URLSearchParams | FormData) => {
    const answer = await fetch(new URL(address, app.url), {
      method: 'POST',
      body,
      headers: { origin: stand.url, 'sec-fetch-site': 'cross-site' },
    })
    return { status: answer.status, html: await answer.text(), headers: answer.headers }
  }
  const withFile = (fields: Record<string, string>) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('cvFile', large())
    return body
  }

  test.each([
    [1 * MB, 413],
    [10 * MB, 200],
  ])(
    'of forms above %i bytes is answered %i in the theme, and goes by a page of ours',
    async (largest, status) => {
      shop.proxy = { largest_form: largest }
      const email = `cv-${largest}@mail.example`
      const { html, token, elsewhere } = await formOf(email)
      // As now: small files go along.
      const sent = await fetch(new URL(target(html, 'apply'), stand.url), {
        method: 'POST',
        body: withFile({ ...fieldsOf(html), token, firstName: '' }),
      })
      expect(sent.status).toBe(status)
      // The same form without its file, as its other button sends it.
      const asked = await post(
        elsewhere,
        new URLSearchParams({ token, ...typed, cvFile: 'a large cv.pdf' }),
      )
      expect([asked.status, asked.html.includes('<script')]).toEqual([200, false])
      expect(asked.headers.get('content-security-policy')).toContain(
        `form-action 'self' ${stand.url};`,
      )
      if (status === 413) expect(textOf(asked.html)).toContain('Send your CV')
      const arrived = await post(elsewhere, withFile(typed))
      expect(textOf(arrived.html)).toContain('Your CV has arrived: a large cv.pdf')
      // Back in the theme with everything, and not sent yet.
      const fields = fieldsOf(arrived.html)
      const back = addressesOf(arrived.html).find((address) => address.includes('step=apply')) ?? ''
      const again = await send(back, fields)
      expect(fieldsOf(again.html)).toMatchObject({ firstName: 'Ada', lastName: 'Lin' })
      expect(textOf(again.html)).toContain('a large cv.pdf')
      expect(await applications(email)).toEqual([])
      const done = await send(target(again.html, 'apply'), {
        ...fieldsOf(again.html),
        coverLetter: typed.coverLetter,
      })
      expect(textOf(done.html)).toContain('Application Submitted!')
      expect(textOf(done.html)).not.toContain('via Storehand')
      const { rows } = await app.deps.db.pool.query(
        'select original_name, cover_letter from applicants a join cv_files c on c.applicant_id = a.id where email = $1',
        [email],
      )
      expect(rows).toEqual([{ original_name: 'a large cv.pdf', cover_letter: typed.coverLetter }])
    },
  )

  test('the address counts for one file, one person and job, and for half an hour, and speaks the language of the form', async () => {
    const first = await formOf('once@mail.example', 'de')
    const other = await formOf('other@mail.example')
    const fileOf = async (email: string) => {
      const { rows } = await app.deps.db.pool.query<{ id: string }>(
        'select c.id from cv_files c join email_verifications v on v.id = c.verification_id where v.email = $1',
        [email],
      )
      return rows.map(({ id }) => id)
    }
    const wrong = await post(
      first.elsewhere,
      (() => {
        const body = new FormData()
        body.append('firstName', 'Ada')
        body.append('cvFile', new File(['GIF89a'], 'me.gif'))
        return body
      })(),
    )
    expect(wrong.status).toBe(400)
    expect(textOf(wrong.html)).toContain('Lebenslauf senden')
    expect(fieldsOf(wrong.html)).toMatchObject({ firstName: 'Ada' })
    // Another token in the form changes nothing: the address names the person.
    await post(first.elsewhere, withFile({ token: other.token }))
    const before = await fileOf('once@mail.example')
    expect(before).toHaveLength(1)
    expect(await fileOf('other@mail.example')).toEqual([])
    const twice = await post(first.elsewhere, withFile({}))
    expect(textOf(twice.html)).toContain('a large cv.pdf')
    expect(await fileOf('once@mail.example')).toEqual(before)
    app.clock.move(31 * 60)
    for (const address of [other.elsewhere, `${other.elsewhere}x`, '/api/applications/cv/x']) {
      const over = await post(address, withFile({}))
      expect([over.status, textOf(over.html)]).toEqual([
        400,
        expect.stringContaining('has expired'),
      ])
    }
    app.clock.reset()
    expect(await fileOf('other@mail.example')).toEqual([])
    expect((await post(`${other.elsewhere.slice(0, -8)}AAAAAAAA`, withFile({}))).status).toBe(400)
  })
})

test('odd strings of owners and visitors are text: no template runs, and nothing is lost', async () => {
  const odd = ['{{ shop.permanent_domain }}', '{% raw %}', '{%- comment -%}', '{{', ...oddStrings]
    .map((text) => text.replace(/\p{Cc}/gu, '').trim())
    .filter((text) => text !== '' && text.length < 100 && text.isWellFormed())
  const strange = await app.job(owner, {
    title: '{{ shop.name }} {% break %}',
    description: odd.join('\n\n'),
  })
  const { status, html } = await open(`/${strange.slug}`)
  expect(status).toBe(200)
  expect(textOf(html)).toContain('{{ shop.name }} {% break %}')
  expect(textOf(html)).toContain('{{ shop.permanent_domain }} {% raw %} {%- comment -%} {{')
  const [, data = ''] = /<script type="application\/ld\+json">([^]*?)<\/script>/.exec(html) ?? []
  if (data)
    expect((JSON.parse(data) as { title: string }).title).toBe('{{ shop.name }} {% break %}')
  for (const text of odd.slice(0, 20)) {
    const search = await open(`?q=${encodeURIComponent(text)}&lang=${encodeURIComponent(text)}`)
    expect([text, search.status]).toEqual([text, 200])
  }
})

// shows: 2-115
test('a customer who is signed in to the shop applies with one tap, and once', async () => {
  const maya = customer()
  const first = await open(`/${job.slug}?step=consent`, maya)
  expect(textOf(first.html)).toContain(
    `You are signed in to the shop as Maya Okafor (${maya.email}).`,
  )
  const to = target(first.html, 'consent')
  const { proof = '' } = fieldsOf(first.html)
  const unread = await send(to, { proof, send: 'yes' }, maya)
  expect(textOf(unread.html)).toContain('Apply now as Maya Okafor')
  expect(await applications(maya.email)).toEqual([])
  const done = await send(to, { proof, send: 'yes', consent: 'yes' }, maya)
  expect(textOf(done.html)).toContain('Application Submitted!')
  expect(textOf(done.html)).not.toContain('via Storehand')
  expect(await applications(maya.email)).toEqual([
    { first_name: 'Maya', last_name: 'Okafor', phone: '+447700900123', source: 'shop' },
  ])
  const twice = await send(to, { proof, send: 'yes', consent: 'yes' }, maya)
  expect(textOf(twice.html)).not.toContain('Application Submitted!')
  expect(await applications(maya.email)).toHaveLength(1)
})

// shows: 2-115
describe.each(['classic', 'new'] as const)('with %s customer accounts', (accounts) => {
  beforeAll(() => {
    shop.customer_accounts = accounts
  })
  afterAll(() => {
    delete shop.customer_accounts
  })

  test.each(['', '/de'])(
    'a visitor who signs in first is led back to this step, below the folder ‘%s’ too',
    async (folder) => {
      const maya = customer()
      const step = `${folder}/apps/careers/${job.slug}?src=poster&step=consent`
      const { html } = await visit(step)
      const [, to = ''] =
        /<a href="([^"]*\/login\?[^"]*)">(?:Sign in to the shop|Im Shop anmelden)</.exec(html) ?? []
      const login = new URL(to.replaceAll('&amp;', '&'), stand.url)
      expect(
        login.pathname.endsWith(
          accounts === 'new' ? '/customer_authentication/login' : '/account/login',
        ),
      ).toBe(true)
      const entered = await fetch(login, {
        method: 'POST',
        body: new URLSearchParams({ email: maya.email }),
        redirect: 'manual',
      })
      const back = new URL(entered.headers.get('location') ?? '', stand.url)
      expect(back.pathname).toBe(`/${shop.domain}${folder}/apps/careers/${job.slug}`)
      const cookie = entered.headers.getSetCookie()[0]?.split(';')[0] ?? ''
      const page = await (await fetch(back, { headers: { cookie } })).text()
      expect(textOf(page)).toContain(maya.email)
      expect(page).toContain('src=poster')
      expect(page).not.toMatch(/login\?/)
    },
  )
})

test('nobody is asked to sign in where it would be of no use', async () => {
  const offered = async (path = `/${job.slug}?step=consent`, person: Person = null) =>
    (await open(path, person)).html.includes('account/login?return_url=')
  expect(await offered()).toBe(true)
  // Signed in already, by an address that the shop has not proved.
  expect(await offered(undefined, customer({ verified_email: false }))).toBe(false)
  expect(await offered(`/${job.slug}?step=consent&as=other`)).toBe(false)
  expect(await offered(`/${job.slug}`)).toBe(false)
  expect(await offered(`/${job.slug}?step=email&consent=yes`)).toBe(false)
  shop.customer_accounts = 'none'
  expect(await offered()).toBe(false)
  delete shop.customer_accounts
  await owner.call('/api/store/code-setting', { method: 'PATCH', body: { is_asked: true } })
  expect(await offered()).toBe(false)
  await owner.call('/api/store/code-setting', { method: 'PATCH', body: { is_asked: false } })
  // On our own page there is no shop to sign in to.
  const own = await app
    .visitor()
    .fetch(`/careers/${owner.organization.slug}/${job.slug}?step=consent`)
  expect(await own.text()).not.toContain('account/login')
})

test('who wants to add something gets the form, filled in', async () => {
  const maya = customer()
  const first = await open(`/${job.slug}?step=consent`, maya)
  const { proof = '' } = fieldsOf(first.html)
  // As often as somebody likes: it is no mail.
  await send(target(first.html, 'consent'), { proof, consent: 'yes', send: 'no' }, maya)
  const form = await send(
    target(first.html, 'consent'),
    { proof, consent: 'yes', send: 'no' },
    maya,
  )
  expect(fieldsOf(form.html)).toMatchObject({ firstName: 'Maya', lastName: 'Okafor' })
  const done = await send(target(form.html, 'apply'), {
    ...fieldsOf(form.html),
    coverLetter: 'Hello',
  })
  expect(textOf(done.html)).toContain('Application Submitted!')
  expect(textOf(done.html)).not.toContain('via Storehand')
  const other = await open(`/${job.slug}?step=consent&as=other`, maya)
  expect(textOf(other.html)).toContain('Data Processing Consent')
})

test('the proof counts for one person, one job and one shop, and for an hour', async () => {
  const maya = customer()
  const leo = customer({ first_name: 'Leo' })
  const { html } = await open(`/${job.slug}?step=consent`, maya)
  const { proof = '' } = fieldsOf(html)
  const to = target(html, 'consent')
  const other = await app.job(owner, { title: 'Another' })
  const elsewhere = to.replace(job.slug, other.slug)
  for (const [address, who, given] of [
    [to, leo, proof],
    [to, null, proof],
    [elsewhere, maya, proof],
    [to, maya, ''],
    [to, maya, proof.replace(/.(.{40})$/, (end, rest) => (end.startsWith('A') ? 'B' : 'A') + rest)],
  ] as const) {
    const refused = await send(address, { proof: given, consent: 'yes', send: 'yes' }, who)
    expect(textOf(refused.html)).toContain('no longer signed in to the shop as the same person')
  }
  app.clock.move(3601)
  const late = await send(to, { proof, consent: 'yes', send: 'yes' }, maya)
  expect(textOf(late.html)).toContain('this page was open for too long')
  app.clock.reset()
  expect(await applications(maya.email)).toEqual([])
  expect(await applications(leo.email)).toEqual([])
})

test.each([
  ['whose address the shop has not proved', () => customer({ verified_email: false }), 'all'],
  ['of whom the store tells no address', () => customer(), 'level-1'],
  ['of whom the store tells nothing', () => customer(), 'none'],
] as const)('a customer %s is asked for a code like everybody', async (_, made, allowed) => {
  const maya = made()
  shop.customer_data = allowed
  const { html } = await open(`/${job.slug}?step=consent`, maya)
  shop.customer_data = 'all'
  expect(textOf(html)).toContain('Data Processing Consent')
  expect(html).not.toContain(maya.email)
})

// shows: 2-115, 4-27
test('an owner can want a code all the same', async () => {
  const maya = customer()
  const set = (is_asked: boolean, who: Member = owner) =>
    who.call('/api/store/code-setting', { method: 'PATCH', body: { is_asked } })
  expect((await set(true, await app.staff(owner))).status).toBe(403)
  // Of another organization: only its own is changed.
  expect((await set(true, await app.owner('Elsewhere'))).status).toBe(200)
  expect(textOf((await open(`/${job.slug}?step=consent`, maya)).html)).toContain('Apply now as')
  expect((await set(true)).body).toEqual({ is_asked: true })
  expect(textOf((await open(`/${job.slug}?step=consent`, maya)).html)).toContain(
    'Data Processing Consent',
  )
  await set(false)
})

const now = () => String(Math.floor(Date.now() / 1000))
type Call = Partial<Record<'shop' | 'timestamp' | 'logged_in_customer_id' | 'path_prefix', string>>
/** A call of Shopify, straight to the app. */
function called(values: Call, { secret = storeClient.secret, change = '' } = {}) {
  const query = new URLSearchParams({
    shop: shop.domain,
    logged_in_customer_id: '',
    path_prefix: '/apps/careers',
    timestamp: now(),
    ...values,
  })
  query.append('signature', signProxyQuery(query, secret))
  return app.visitor().fetch(`/shopify-proxy/${job.slug}?step=consent&${change}${query}`)
}

test('each page has a title and a description, where the layout of the theme takes them, and does no harm elsewhere', async () => {
  const odd = await app.job(owner, {
    title: 'Tea “Sniffer” <b>& {{ shop.name }}"',
    description: 'Sniffs, </title> {% break %}',
  })
  for (const [path, title, description] of [
    ['', 'Jobs at Tiny Tea Shop', 'Tea Taster'],
    [`/${job.slug}`, 'Tea Taster at Tiny Tea Shop', 'Leeds'],
    [`/${job.slug}?step=consent`, 'Apply for Tea Taster', 'Leeds'],
    ['/no-such-job', 'This job cannot be found · Tiny Tea Shop', 'Tea Taster'],
    [`/${odd.slug}`, 'Tea “Sniffer”', 'Sniffs'],
  ] as const) {
    shop.proxy = { takes_title: true }
    const { html } = await open(path)
    const [, named = ''] = /<title>(.*?)<\/title>/.exec(html) ?? []
    const [, described = ''] = /<meta name="description" content="(.*?)">/.exec(html) ?? []
    expect([path, named]).toEqual([path, expect.stringContaining(title)])
    expect([path, described]).toEqual([path, expect.stringContaining(description)])
    expect(named + described).not.toMatch(/[<>{}]|Shop tiny-tea.*Shop tiny-tea/)
    shop.proxy = {}
    const { html: without } = await open(path)
    expect(without).toContain('<title>Shop tiny-tea</title>')
    expect(textOf(without)).toBe(textOf(html))
  }
})

/** As a browser opens it: where the theme alone knows the language, the page leads to itself in it. */
async function visit(path: string, language = 'en') {
  const of = async (address: string) =>
    (await fetch(new URL(address, stand.url), { headers: { 'accept-language': language } })).text()
  const first = await of(`/${shop.domain}${path}`)
  const [, again] = /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(first) ?? []
  const html = again ? await of(again.replaceAll('&amp;', '&')) : first
  expect(html).not.toContain('http-equiv')
  expectRead(html)
  return { html, again }
}

describe.each([{ tells_folder: true }, { tells_folder: false }])('%j', (forwarding) => {
  beforeAll(() => {
    shop.proxy = forwarding
  })
  afterAll(() => {
    shop.proxy = {}
  })

  test.each([
    ['/de', 'de', 'Anforderungen'],
    ['/en-latam', 'en-GB', 'Requirements'],
    // Of no language of ours: as without a folder.
    ['/zh-hans', 'en-GB', 'Requirements'],
    ['', 'en-GB', 'Requirements'],
  ])(
    'below the folder %s a page is in %s, and all its addresses keep the folder',
    async (folder, lang, word) => {
      for (const path of ['', `/${job.slug}`, `/${job.slug}?step=consent&src=poster`, '/one/two']) {
        // The visitor's own language counts less than the folder.
        const { html } = await visit(
          `${folder}/apps/careers${path}`,
          folder === '/en-latam' ? 'de' : 'en',
        )
        expect([path, html.includes(`<div class="storehand" lang="${lang}"`)]).toEqual([path, true])
        const main = html.slice(html.indexOf('<main>'))
        const own = addressesOf(main).filter((address) => address.includes('/apps/careers'))
        expect(own.length).toBeGreaterThan(0)
        for (const address of own.filter((each) => !each.startsWith('mailto:'))) {
          expect(address).toMatch(new RegExp(`^/${shop.domain}${folder}/apps/careers(?:[/?]|$)`))
        }
      }
      const { html } = await visit(`${folder}/apps/careers/${job.slug}`)
      expect(textOf(html)).toContain(word)
      // The address of the data for search engines has no language.
      expect(html).toContain(`"url":"${base()}/${job.slug}"`)
    },
  )

  test('on a domain of its own the folder that is told is in front, if the theme knows none', async () => {
    const { tells_folder: isKnown } = forwarding
    const query = { path_prefix: `${isKnown ? '/de' : ''}/apps/careers` }
    const source = await (await signed(`/shopify-proxy/${job.slug}`, {}, query)).text()
    expect(source).toContain(`assign storehand_root = '${isKnown ? '/de' : ''}'`)
  })

  test('what the address says counts more than the folder', async () => {
    const { html, again } = await visit(`/de/apps/careers/${job.slug}?lang=fr`)
    expect([again, html.includes('<div class="storehand" lang="fr"')]).toEqual([undefined, true])
  })

  test('in the shop’s first language the visitor’s own counts', async () => {
    const { html, again } = await visit(`/apps/careers/${job.slug}`, 'de')
    expect([again, html.includes('<div class="storehand" lang="de"')]).toEqual([undefined, true])
  })
})

// shows: 2-114
test('only what Shopify has signed is answered', async () => {
  const maya = customer()
  const unsigned = await app.visitor().fetch(`/shopify-proxy/${job.slug}?shop=${shop.domain}`)
  const refused = [
    unsigned,
    // Not the signature of what is asked: the step was added to it.
    await called({}),
    // An old call, sent again.
    await called({ timestamp: String(Number(now()) - 3600) }),
    await called({}, { secret: 'the secret of another app' }),
    await called({}, { change: `logged_in_customer_id=${maya.id}&` }),
    await called({ shop: 'unknown.myshopify.com' }),
    await called({ shop: 'evil.example' }),
  ]
  for (const answer of refused) {
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('This page opens in the shop only.')
  }
  // A visitor who names a customer in the shop's address is nobody either.
  const named = await open(`/${job.slug}?step=consent&logged_in_customer_id=${maya.id}`)
  expect([named.status, named.html.includes(maya.email)]).toEqual([403, false])
})

const signed = (path: string, init: RequestInit = {}, values: Record<string, string> = {}) => {
  const query = new URLSearchParams({
    shop: shop.domain,
    logged_in_customer_id: '',
    path_prefix: '/apps/careers',
    timestamp: now(),
    ...values,
  })
  query.append('signature', signProxyQuery(query, storeClient.secret))
  return app.visitor().fetch(`${path}?${query}`, init)
}

describe('every address of the record', () => {
  const addresses = Object.keys(shopPageParameters)
  const pathOf = (address: string) => address.replace(':job', job.slug).replace('*', 'one/two')

  test.each(addresses)(
    '%s answers with and without a slash at its end, encoded or not',
    async (address) => {
      const path = pathOf(address)
      const plain = await signed(path)
      const words = textOf(await plain.text())
      expect(plain.status).toBe(address.endsWith('*') ? 404 : 200)
      for (const spelled of [`${path}/`, `${path}%2F`, `${path}//`, path.replaceAll('-', '%2D')]) {
        const answer = await signed(spelled)
        const { status } = answer
        expect([
          spelled,
          status,
          answer.headers.get('content-type'),
          textOf(await answer.text()),
        ]).toEqual([spelled, plain.status, 'application/liquid; charset=utf-8', words])
        const unsigned = await app.visitor().fetch(spelled)
        expect([spelled, unsigned.status]).toEqual([spelled, 403])
        expect(await unsigned.text()).toContain('This page opens in the shop only.')
      }
    },
  )

  test.each([{}, { keeps_path: true }, { escapes: true }, { keeps_path: true, escapes: true }])(
    '%j: the list, an ad and a step are the same pages',
    async (forwarding) => {
      shop.proxy = forwarding
      for (const slash of ['', '/']) {
        expect(textOf((await open(slash)).html)).toContain('Tea Taster')
        expect(textOf((await open(`/${job.slug}${slash}`)).html)).toContain('You look after')
        const step = await open(`/${job.slug}${slash}?step=consent`)
        expect(textOf(step.html)).toContain('Data Processing Consent')
      }
      shop.proxy = {}
    },
  )
})

test('below the address of the proxy nothing else is there, and the theme says so, with the way to the jobs', async () => {
  for (const [path, method] of [
    ['/one/two', 'GET'],
    ['/one/two', 'POST'],
    ['', 'POST'],
  ] as const) {
    const answer = await fetch(base() + path, { method, headers: { origin: stand.url } })
    const html = await answer.text()
    expect([path, method, answer.status]).toEqual([path, method, 404])
    expect(textOf(html)).toContain('This job cannot be found.')
    expect(html).toContain(`href="/${shop.domain}/apps/careers?src=shop"`)
    expect(html).not.toContain('<script src')
  }
})

test.each([{}, { replaces_errors: true }])(
  '%j: a person reads our words for what is closed, gone or away, and a program its status',
  async (forwarding) => {
    const closed = await app.job(owner, { title: 'Tea Packer' })
    await owner.call(`/api/jobs/${closed.id}`, { method: 'PATCH', body: { is_active: false } })
    shop.proxy = forwarding
    const seen = async (path: string, agent: string) => {
      const answer = await fetch(base() + path, { headers: { 'user-agent': agent } })
      return { status: answer.status, text: textOf(await answer.text()) }
    }
    for (const [path, status, words] of [
      [`/${closed.slug}`, 410, 'This position is no longer open'],
      ['/no-such-job', 404, 'This job cannot be found.'],
      ['/one/two', 404, 'This job cannot be found.'],
    ] as const) {
      const person = await seen(path, BROWSER)
      expect([path, person.status]).toEqual([path, 200])
      expect(person.text).toContain(words)
      expect(person.text).toContain('All jobs at Tiny Tea Shop')
      expect([path, (await seen(path, 'Googlebot/2.1')).status]).toEqual([path, status])
    }
    await withoutDatabase(app.deps.db, async () => {
      const { status, text } = await seen(`/${job.slug}`, BROWSER)
      expect(status).toBe(200)
      expect(text).toContain('The service is not available right now. Please try again')
      expect(text).toContain('Try again')
      expect((await seen(`/${job.slug}`, 'Googlebot/2.1')).status).toBe(503)
    })
    shop.proxy = {}
  },
)

// The same secret signs what Shopify sends through a browser: a merchant who ends an installation in their own shop chooses its `state`,
// and reads the signature. Here the text is signed at its worst, without percent-encoding.
test.each([
  ['behind the step', 'step=consentsz=', 'step=consent&sz=%26'],
  ['by a parameter of ours', 'step=consentstore=', 'step=consent&store=%26'],
  ['before the signature', 'si=', 'si=%26'],
  [
    'by two names that collate equal, one of them twice',
    'step=consentsz=1,2sz\u{ad}=',
    'step=consent&sz=1&sz%C2%AD=%26&sz=2',
  ],
])(
  'what Shopify signs for a browser, cut at other places %s, is no call of a shop',
  async (_, end, more) => {
    const maya = customer()
    const timestamp = now()
    const [code, host, own] = ['0907a61c', 'YWRtaW4', 'mine.myshopify.com']
    const chosen = `logged_in_customer_id=${maya.id}path_prefix=/apps/careersshop=${shop.domain}${end}`
    const text = `code=${code}&host=${host}&shop=${own}&state=X${chosen}&timestamp=${timestamp}`
    const query = new URLSearchParams({
      code: `${code}&host=${host}&shop=${own}&state=X`,
      logged_in_customer_id: maya.id,
      path_prefix: '/apps/careers',
      shop: shop.domain,
      timestamp,
      signature: createHmac('sha256', storeClient.secret).update(text).digest('hex'),
    })
    const answer = await app.visitor().fetch(`/shopify-proxy/${job.slug}?${query}&${more}`)
    expect([answer.status, (await answer.text()).includes(maya.email)]).toEqual([403, false])
  },
)

test('a visitor from an advertisement sees the page as a stranger, and no page reads what else is in the address', async () => {
  const maya = customer()
  const ad = await open(`/${job.slug}?utm_source=newsletter&fbclid=x&_kx=`)
  expect(ad.status).toBe(200)
  expect(textOf(ad.html)).toContain('You look after the shop floor')
  expect(ad.html).not.toContain('utm_source')
  const consent = await open(`/${job.slug}?step=consent&utm_source=newsletter`, maya)
  expect(textOf(consent.html)).toContain('Data Processing Consent')
  expect(consent.html).not.toContain(maya.email)
  const list = await open('?src=poster&utm_source=newsletter')
  expect(list.html).toContain('src=poster')
  // A form is sent to an address that a page wrote.
  const { proof = '' } = fieldsOf((await open(`/${job.slug}?step=consent`, maya)).html)
  const fields = { proof, consent: 'yes', send: 'yes' }
  const path = `/${shop.domain}/apps/careers/${job.slug}?step=consent&utm_source=newsletter`
  expect((await send(path, fields, maya)).status).toBe(403)
  expect(await applications(maya.email)).toEqual([])
})

test('a renamed path is learned from an address of ours, and not from one with other parameters', async () => {
  const learned = async (path: string, more = {}) => {
    const query = new URLSearchParams({
      ...more,
      shop: shop.domain,
      logged_in_customer_id: '',
      path_prefix: path,
      timestamp: now(),
    })
    query.append('signature', signProxyQuery(query, storeClient.secret))
    const { status } = await app.visitor().fetch(`/shopify-proxy?${query}`)
    const { rows } = await app.deps.db.pool.query<{ proxy_path: string | null }>(
      'select proxy_path from store_sessions where shop = $1',
      [shop.domain],
    )
    return [status, rows[0]?.proxy_path]
  }
  expect(await learned('/tools/work', { utm_source: 'newsletter' })).toEqual([200, null])
  expect(await learned('/tools/work')).toEqual([200, '/tools/work'])
  expect(await learned('/apps/careers')).toEqual([200, null])
})

test.each([
  ['a name in capitals', 'ScCid=1'],
  ['a name with a digit', 'v1=1'],
  ['a list', 'q[]=1'],
  ['a doubled name', 'utm_source=1&utm_source=2'],
  ['a doubled name of ours', 'lang=de&lang=de'],
  ['a name of another signed text', 'state=1'],
  ['a value that ends the text of another', 'q=%26timestamp%3D1'],
  ['no name', '=1'],
])('an address with %s is refused', async (_, query) => {
  for (const path of [`?${query}`, `/${job.slug}?${query}`]) {
    expect([path, (await open(path)).status]).toEqual([path, 403])
  }
})

test('the signature of another shop opens that shop’s pages and nothing of this one', async () => {
  const other = stand.shop('other-tea')
  const stranger = await app.owner('Other Tea')
  await connectTestStore(app, stranger, other)
  const maya = customer()
  const answer = await fetch(`${stand.url}/${other.domain}/apps/careers/${job.slug}?step=consent`, {
    headers: { cookie: `customer=${maya.id}` },
  })
  expect(answer.status).toBe(404)
  const html = await answer.text()
  expect(html).not.toContain('Tea Taster')
  expect(html).not.toContain(maya.email)
  const { html: own } = await open(`/${job.slug}?step=consent`, maya)
  // Its proof is no proof there either.
  const foreign = await app.job(stranger, { title: job.title })
  const posted = await fetch(
    `${stand.url}/${other.domain}/apps/careers/${foreign.slug}?step=consent`,
    {
      method: 'POST',
      headers: { cookie: `customer=${maya.id}` },
      body: new URLSearchParams({ proof: fieldsOf(own).proof ?? '', consent: 'yes', send: 'yes' }),
    },
  )
  expect(textOf(await posted.text())).toContain('no longer signed in')
  expect(await applications(maya.email)).toEqual([])
})

test('no cookie goes either way, and a shop without the app has no such page', async () => {
  const { headers: given } = await open(`/${job.slug}`)
  expect(given.getSetCookie()).toEqual([])
  const { install } = shop
  shop.install = null
  expect((await open()).status).toBe(404)
  shop.install = install
})
