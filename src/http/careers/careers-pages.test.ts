// A shop's public pages: content, links, and the answers for closed or deleted jobs.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test, vi } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import { closeJobs } from '#features/jobs/close-jobs.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { CAREERS_JOBS } from '#domain/careers/careers-pages.ts'
import type { Funnel } from '#domain/overview/overview.ts'
import { openApp } from '#test/app.ts'
import { withoutDatabase } from '#test/databases/failing-database.ts'
import { addressesOf, fieldsOf, textOf } from '#test/html.ts'
import { png } from '#test/browser/pictures.ts'
import { CachedReads } from '#features/jobs/cached-reads.ts'
import { PageCache } from './page-cache.ts'

const app = await openApp()
const owner = await app.owner('Tiny & Daughters')
const at = `/careers/${owner.organization.slug}`

async function open(address: string, headers: Record<string, string> = {}) {
  const response = await app.visitor().fetch(address, { headers })
  const html = await response.text()
  const head = (pattern: RegExp) => textOf(pattern.exec(html)?.[1] ?? '')
  return {
    status: response.status,
    headers: response.headers,
    html,
    text: textOf(html),
    addresses: addressesOf(html),
    title: head(/<title>([^<]*)/),
    canonical: head(/<link rel=canonical href="([^"]*)/),
    fieldsOf: fieldsOf(html),
    property: (name: string) => head(new RegExp(`property="og:${name}" content="([^"]*)`)),
  }
}

describe('a job', () => {
  // shows: 2-17
  test('is there with everything its owner wrote, under the name of the shop, with the one script that shares it', async () => {
    const job = await app.job(owner, {
      title: 'Baker <b>&',
      description: 'We bake.\n\nEarly:\n- bread\n- rolls',
      requirements: ['Hands', ...Array(6).fill('Kneads for half an hour')].join('\n'),
      benefits: 'Bread to take home',
      location: 'York',
      salary_range: '£12.50 per hour',
      experience_level: 'senior-level',
    })
    await app.job(owner, { title: 'Packer' })
    const page = await open(`${at}/baker-b`)
    expect(page.status).toBe(200)
    expect(page.html.match(/<script/g)).toHaveLength(1)
    expect(page.html).toContain('class="share" href="mailto:?subject=Baker%20%3Cb%3E%26%20at')
    expect(page.title).toBe('Baker <b>& at Tiny & Daughters')
    expect(page.text).toMatch(
      /Tiny & Daughters Baker <b>& Location York Type Full-time Level Senior-level Pay £12.50 per hour Posted \d+ \w+ \d{4} Apply Now/,
    )
    expect(page.html).toContain('<p>We bake.</p>')
    expect(page.html).toContain('<ul><li>bread</li><li>rolls</li></ul>')
    expect(page.html.match(/<li>Kneads for half an hour/g)).toHaveLength(6)
    expect(page.text).toMatch(
      /Requirements Hands Kneads .* Benefits Bread to take home How to apply .* Tiny & Daughters reads your .* deleted after 6 months/,
    )
    expect(page.text).toContain('Other jobs at Tiny & Daughters Packer Leeds · Full-time')
    expect(page.property('title')).toBe(page.title)
    expect(page.property('site_name')).toBe('Tiny & Daughters')
    expect(page.property('description')).toMatch(/^York · Full-time · £12.50 per hour. We bake./)
    expect(page.canonical).toBe(`${app.url}${at}/${job.slug}`)
    expect(page.property('url')).toBe(page.canonical)
    expect(Buffer.byteLength(page.html)).toBeLessThan(11_000)

    // Leads to the application for this job of this shop.
    const apply = page.addresses.find((address) => address.includes('step='))
    expect(apply).toBe(`${at}/${job.slug}?step=consent`)
    const consent = await open(apply ?? '')
    expect(consent.text).toContain('To process your application for Baker <b>&, we need to:')
    expect(consent.title).toBe('Apply for Baker <b>& · Tiny & Daughters')
    expect(consent.addresses).toContain(`${at}/${job.slug}`)
    // Both pages support dark mode.
    expect(page.html).toContain('color-scheme:light dark')
    expect(consent.html).toContain('color-scheme:light dark')
  })

  // shows: 2-111
  test('is there for search engines, in the page and safe in it', async () => {
    const title = 'Sorter </script><script>alert(1)</script> {{ shop.secret }}'
    const job = await app.job(owner, { title, is_remote: true, remote_countries: ['GB'] })
    const { html, text } = await open(`${at}/${job.slug}`)
    const [script = '', ...more] = html.match(/<script type[^>]*>.*?<\/script>/gs) ?? []
    expect(more).toEqual([])
    expect(JSON.parse(script.replace(/<[^>]*>/g, ''))).toMatchObject({
      '@type': 'JobPosting',
      title,
      url: `${app.url}${at}/${job.slug}`,
      jobLocationType: 'TELECOMMUTE',
      hiringOrganization: { name: 'Tiny & Daughters' },
    })
    expect(text).toContain('Work from United Kingdom')
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_unlisted: true } })
    const unlisted = await open(`${at}/${job.slug}`)
    expect([unlisted.status, unlisted.html.includes('ld+json')]).toEqual([200, false])
    expect((await open(at)).text).not.toContain('Sorter')
  })

  test('keeps its address when its title changes, and is found by the words as they were typed', async () => {
    const job = await app.job(owner, { title: 'Tea Taster' })
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Head of Tea' } })
    expect((await open(`${at}/tea-taster`)).text).toContain('Head of Tea')
    for (const [typed, meant] of [
      [`${at}/Tea-Taster`, `${at}/tea-taster`],
      [`${at}/tea-taster/`, `${at}/tea-taster`],
      [at.toUpperCase().replace('CAREERS', 'careers'), at],
      [`/careers/${owner.organization.id}/tea-taster`, `${at}/tea-taster`],
    ] as const) {
      const { status, headers } = await open(typed)
      expect([typed, status, headers.get('location')]).toEqual([typed, 301, meant])
    }
  })

  test('that comes from the store leads to an application that is known to come from there', async () => {
    const job = await app.job(owner, { title: 'Store Job' })
    await app.deps.db.pool.query(
      `insert into store_sessions (shop, organization_id) values ('daughters.myshopify.com', $1), ('other.myshopify.com', null)`,
      [owner.organization.id],
    )
    const links = async (shop: string) =>
      (await open(`${at}/${job.slug}?shop=${shop}`)).addresses.map((to) => new URL(to, app.url))
    const ofStore = await links('Daughters.myshopify.com')
    const shops = ofStore.map(({ pathname, searchParams }) => [pathname, searchParams.get('shop')])
    expect(shops).toContainEqual([`${at}/${job.slug}`, 'daughters.myshopify.com'])
    expect(shops).toContainEqual([at, 'daughters.myshopify.com'])
    // The second is the address that leaves the language to the browser.
    const canonical = ofStore.filter(
      ({ pathname, searchParams }) =>
        pathname.endsWith(job.slug) && !searchParams.has('step') && !searchParams.has('lang'),
    )
    expect(canonical.map(({ search }) => search)).toEqual(['', ''])
    for (const foreign of ['other.myshopify.com', 'unknown.myshopify.com', '%22%3E']) {
      for (const { searchParams } of await links(foreign))
        expect(searchParams.has('shop')).toBe(false)
    }
  })
})

