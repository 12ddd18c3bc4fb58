// The widget's pages: what visitors see of a shop's jobs, its appearance, and what cannot be injected into it.
import { beforeAll, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { openApp } from '#test/app.ts'
import { withoutDatabase } from '#test/databases/failing-database.ts'
import { addressesOf, pageData, textOf } from '#test/html.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

const app = await openApp()
const owner = await app.owner()

const EMPTY = 'Currently no open positions available.'

async function page(address: string) {
  const response = await app.visitor().fetch(address)
  const html = await response.text()
  return { status: response.status, headers: response.headers, html, text: textOf(html) }
}

async function view<Step extends WidgetView['step']>(address: string, step: Step) {
  const response = await app.visitor().fetch(address, { headers: { accept: 'application/json' } })
  const answer = (await response.json()) as { view: WidgetView; url: string }
  expect(answer.view.step).toBe(step)
  return answer as { view: Extract<WidgetView, { step: Step }>; url: string }
}

describe('the list', () => {
  // shows: 2-16, 2-46, 2-47, 2-48, 2-51, 9-12
  test('shows open jobs, newest first, in the three styles', async () => {
    const shop = await app.owner('Style Shop')
    for (const title of ['First Job', 'Second Job', 'Third Job']) {
      await app.job(shop, {
        title,
        location: title === 'First Job' ? null : 'Leeds',
        requirements: [1, 2, 3, 4, 5].map((n) => `Responsibility number ${n}`).join('\n'),
      })
    }
    await app.job(shop, { title: 'Closed Job', is_active: false })
    const at = `/embed?org=${shop.organization.slug}`
    const full = await page(at)
    expect(full.text).toMatch(
      /Career Opportunities.*Join our team and help us create amazing experiences!/,
    )
    expect(full.text).toMatch(/Third Job.*Second Job.*First Job Remote · Full-time/)
    expect(full.text).toContain('Responsibility number 3')
    expect(full.text).toContain('+ 1 more...')
    expect(full.text).not.toContain('Closed Job')
    const small = await page(`${at}&style=widget`)
    expect(small.text).toMatch(/Join Our Team We're hiring for multiple positions!/)
    expect(small.text).toMatch(/Third Job.*Second Job.*View All Opportunities/)
    expect(small.text).not.toContain('First Job')
    expect((await page(`${at}&style=button`)).text).toContain('View Career Opportunities')
  })

  test('is searched from eight jobs on, by a form without scripts, and keeps the search', async () => {
    const shop = await app.owner('Long List Shop')
    const org = shop.organization.slug
    for (const n of [1, 2, 3, 4, 5, 6, 7])
      await app.job(shop, { title: `Job ${n}`, location: 'Leeds' })
    const at = `/embed?org=${org}`
    expect((await page(at)).html).not.toContain('role="search"')
    const closes_on = '2040-12-31'
    await app.job(shop, { title: 'Bilingual Baker', location: 'York', closes_on })
    const all = await page(at)
    expect(all.text).toContain('York · Full-time · Mid-level · Closes 31 December 2040')
    expect(addressesOf(all.html)).toContain(`/careers/${org}/bilingual-baker?src=shop`)
    // The form asks for each field, also where nothing is typed.
    const asked = `${at}&q=&place=york&type=&pay=`
    const found = await page(asked)
    expect(found.text).toMatch(/1 job found Show all jobs .*Bilingual Baker/)
    expect(found.html).not.toContain('Job 1')
    expect(found.html).toContain('<option selected>York')
    const { view: list, url } = await view(asked, 'list')
    expect([list.jobs.map(({ title }) => title), url]).toEqual([
      ['Bilingual Baker'],
      `${at}&place=york`,
    ])
    expect((await page(`${at}&q=nobody&lang=de`)).text).toContain('Keine offene Stelle passt')

    // In the list of one shop a job is named by its word, in each address that takes its id.
    const named = `${at}&place=york&step=consent&roleId=bilingual-baker`
    const consent = await view(named, 'consent')
    expect(consent.view.job.title).toBe('Bilingual Baker')
    expect((await page(named)).html).toContain('name="place" value="york"')
    const foreign = await app
      .visitor()
      .fetch(`/embed?org=${owner.organization.slug}&step=consent&roleId=bilingual-baker`)
    expect(foreign.status).toBe(404)
    expect((await app.visitor().fetch('/embed?step=consent&roleId=bilingual-baker')).status).toBe(
      404,
    )
  })

  test('is in the language of each visitor, who reads it at the same moment', async () => {
    const shop = await app.owner('Two Languages Shop')
    await app.job(shop, { title: 'Baker' })
    const at = `/embed?org=${shop.organization.slug}`
    const read = (lang: string) => app.visitor().fetch(at, { headers: { 'accept-language': lang } })
    const [english, german] = await Promise.all([read('en-GB'), read('de')])
    expect(await english.text()).toContain('Full-time')
    expect(await german.text()).toContain('Vollzeit')
  })

  // shows: 2-58, choice-4
  test('is of the named shop, of the named organization, or of all', async () => {
    const shop = await app.owner('Connected Shop')
    await app.job(shop, { title: 'Connected Job' })
    await app.job(owner, { title: 'Elsewhere Job' })
    await app.deps.db.pool.query(
      `insert into store_sessions (shop, organization_id) values ('tea.myshopify.com', $1)`,
      [shop.organization.id],
    )
    const { slug, id } = shop.organization
    for (const query of ['shop=Tea.myshopify.com', `org=${slug}`, `org=${id.toUpperCase()}`]) {
      const { text } = await page(`/embed?${query}`)
      expect(text).toContain('Connected Job')
      expect(text).not.toContain('Elsewhere Job')
    }
    expect((await page('/embed')).text).toMatch(/Elsewhere Job.*Connected Job/)
  })

  // shows: 2-49
  test.each(['shop=unknown.myshopify.com', 'org=unknown', 'org=%FF', 'shop=%27%3B--', 'org=%5C'])(
    'of an unknown shop is empty: %s',
    async (query) => {
      const { status, text } = await page(`/embed?${query}`)
      expect(status).toBe(200)
      expect(text).toContain(EMPTY)
    },
  )

  // shows: 8-28
  test('is empty, without a message, while the database is away', async () => {
    const { status, text } = await withoutDatabase(app.deps.db, () =>
      page('/embed?org=nobody-asked-before'),
    )
    expect(status).toBe(200)
    expect(text).toContain(EMPTY)
    expect(text).toContain('Try again')
    expect(text).not.toContain('problem')
    expect((await page('/embed?org=nobody-asked-before')).text).not.toContain('Try again')
  })
})

describe('the way to the form', () => {
  test('leads from a job over the consent to the address, for scripts and without', async () => {
    const job = await app.job(owner)
    const consent = await view(`/embed?step=consent&roleId=${job.id}`, 'consent')
    expect(consent.view.job).toEqual({ id: job.id, title: job.title })
    const { text } = await page(consent.url)
    expect(text).toContain('Data Processing Consent')
    expect(text).toContain(`To process your application for ${job.title}, we need to:`)
    // The list is of every shop, and a consent names its recipient.
    expect(text).toContain(`Your application goes to ${owner.organization.name} and`)
    expect(consent.view.recipient).toBe(owner.organization.name)
    expect(consent.view.shopName).toBe(null)
    const email = await page(`/embed?step=email&roleId=${job.id}&consent=yes`)
    expect(email.text).toContain('Email Verification Required')
    await view(`/embed?step=email&roleId=${job.id}`, 'consent')
  })

  test.each(['consent', 'email', 'sent', 'apply', 'done'])(
    'to a closed or unknown job shows why at step %s, above the open ones',
    async (step) => {
      const closed = await app.job(owner, { is_active: false })
      await app.job(owner, { title: 'Still Open' })
      for (const id of [closed.id, '00000000-0000-4000-8000-000000000000', 'nonsense', '']) {
        const { status, text } = await page(`/embed?step=${step}&roleId=${id}&consent=yes`)
        expect(status).toBe(404)
        expect(text).toContain('This position is no longer open.')
        expect(text).toContain('Still Open')
      }
    },
  )

  // shows: 5-3, 5-22, 8-24
  test('asks for the tick and for a job', async () => {
    const job = await app.job(owner)
    const post = async (fields: Record<string, string>, query = `&roleId=${job.id}`) => {
      const body = new URLSearchParams(fields)
      const answer = await app
        .visitor()
        .fetch(`/embed?step=email${query}`, { method: 'POST', body })
      return { status: answer.status, text: textOf(await answer.text()) }
    }
    const email = 'a@example.com'
    const unticked = await post({ email })
    expect(unticked.status).toBe(400)
    expect(unticked.text).toContain('Please tick the box to continue.')
    const needed = 'Please enter a valid email address and ensure a job is selected.'
    for (const wrong of [
      '',
      'a@',
      'a@b',
      'a b@example.com',
      'a@example.com\r\nBcc: b@example.com',
    ]) {
      const refused = await post({ email: wrong, consent: 'yes' })
      expect([wrong, refused.status]).toEqual([wrong, 400])
      expect(refused.text).toContain(needed)
    }
    const jobless = await post({ email, consent: 'yes' }, '')
    expect(jobless.status).toBe(400)
    expect(jobless.text).toContain(needed)
  })
})

describe('the address of the widget', () => {
  // shows: 2-54
  test.each([
    ['color=008060', '#008060'],
    ['color=%23fff', '#fff'],
    ['color=red;}', '#8b5cf6'],
    ['color=%3C/style%3E%3Cscript%3Ealert(1)%3C/script%3E', '#8b5cf6'],
    ['color=8B5CF6;background:url(https://evil.example)', '#8b5cf6'],
  ])('sets the colour and nothing else: %s', async (query, color) => {
    const { html } = await page(`/embed?org=nobody&${query}`)
    const css = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].join('')
    expect(css).toContain(`:root{--a:${color};`)
    expect(css).not.toMatch(/red;|evil|alert/)
    expect(html).not.toContain('alert(1)')
  })

  // shows: 2-53
  test('knows three styles and takes anything else as the first', async () => {
    const { view: shown } = await view('/embed?org=nobody&style=%3Cb%3E', 'list')
    expect(shown.options.style).toBe('full')
  })

  // shows: 1-9, 2-56
  test('hides the credit', async () => {
    expect((await page('/embed?org=nobody')).text).toContain('Powered by Storehand')
    expect((await page('/embed?org=nobody&powered=false')).text).not.toContain('Powered')
  })

  test('is kept through the steps', async () => {
    const job = await app.job(owner)
    const look = `org=${owner.organization.slug}&color=008060&powered=false`
    const { html } = await page(`/embed?${look}&step=email&consent=yes&roleId=${job.id}`)
    const action = addressesOf(html).find((address) => address.includes('step=email'))
    expect(Object.fromEntries(new URL(action ?? '', app.url).searchParams)).toMatchObject({
      org: owner.organization.slug,
      color: '008060',
      powered: 'false',
    })
  })

  test('holds no NUL', async () => {
    const { status, body } = await sendRaw(app.url, rawRequest('GET', '/embed?org=a%00b', {}))
    expect(status).toBe(400)
    expect(body).toContain('Some of what was sent cannot be used')
  })
})

describe('what a shop or a stranger writes', () => {
  const hostile = `<script>alert(1)</script></script><img src=x onerror=alert(2)>"'&amp;\u2028`
  let job: JobPost
  beforeAll(async () => {
    job = await app.job(owner, {
      title: hostile,
      description: hostile,
      location: hostile,
      requirements: hostile,
    })
  })

  // shows: V1.1.2, V1.2.1, V3.2.2
  test.each([
    'org=SLUG',
    'org=SLUG&style=widget',
    'step=consent&roleId=JOB',
    'step=email&consent=yes&roleId=JOB&email=%3Cscript%3Ealert(3)',
    'step=apply&roleId=JOB&verified=true&email=%22%3E%3Cscript%3Ealert(3)&roleTitle=%3Cb%3EOwned',
    'org=%22%3E%3Cscript%3Ealert(3)',
    'step=%3Cscript%3Ealert(3)&org=SLUG',
  ])('is only ever text: %s', async (query) => {
    const { html, text } = await page(
      `/embed?${query.replace('JOB', job.id).replace('SLUG', owner.organization.slug)}`,
    )
    expect(html).not.toMatch(/<script>alert|<img|<b>Owned/)
    // Exactly the elements of the page itself; none from the text.
    expect(html.match(/<script/g)?.length).toBe(html.match(/<\/script>/g)?.length)
    const tags = html
      .match(/<[a-z](?:"[^"]*"|[^">])*>/gi)
      ?.map((tag) => tag.replace(/"[^"]*"/g, ''))
    expect(tags?.filter((tag) => /\son\w+=/.test(tag))).toEqual([])
    if (!/step=(email|apply)|nobody|%22/.test(query)) expect(text).toContain('<script>alert(1)')
    expect(text).not.toContain('Owned')
  })

  // shows: V1.2.3
  test('stays whole in the JSON that the script is handed', async () => {
    const { html } = await page(`/embed?step=email&consent=yes&roleId=${job.id}`)
    expect(pageData<{ view: { job: { title: string } } }>(html).view.job.title).toBe(job.title)
  })
})