describe('the application at the address of its job', () => {
  const typed = { firstName: 'Maya', lastName: 'Okafor' }

  // shows: 2-17, interface-92
  test('is sent without a script, from the consent to the last step', async () => {
    const job = await app.job(owner, { title: 'Grinder' })
    const page = `${at}/${job.slug}`
    const visitor = app.visitor()
    expect(fieldsOf((await open(`${page}?step=consent`)).html)).not.toHaveProperty('roleId')
    const asked = await visitor.form(`${page}?step=email`, {
      consent: 'yes',
      email: 'maya@example.com',
    })
    expect([asked.status, asked.headers.get('location')?.split('&')[0]]).toEqual([
      303,
      `${page}?step=sent`,
    ])
    const { code } = await app.mailTo('maya@example.com', /^Your code/)
    const sent = await open(asked.headers.get('location') ?? '')
    const { v = '' } = fieldsOf(sent.html)
    const apply = await visitor.form(`${page}?step=sent`, { v, code })
    const form = await open(apply.headers.get('location') ?? '')
    expect(form.text).toContain('Step 3 of 3')
    const { token = '' } = fieldsOf(form.html)
    const refused = await visitor.form(`${page}?step=apply`, { token, firstName: 'Maya' })
    expect([refused.status, fieldsOf(await refused.text())['firstName']]).toEqual([400, 'Maya'])
    const done = await visitor.form(`${page}?step=apply`, { token, ...typed })
    expect([done.status, done.headers.get('location')]).toEqual([303, `${page}?step=done&mail=yes`])
    expect((await open(`${page}?step=done`)).text).toContain('Application Submitted!')
  })

  // shows: interface-91
  test('is kept with where the person found the job, and with no cookie', async () => {
    const job = await app.job(owner, { title: 'Found Job' })
    const page = `${at}/${job.slug}`
    const agent = { 'user-agent': 'Mozilla/5.0 Firefox/150.0' }
    const stepFrom = async (address: string, headers: Record<string, string> = {}) => {
      const seen = await open(address, { ...agent, ...headers })
      expect(seen.headers.get('set-cookie')).toBeNull()
      const step = seen.addresses.find((to) => to.includes('step=consent')) ?? ''
      return new URL(step, app.url).searchParams.get('src')
    }
    const google = { referer: 'https://www.google.co.uk/' }
    expect(await stepFrom(`${page}?src=Poster`)).toBe('poster')
    expect(await stepFrom(`${page}?src=${'x'.repeat(5000)}`)).toBe('unknown')
    expect(await stepFrom(`${page}?src=%3Cscript%3E`)).toBe('unknown')
    expect(await stepFrom(page, google)).toBe('search')
    expect(await stepFrom(page, { referer: 'https://uk.indeed.com/viewjob' })).toBe('job-board')
    expect(await stepFrom(page, { referer: 'https://lnkd.in/abc' })).toBe('social')
    expect(await stepFrom(page, { referer: 'https://blog.example/' })).toBe('other')
    expect(await stepFrom(page, { referer: 'https://indeed.com.evil.example' })).toBe('other')
    expect(await stepFrom(page, { referer: `${app.url}${at}` })).toBeNull()
    // From the list of jobs to the job, and through the steps.
    const list = await open(at, google)
    expect(list.addresses).toContain(`${page}?src=search`)
    const apply = async (email: string, query: string) => {
      const visitor = app.visitor()
      const consent = await open(`${page}?step=consent${query}`)
      expect(fieldsOf(consent.html)['src'] ?? '').toBe(query.replace('&src=', ''))
      await visitor.form(`${page}?step=email${query}`, { consent: 'yes', email })
      const { token } = await app.mailTo(email, /^Your code/)
      await visitor.form('/verify', { token })
      const sent = await visitor.form(`${page}?step=apply`, { token, ...typed })
      expect(sent.status).toBe(303)
    }
    await apply('poster@example.com', '&src=poster')
    await apply('direct@example.com', '')
    const found = async (query: string) => {
      const { body } = await owner.call<ApplicantPage>(`/api/applicants?tab=applied${query}`)
      return body.applicants.map(({ email, source }) => [email, source])
    }
    expect(await found('&source=poster')).toEqual([['poster@example.com', 'poster']])
    expect(await found('&source=direct')).toContainEqual(['direct@example.com', 'direct'])
    expect((await owner.call('/api/applicants?source=%3Cb%3E')).status).toBe(400)
    const csv = await (await owner.fetch('/api/applicants/export.csv?tab=all&source=poster')).text()
    expect(csv).toMatch(/,"Source"\r?\n.*,"Poster"\r?\n$/)
    const counted = await owner.call<{ sources: object[] }>(
      `/api/overview/sources?position=${job.id}`,
    )
    expect(counted.body.sources).toEqual([
      { source: 'direct', count: 1 },
      { source: 'poster', count: 1 },
    ])
    // Another organization's owner sees nothing of them.
    const other = await app.owner('Other Sources')
    const theirs = await other.call(`/api/overview/sources?position=${job.id}`)
    expect(theirs.body).toEqual({ sources: [] })

    // Each view of a person's browser is counted, of a program's none, and all are written together.
    await open(page, { 'user-agent': 'Googlebot/2.1' })
    await open(page, {})
    const seen = async (who = owner) =>
      (await who.call<Funnel>(`/api/overview/funnel?period=all&position=${job.id}`)).body.seen
    await expect.poll(() => seen(), { timeout: 10_000 }).toBe(9)
    expect(await seen(other)).toBe(0)
    const { rows } = await app.deps.db.pool.query(
      'select * from job_views where job_post_id = $1',
      [job.id],
    )
    expect(rows).toHaveLength(1)
  })

  test('accepts no proof that belongs to another job, and starts again after one', async () => {
    const job = await app.job(owner, { title: 'Roaster' })
    const other = await app.owner('Foreign Roasters')
    const foreign = await app.job(other, { title: 'Foreign Roaster' })
    const token = await app.grant('bo@example.com', foreign)
    for (const step of [`step=apply&token=${token}`, 'step=apply', 'step=sent&v=1']) {
      const { html } = await open(`${at}/${job.slug}?${step}`)
      expect(html).not.toContain('name="firstName"')
    }
    const posted = await app.visitor().form(`${at}/${job.slug}?step=apply`, { token, ...typed })
    expect(posted.status).toBe(403)
    expect(textOf(await posted.text())).toContain('Missing application data. Please try again.')
    // Another shop's job has no steps below this shop's address.
    const missing = await open(`${at}/${foreign.slug}?step=consent`)
    expect([missing.status, missing.html.includes('Foreign')]).toEqual([404, false])
  })

  test('whose proof ended meanwhile keeps what was typed, and leads to a new proof', async () => {
    const job = await app.job(owner, { title: 'Late Shift' })
    const token = await app.grant('di@example.com', job)
    await app.deps.db.pool.query(
      "update email_verifications set expires_at = now() - interval '1 minute' where email = $1",
      ['di@example.com'],
    )
    const widget = `/embed?org=${owner.organization.slug}&roleId=${job.id}`
    for (const [address, again] of [
      [`${at}/${job.slug}?step=apply`, `${at}/${job.slug}`],
      [`${widget}&step=apply`, '/embed'],
    ] as const) {
      const posted = await app.visitor().form(address, { token, ...typed })
      const html = await posted.text()
      expect(posted.status).toBe(403)
      expect(fieldsOf(html)).toMatchObject(typed)
      expect(textOf(html)).toContain('Your confirmation for Late Shift ran out')
      expect(html).toContain(`action="${again}"`)
      expect(fieldsOf(html)).toMatchObject({ step: 'consent' })
      expect(html).not.toContain('method="post"')
    }
    // A form in which nothing was written starts again at once.
    const empty = await app.visitor().form(`${at}/${job.slug}?step=apply`, { token })
    expect(textOf(await empty.text())).not.toContain('What you wrote is here')
  })

  test('of a job that was closed meanwhile keeps what was typed, and starts nowhere', async () => {
    const job = await app.job(owner, { title: 'Seasonal' })
    const token = await app.grant('cy@example.com', job)
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_active: false } })
    const page = `${at}/${job.slug}`
    expect((await open(`${page}?step=consent`)).status).toBe(410)
    const posted = await app.visitor().form(`${page}?step=apply`, { token, ...typed })
    const html = await posted.text()
    expect(fieldsOf(html)).toMatchObject(typed)
    expect(textOf(html)).toContain('This position is no longer open')
    expect(textOf(html)).toContain('Your application was not sent.')
    expect(html).not.toContain('method="post"')
    const late = await app.visitor().form(`${page}?step=email`, { consent: 'yes', email: 'a@b.co' })
    expect(late.status).toBe(410)
    expect((await app.visitor().form(page, {})).status).toBe(404)
  })
})

describe('what people take with them', () => {
  // shows: interface-94
  test('a poster on one page of either size leads to the page of its job, for the own staff alone', async () => {
    const job = await app.job(owner, {
      title: 'Window Dresser <b>',
      description: 'Hang it up. '.repeat(300),
      location: 'York',
    })
    const staff = await app.staff(owner)
    for (const [size, width] of [
      ['a4', 595],
      ['a5', 420],
    ] as const) {
      const answer = await staff.fetch(`/api/jobs/${job.id}/poster?size=${size}`)
      expect(answer.headers.get('content-disposition')).toContain(`${job.slug}-${size}.pdf`)
      const pdf = await getDocument({ data: await answer.bytes(), verbosity: 0 }).promise
      expect(pdf.numPages).toBe(1)
      const page = await pdf.getPage(1)
      expect(Math.round(page.getViewport({ scale: 1 }).width)).toBe(width)
      const { items } = await page.getTextContent()
      const text = items.map((item) => ('str' in item ? item.str : '')).join(' ')
      for (const word of ['Tiny & Daughters', 'We are hiring', 'Window Dresser <b>', 'York', at])
        expect(text).toContain(word)
    }
    const words = { title: 'Dekorateurin', description: 'x', requirements: '', benefits: '' }
    const german = `/api/jobs/${job.id}/texts/de`
    const inGerman = async (values: object) => {
      await owner.call(german, { method: 'PUT', body: { ...words, ...values } })
      const answer = await staff.fetch(`/api/jobs/${job.id}/poster?lang=de`)
      const pdf = await getDocument({ data: await answer.bytes(), verbosity: 0 }).promise
      const { items } = await (await pdf.getPage(1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join(' ')
    }
    expect(await inGerman({})).toContain('Dekorateurin')
    expect(await inGerman({ is_machine_made: true })).not.toContain('Dekorateurin')
    // An ad with a language of its own hangs in that one.
    await staff.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { language: 'de' } })
    const answer = await staff.fetch(`/api/jobs/${job.id}/poster`)
    const pdf = await getDocument({ data: await answer.bytes(), verbosity: 0 }).promise
    const { items } = await (await pdf.getPage(1)).getTextContent()
    const own = items.map((item) => ('str' in item ? item.str : '')).join(' ')
    expect([own.includes('Window Dresser <b>'), own.includes('Wir stellen ein')]).toEqual([
      true,
      true,
    ])
    const nameIsAt = async (lang: string) => {
      const answer = await staff.fetch(`/api/jobs/${job.id}/poster?lang=${lang}`)
      const pdf = await getDocument({ data: await answer.bytes(), verbosity: 0 }).promise
      const { items } = await (await pdf.getPage(1)).getTextContent()
      const name = items.find((item) => 'str' in item && item.str.startsWith('Tiny'))
      return name && 'transform' in name ? Number(name.transform[4]) : Number.NaN
    }
    // The sheet is mirrored for those who read from the right.
    expect(await nameIsAt('en')).toBeLessThan(100)
    expect(await nameIsAt('ar')).toBeGreaterThan(300)
    expect((await staff.fetch(`/api/jobs/${job.id}/poster?size=a0`)).status).toBe(400)
    const other = await app.owner('Other Windows')
    expect((await other.fetch(`/api/jobs/${job.id}/poster`)).status).toBe(404)
  })

  test('a picture with the title is drawn once for each content, and none for a closed job', async () => {
    const job = await app.job(owner, { title: 'Sign Painter', location: 'York' })
    const page = `${at}/${job.slug}`
    const picture = (await open(page)).property('image')
    expect(picture).toMatch(new RegExp(`^${app.url}${page}/picture-[0-9a-f]{16}\\.png$`))
    const answer = await app.visitor().fetch(picture)
    expect(answer.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { title: 'Sign Maker' } })
    const after = (await open(page)).property('image')
    expect(after).not.toBe(picture)
    const former = await app.visitor().fetch(picture)
    expect([former.status, former.headers.get('location')]).toEqual([302, new URL(after).pathname])
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_active: false } })
    expect((await app.visitor().fetch(after)).status).toBe(404)
  })

  test('pictures are drawn few at once, with a photo that is read once, and refused beyond a short line', async () => {
    const shop = await app.owner('Photographed Shop')
    await shop.fetch('/api/organizations/own/picture', {
      method: 'PUT',
      body: new Uint8Array(png({ width: 600, height: 400 })),
    })
    const jobs = await Promise.all(Array.from({ length: 12 }, () => app.job(shop)))
    const addresses: string[] = []
    for (const { slug } of jobs) {
      addresses.push((await open(`/careers/${shop.organization.slug}/${slug}`)).property('image'))
    }
    // Nothing is drawn before all have been asked for, each by two visitors.
    const { files } = app.deps
    const read = files.read.bind(files)
    const { promise: allowed, resolve: allow } = Promise.withResolvers<void>()
    const reading = vi.spyOn(files, 'read').mockImplementation(async (...file) => {
      await allowed
      return read(...file)
    })
    const asked = [...addresses, ...addresses].map((address) => app.visitor().fetch(address))
    const refused = await Promise.race(asked)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    allow()
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    // One is drawn, eight of a shop wait; both visitors of each get it.
    expect(statuses.filter((status) => status === 200)).toHaveLength(18)
    expect(statuses.filter((status) => status === 503)).toHaveLength(6)
    expect(reading).toHaveBeenCalledOnce()
    reading.mockRestore()
    const later = await app.visitor().fetch(addresses[statuses.indexOf(503) % 12] ?? '')
    expect(later.status).toBe(200)
  })
})

describe('what is not open', () => {
  // shows: 2-110
  test('a job closes itself when its closing day is over, and is open again with a later one', async () => {
    const job = await app.job(owner, { title: 'Lantern Maker', closes_on: '2099-01-31' })
    const page = `${at}/${job.slug}`
    expect((await open(page)).text).toContain('Closes 31 January 2099')
    expect((await open(at)).text).toContain('Lantern Maker')

    // Its last moment passes. The background has not looked yet, and the pages were kept for a moment.
    const end = `update job_posts set closes_at = now() - interval '1 second' where id = $1`
    await app.deps.db.pool.query(end, [job.id])
    const other = await app.job(owner, { title: 'Other Maker' })
    expect((await open(page)).status).toBe(410)
    expect((await open(at)).text).not.toContain('Lantern Maker')
    expect((await open(`/embed?org=${owner.organization.slug}`)).text).not.toContain(
      'Lantern Maker',
    )
    const consent = await open(`/embed?step=consent&roleId=${job.id}`)
    expect(consent.text).toContain('This position is no longer open.')

    expect(await closeJobs(app.deps)).toBe(1)
    expect(await closeJobs(app.deps)).toBe(0)
    const read = async () => (await owner.call<JobPost>(`/api/jobs/${job.id}`)).body
    expect(await read()).toMatchObject({ is_active: false, revision: 2 })
    const { rows } = await app.deps.db.pool.query<{ action: string }>(
      `select action from audit_events where resource_id = $1 and action = 'job.closed'`,
      [job.id],
    )
    expect(rows).toHaveLength(1)

    const change = (body: object) => owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body })
    expect((await change({ is_active: true, closes_on: '2099-03-31' })).status).toBe(200)
    expect((await open(page)).text).toContain('Closes 31 March 2099')
    expect((await open(at)).text).toContain('Lantern Maker')
    await owner.call(`/api/jobs/${other.id}`, { method: 'DELETE' })
  })

  // shows: 2-18
  test('a closed job is gone, says so kindly without its words, and shows the others', async () => {
    const job = await app.job(owner, { title: 'Summer Help', description: 'Secret plans.' })
    await app.job(owner, { title: 'Winter Help' })
    expect((await open(`${at}/${job.slug}`)).status).toBe(200)
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_active: false } })
    const page = await open(`${at}/${job.slug}`)
    expect(page.status).toBe(410)
    expect(page.text).toMatch(
      /This position is no longer open\. Thank you for your interest in Tiny/,
    )
    expect(page.text).toMatch(/These jobs are open Winter Help/)
    expect(page.title).toBe('This position is no longer open · Tiny & Daughters')
    expect(page.html).not.toMatch(/Summer Help|Secret plans|Apply Now/)
    // Visible again immediately.
    await owner.call(`/api/jobs/${job.id}`, { method: 'PATCH', body: { is_active: true } })
    expect((await open(`${at}/${job.slug}`)).text).toContain('Secret plans.')
  })

  // shows: 2-18
  test('an unknown job, and another shop’s, is missing in this shop’s frame', async () => {
    const other = await app.owner('Other Shop')
    const foreign = await app.job(other, { title: 'Foreign Job' })
    for (const word of ['nothing', foreign.slug, foreign.id, '%3Cscript%3E', '%E0%A4%A', 'a%2Fb']) {
      const page = await open(`${at}/${word}`)
      expect([word, page.status]).toEqual([word, 404])
      expect(page.text).toContain('Tiny & Daughters This job cannot be found.')
      expect(page.addresses).toContain(at)
      expect(page.html).not.toContain('Foreign Job')
    }
  })

  test.each([
    '/careers/unknown',
    '/careers/unknown/job',
    '/careers',
    '/careers/',
    '/careers/a/b/c',
  ])('without a shop there is no frame: %s', async (address) => {
    const response = await app.visitor().fetch(address)
    const { status } =
      response.status === 301 ? await open(response.headers.get('location')!) : response
    expect(status).toBe(404)
  })

  test('while the database is away it says so, and is not kept', async () => {
    const page = await withoutDatabase(app.deps.db, () => open(`${at}/never-asked-before`))
    expect(page.status).toBe(503)
    expect(page.text).toContain('The jobs cannot be shown right now. Please try again in a moment.')
    expect(page.headers.get('retry-after')).not.toBeNull()
    expect((await open(`${at}/never-asked-before`)).status).toBe(404)
  })
})

describe('all jobs of a shop', () => {
  test('are listed newest first, and page by page where there are many', async () => {
    const shop = await app.owner('Large Shop')
    const list = `/careers/${shop.organization.slug}`
    expect((await open(list)).text).toContain('Currently no open positions available.')
    await app.deps.db.pool.query(
      `insert into job_posts (organization_id, title, slug, description, created_at)
       select $1, 'Job ' || n, 'job-' || n, 'Words.', now() - n * interval '1 minute' from generate_series(1, $2::integer) as n`,
      [shop.organization.id, CAREERS_JOBS.onPage + 1],
    )
    // A change through the API invalidates the cache.
    await app.job(shop, { title: 'Closed', is_active: false })
    const first = await open(list)
    expect(first.title).toBe('Jobs at Large Shop')
    expect(first.property('description')).toMatch(/^Open jobs: Job 1, Job 2, .*…$/)
    expect(first.text).toMatch(
      /Jobs at Large Shop Search jobs Search Job 1 Remote · Full-time Job 2 .* More jobs/,
    )
    expect(first.html).not.toContain('Closed')
    const next = first.addresses.find((address) => address.includes('after='))
    const second = await open(next ?? '')
    expect(second.text).toContain(`Job ${CAREERS_JOBS.onPage + 1} Remote`)
    expect(second.text).not.toMatch(/Job 1 |More jobs/)
    expect(second.text).toContain('Newest jobs')
    expect(second.canonical).toBe(app.url + next)
    expect((await open(`${list}?after=nothing`)).canonical).toBe(app.url + list)
    // A search goes through all of them, and from page to page.
    const found = await open(`${list}?q=JOB&type=Full-Time&src=poster`)
    expect(found.text).toContain(`${CAREERS_JOBS.onPage + 1} jobs found`)
    const more = found.addresses.find((address) => address.includes('after=')) ?? ''
    expect(more).toContain('q=JOB&type=full-time&after=')
    expect((await open(more)).text).toContain(`Job ${CAREERS_JOBS.onPage + 1} Remote`)
  })

  // shows: interface-97
  test('are searched by words, place, type and pay from eight jobs on, by links and a form', async () => {
    const shop = await app.owner('Searched Shop')
    const list = `/careers/${shop.organization.slug}`
    const jobs = [
      {
        title: 'Barista',
        location: 'Leeds',
        description: 'Crème for all',
        salary_range: '£12 to £13 per hour',
      },
      {
        title: 'Roaster',
        location: 'Leeds',
        employment_type: 'part-time' as const,
        salary_range: '£15 per hour',
      },
      { title: 'Bookkeeper', location: 'York', salary_range: '£41,600 a year' },
      { title: 'Developer', location: null, salary_range: '€90,000 a year' },
      { title: 'Driver', location: 'Hull', salary_range: 'Competitive' },
      { title: 'Cleaner', location: 'Hull' },
      { title: 'Packer', location: 'Hull' },
    ]
    for (const job of jobs) await app.job(shop, job)
    expect((await open(list)).html).not.toContain('<search')
    await app.job(shop, { title: 'Only by link', location: 'Hidden', is_unlisted: true })
    await app.job(shop, { title: 'Florist', location: 'York', salary_range: '£11.50 per hour' })

    const plain = await open(list)
    expect(plain.text).toMatch(
      /Location All Hull Leeds York Remote Type All Full-time Part-time Pay All/,
    )
    const link = (label: string) =>
      /<a href="([^"]*)"/.exec(
        plain.html.split(`>${label}</a>`)[0]?.split('<li>').at(-1) ?? '',
      )?.[1]
    const titles = async (address: string) => {
      const page = await open(address.replaceAll('&amp;', '&'))
      expect([page.status, page.canonical]).toEqual([200, app.url + list])
      return [...jobs, { title: 'Florist' }]
        .map(({ title }) => title)
        .filter((title) => page.html.includes(`>${title}</a>`))
    }
    expect(await titles(link('Hull') ?? '')).toEqual(['Driver', 'Cleaner', 'Packer'])
    expect(await titles(link('Part-time') ?? '')).toEqual(['Roaster'])
    // Pay by the year is compared by its hours; pay in another currency is not.
    expect(await titles(link('From £15 per hour') ?? '')).toEqual(['Roaster', 'Bookkeeper'])
    expect(await titles(`${list}?q=CREME+leeds`)).toEqual(['Barista'])
    expect(await titles(`${list}?q=roast&place=York`)).toEqual([])
    expect(await titles(`${list}?place=remote`)).toEqual(['Developer'])

    const both = await open(`${list}?q=e&place=Leeds&lang=de&src=poster`)
    expect(both.text).toContain('2 Stellen gefunden')
    // Each link and the form keep the rest of what is chosen, the language and the source.
    expect(both.addresses).toContain(`${list}?q=e&place=Leeds&type=part-time&src=poster&lang=de`)
    expect(both.fieldsOf).toMatchObject({ place: 'Leeds', src: 'poster', lang: 'de' })
    // The choice of the language keeps what is searched for.
    expect(both.html.split('class=languages')[1]).toContain('name="q" value="e"')

    for (const odd of [
      'pay=1e9',
      'pay=15-GBP-fortnight',
      'type=%3Cb%3E',
      `q=${'x'.repeat(5000)}`,
    ]) {
      const none = await open(`${list}?${odd}`)
      expect([none.status, none.text.includes('No open job matches your search.')]).toEqual([
        200,
        true,
      ])
      expect(none.addresses).toContain(list)
      expect(none.html).not.toContain('<b>"')
    }
  })

  test('are searched in the words of the reader, which are normalised once, and again after a change', async () => {
    const shop = await app.owner('Wordy Shop')
    await shop.call('/api/organizations/own', { method: 'PATCH', body: { language: 'en' } })
    const list = `/careers/${shop.organization.slug}`
    const long = 'Words about tea. '.repeat(200)
    const words = { requirements: '', benefits: '' }
    const jobs: JobPost[] = []
    for (const title of ['Blender', 'Taster']) {
      jobs.push(await app.job(shop, { title, ...words, description: `${long} ${title} Ceylon` }))
    }
    const [blender, taster] = jobs
    const write = (title: string, tea: string) =>
      shop.call(`/api/jobs/${taster?.id}/texts/de`, {
        method: 'PUT',
        body: { title, ...words, description: `${long} ${tea}` },
      })
    expect((await write('Verkoster', 'Pfefferminze')).status).toBe(200)
    const normalize = vi.spyOn(String.prototype, 'normalize')
    const search = async (q: string, language = 'en') => {
      normalize.mockClear()
      const { html } = await open(`${list}?q=${q}&lang=${language}`)
      const normalised = normalize.mock.contexts.filter((text) => String(text).length > 3000)
      const found = ['Blender', 'Taster', 'Verkoster'].filter((each) =>
        html.includes(`>${each}</a>`),
      )
      return { found, normalised: normalised.length }
    }
    expect(await search('ceylon')).toEqual({ found: ['Blender', 'Taster'], normalised: 2 })
    expect(await search('tea+taster')).toEqual({ found: ['Taster'], normalised: 0 })
    // A text that is not translated is the same in each language.
    expect(await search('pfefferminze', 'de')).toEqual({ found: ['Verkoster'], normalised: 1 })
    expect(await search('ceylon', 'de')).toEqual({ found: ['Blender'], normalised: 0 })

    await shop.call(`/api/jobs/${blender?.id}`, {
      method: 'PATCH',
      body: { description: `${long} Assam` },
    })
    expect(await search('ceylon+tea')).toEqual({ found: ['Taster'], normalised: 1 })
    expect(await search('assam', 'de')).toEqual({ found: ['Blender'], normalised: 0 })
    await shop.call(`/api/jobs/${taster?.id}/texts/de`, { method: 'DELETE' })
    expect(await search('pfefferminze+tea', 'de')).toEqual({ found: [], normalised: 0 })
    await write('Verkoster', 'Kamille')
    expect(await search('kamille', 'de')).toEqual({ found: ['Verkoster'], normalised: 1 })
    normalize.mockRestore()
  })

  test('are kept as bytes: the same again is not sent twice, and any site may frame them', async () => {
    const first = await open(at)
    const policy = first.headers.get('content-security-policy')
    expect(policy).toMatch(/^default-src 'none'; .*frame-ancestors \*$/)
    expect(first.headers.get('cache-control')).toBe('no-cache')
    const again = await open(at, { 'if-none-match': first.headers.get('etag') ?? '' })
    expect([again.status, again.html]).toEqual([304, ''])
    expect(again.headers.get('content-security-policy')).toBe(policy)
    expect((await open(at)).headers.get('content-encoding')).not.toBeNull()
    await app.job(owner, { title: 'Just Now' })
    // The second is drawn from what was read for the first.
    for (const page of [at, `${at}?src=poster`]) {
      expect((await open(page)).text, page).toContain('Just Now')
    }
    await app.job(owner, { title: 'Later Still' })
    expect((await open(`${at}?src=poster`)).text).toContain('Later Still')
    expect((await open(`${at}?src=mail`)).text).toContain('Later Still')
  })

  test('are drawn from one read, until a change of their own, be it while it is read', async () => {
    const reads = new CachedReads<number>(app.deps)
    const [own, other] = [await app.owner('Own Reads'), await app.owner('Other Reads')]
    let asked = 0
    const read = (until?: Promise<void>) =>
      reads.get(
        'shop',
        async () => {
          const answer = ++asked
          await until
          return answer
        },
        () => own.organization.id,
      )
    await read()
    await app.job(other, { title: 'Elsewhere' })
    expect(await read()).toBe(1)
    await app.job(own, { title: 'Here' })
    const { promise: end, resolve: finish } = Promise.withResolvers<void>()
    const early = read(end)
    await app.job(own, { title: 'Here As Well' })
    expect(await read()).toBe(3)
    finish()
    expect(await early).toBe(2)
    expect(await read()).toBe(3)
  })

  test('are not pushed out of what is kept by searches, however many somebody makes up', async () => {
    const cache = new PageCache(app.deps)
    const renderedKeys: string[] = []
    const read = (key: string, isNarrowed: boolean) => {
      const render = async () => {
        renderedKeys.push(key)
        return { html: key, status: 200 as const, organizationId: null, headers: {} }
      }
      return cache.read(key, render, isNarrowed)
    }
    await read('list', false)
    for (let count = 0; count < 600; count++) await read(`search ${count}`, true)
    renderedKeys.length = 0
    for (const key of ['search 599', 'search 0']) await read(key, true)
    await read('list', false)
    expect(renderedKeys).toEqual(['search 0'])
  })

  test('stay when another shop changes something, and go with a change of their own', async () => {
    const cache = new PageCache(app.deps)
    const [own, other] = [await app.owner('Own Changes'), await app.owner('Other Changes')]
    let renders = 0
    const read = () =>
      cache.read('page', async () => {
        renders += 1
        return { html: 'page', status: 200, organizationId: own.organization.id, headers: {} }
      })
    await read()
    await app.job(other, { title: 'Elsewhere' })
    await read()
    expect(renders).toBe(1)
    await app.job(own, { title: 'Here' })
    await expect.poll(async () => (await read(), renders)).toBe(2)
  })
})
