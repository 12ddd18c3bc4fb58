// The application form as a separate page: who gets it, what is stored, and at which field an error is shown.
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { ApplicationView } from '#domain/careers/careers.ts'
import { openApp, type Visitor } from '#test/app.ts'
import { executable, pdf } from '#test/input/files.ts'
import { addressesOf, fieldsOf, pageData, textOf } from '#test/html.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)

const MISSING = 'Missing application information. Please try applying again.'
const typed = {
  firstName: 'Noor',
  lastName: 'van Dijk',
  phone: '020 555',
  experienceYears: '3',
  linkedinUrl: 'https://www.linkedin.com/in/noor',
  websiteUrl: 'https://noor.example.com',
  coverLetter: 'Line one\r\nLine two',
  additionalInfo: 'Weekends only',
}

async function read(response: Response) {
  const html = await response.text()
  return { status: response.status, html, text: textOf(html), fields: fieldsOf(html) }
}

let people = 0
/** A visitor who has followed the mailed link: the browser has the cookie with the grant. */
async function verified(post = job): Promise<{ email: string; visitor: Visitor; address: string }> {
  const email = `noor-${++people}@example.com`
  const visitor = app.visitor()
  await visitor.call('/functions/send-verification-email', { body: { email, roleId: post.id } })
  const { token } = await app.mailTo(email)
  await visitor.form('/verify', { token })
  const query = new URLSearchParams({ email, roleId: post.id, roleTitle: post.title })
  return { email, visitor, address: `/application?${query}` }
}

/** Without a token field: the grant comes from the cookie. */
const send = async (visitor: Visitor, values: Record<string, string | Blob>) =>
  read(await visitor.form('/application', values))

const viewOf = (html: string) =>
  pageData<{ view: Extract<ApplicationView, { state: 'form' }> }>(html).view

async function applicantsOf(email: string): Promise<ApplicantPage['applicants']> {
  const { body } = await owner.call<ApplicantPage>(`/api/applicants?tab=all&q=${email}`)
  return body.applicants
}

describe('works', () => {
  // shows: 2-39, 2-41, 2-43, 2-45, 3-11, 3-12, 8-29, choice-16
  test('from the link in the mail to the thanks, and forgets the proof', async () => {
    const { email, visitor, address } = await verified()
    const form = await read(await visitor.fetch(address))
    expect(form.status).toBe(200)
    expect(form.text).toContain(job.title)
    expect(form.html).toContain(`value="${email}"`)
    for (const heading of ['Your Information', 'Additional Information', 'Submit Application']) {
      expect(form.text).toContain(heading)
    }
    expect(fieldsOf(form.html)).toMatchObject({ firstName: '', linkedinUrl: '', websiteUrl: '' })
    const cvFile = new File([pdf], 'Noor.pdf')
    const done = await send(visitor, { ...form.fields, ...typed, cvFile })
    expect(done.status).toBe(200)
    expect(done.text).toContain('Application Submitted!')
    expect(done.text).toContain('Back to Open Positions')
    expect(addressesOf(done.html)).toContain(`/careers/${owner.organization.slug}`)

    const [row] = await applicantsOf(email)
    const { body } = await owner.call<ApplicantProfile>(`/api/applicants/${row?.id}`)
    expect(body.applicant).toMatchObject({
      email,
      first_name: 'Noor',
      last_name: 'van Dijk',
      experience_years: 3,
      linkedin_url: typed.linkedinUrl,
      website_url: typed.websiteUrl,
      cover_letter: 'Line one\nLine two',
      additional_info: 'Weekends only',
      cv_name: 'Noor.pdf',
    })
    expect(visitor.cookie).toBe('')
    expect((await read(await visitor.fetch(address))).text).toContain(MISSING)
  })

  test('the form travels compressed, a refusal, which repeats its request, does not', async () => {
    const { visitor, address } = await verified()
    const encodingOf = async (wanted: string) => {
      const response = await visitor.fetch(wanted)
      await response.text()
      return response.headers.get('content-encoding')
    }
    expect(await encodingOf(address)).toMatch(/^(?:br|gzip)$/)
    expect(await encodingOf('/application?email=a@example.com&roleId=1&roleTitle=x')).toBeNull()
  })

  test('by the proof in the cookie alone', async () => {
    const { email, visitor } = await verified()
    expect((await send(visitor, { firstName: 'Noor', lastName: 'X' })).status).toBe(200)
    expect(await applicantsOf(email)).toHaveLength(1)
  })
})

describe('refuses', () => {
  // shows: 5-7, 5-9
  test.each([
    ['firstName', ' ', 'First name and last name are required'],
    ['lastName', '', 'First name and last name are required'],
    ['lastName', 'x'.repeat(101), 'A name can have at most 100 characters.'],
    ['experienceYears', '51', 'Years of experience must be a whole number from 0 to 50.'],
    ['experienceYears', '1e1000', 'Years of experience must be a whole number from 0 to 50.'],
    ['linkedinUrl', 'linkedin', 'Enter a web address such as www.example.com.'],
    ['websiteUrl', `https://a.example/${'x'.repeat(500)}`, 'Website URL can have at most 500'],
    [
      'additionalInfo',
      'x'.repeat(4001),
      'Additional Information can have at most 4,000 characters.',
    ],
  ] as const)('%s at its field: %#', async (field, value, message) => {
    const { email, visitor } = await verified()
    const refused = await send(visitor, { ...typed, [field]: value })
    expect(refused.status).toBe(400)
    expect(viewOf(refused.html)).toMatchObject({
      alert: null,
      errors: { [field]: expect.stringContaining(message) },
      values: { ...typed, [field]: value },
    })
    expect(refused.html).toContain(`id="${field}-error"`)
    expect(await applicantsOf(email)).toEqual([])
  })

  test('a file at its field, and keeps a good one for the next try', async () => {
    const { email, visitor } = await verified()
    const wrong = await send(visitor, { ...typed, cvFile: new File([executable], 'cv.pdf') })
    expect(viewOf(wrong.html).errors).toEqual({
      cvFile: 'Invalid File Type: Please select a PDF, DOC, or DOCX file.',
    })
    const resent = await send(visitor, { ...wrong.fields, cvFile: new File([], '') })
    expect([resent.status, viewOf(resent.html).errors]).toEqual([
      400,
      {
        cvFile:
          'Your CV was not uploaded. Choose another file, or remove it and send your application without a CV.',
      },
    ])
    expect(await applicantsOf(email)).toEqual([])
    const cvFile = new File([pdf], 'Noor.pdf')
    const nameless = await send(visitor, { ...typed, firstName: '', cvFile })
    expect(nameless.text).toContain('Noor.pdf')
    const { cvId = '' } = nameless.fields
    expect((await send(visitor, { ...typed, cvId })).status).toBe(200)
    expect((await applicantsOf(email))[0]?.has_cv).toBe(true)
  })

  test('a second application', async () => {
    const { email, visitor, address } = await verified()
    const { cookie } = visitor
    await send(visitor, typed)
    visitor.cookie = cookie
    const duplicate = 'You have already applied for this position with this email address.'
    const opened = await visitor.fetch(address)
    expect(opened.status).toBe(303)
    const own = await read(await visitor.fetch(opened.headers.get('location') ?? ''))
    expect(own.text).toContain(`Your application at ${owner.organization.name}`)
    visitor.cookie = cookie
    const again = await send(visitor, typed)
    expect(again.status).toBe(409)
    expect(viewOf(again.html)).toMatchObject({ alert: duplicate, values: typed })
    expect(await applicantsOf(email)).toHaveLength(1)
  })

  // shows: 8-9
  test('a job that was closed in between', async () => {
    const post = await app.job(owner, { title: 'Closing' })
    const { visitor, address } = await verified(post)
    await owner.call(`/api/jobs/${post.id}`, { method: 'PATCH', body: { is_active: false } })
    const gone = 'Job posting not found. Please try applying again.'
    const opened = await read(await visitor.fetch(address))
    const sent = await send(visitor, typed)
    for (const answer of [opened, sent]) {
      expect(answer.status).toBe(404)
      expect(answer.text).toContain(gone)
      expect(answer.text).toContain('This position is no longer open.')
      expect(answer.text).not.toContain('Send a new link')
    }
    // What was written in the open form is there to copy; there is no form to send it by.
    expect(sent.fields).toMatchObject(typed)
    expect(sent.text).toContain('Your application was not sent.')
    expect(sent.html).not.toContain('method="post"')
    expect(opened.text).not.toContain('Your application was not sent.')
  })

  test('a form that did not arrive whole, on a page', async () => {
    const { visitor } = await verified()
    const headers = { 'content-type': 'multipart/form-data; boundary=x', cookie: visitor.cookie }
    const { status, head, body } = await sendRaw(
      app.url,
      rawRequest('POST', '/application', headers, '--x\r\ncut'),
    )
    expect(status).toBe(400)
    expect(head).toContain('text/html')
    expect(textOf(body)).toContain('Part of the form did not arrive. Please send it again.')
  })
})

describe('who comes without a proof', () => {
  const jobs = () => `/careers/${owner.organization.slug}`
  const open = async (query: Record<string, string>, headers: Record<string, string> = {}) =>
    read(await app.visitor().fetch(`/application?${new URLSearchParams(query)}`, { headers }))
  /** Where the page's link leads, and whether the page redirects automatically. */
  const wayOf = ({ html, text }: Awaited<ReturnType<typeof read>>) => {
    expect(text).toContain(MISSING)
    return {
      to: addressesOf(html).find((to) => to === jobs()) ?? '/',
      leaves: pageData<{ leave?: string } | null>(html)?.leave ?? null,
      refreshes: /<noscript><meta http-equiv="refresh" content="4;url=\/"><\/noscript>/.test(html),
    }
  }
  const known = () => ({ to: jobs(), leaves: null, refreshes: false })
  const unknown = { to: '/', leaves: '/', refreshes: true }

  beforeAll(async () => {
    await app.deps.db.pool.query(
      `insert into store_sessions (shop, organization_id, primary_domain)
       values ('noor-tea.myshopify.com', $1, 'tea.example')`,
      [owner.organization.id],
    )
  })

  // shows: 2-42
  test('is shown the jobs of the shop that the address, the token or the referrer names', async () => {
    const { email } = await verified()
    const { token } = await app.mailTo(email)
    await app.deps.db.pool.query(
      `update email_verifications set expires_at = now() - interval '1 second' where email = $1`,
      [email],
    )
    const closed = await app.job(owner, { title: 'Closed Position' })
    await owner.call(`/api/jobs/${closed.id}`, { method: 'PATCH', body: { is_active: false } })
    const referrer = (address: string) => open({}, { referer: address })
    for (const page of [
      await open({ token }),
      await open({ roleId: job.id }),
      await open({ roleId: closed.id, email, roleTitle: 'Closed Position' }),
      await open({ org: owner.organization.id }),
      await open({ org: owner.organization.slug }),
      await referrer(`${app.url}/embed?org=${owner.organization.slug}`),
      await referrer(`${app.url}/embed?step=apply&roleId=${job.id}`),
      await referrer('https://tea.example/pages/careers'),
    ]) {
      expect(page.status).toBe(400)
      expect(wayOf(page)).toEqual(known())
      expect(page.text).toContain(`Open positions at ${owner.organization.name}`)
      expect(page.text).toContain(job.title)
      expect(page.text).not.toContain('Closed Position')
    }
    // The link back keeps the store of the visit.
    const byStore = await open({ shop: 'noor-tea.myshopify.com' })
    expect(addressesOf(byStore.html)).toContain(jobs())
    // And the form of another language keeps both.
    const { slug: org } = owner.organization
    expect(byStore.fields).toEqual({ shop: 'noor-tea.myshopify.com', org })
    const mail = await open({ token })
    expect(mail.fields.token).toBe(token)
    expect(mail.text).toContain('Send a new link')
    expect(mail.text).not.toContain(email)
    const gone = await open({ roleId: closed.id })
    expect(gone.text).toContain('This position is no longer open.')
    expect(gone.text).not.toContain('Send a new link')
  })

  test('whose proof ended while the form was open is led back to the shop by the form itself', async () => {
    const { visitor, address } = await verified()
    const { html, fields } = await read(await visitor.fetch(address))
    const action = addressesOf(html).find((to) => to.startsWith('/application')) ?? ''
    const late = await read(await app.visitor().form(action, { ...fields, ...typed, token: 'x' }))
    expect(late.status).toBe(400)
    expect(wayOf(late)).toEqual(known())
  })

  // shows: 2-42
  test('is sent home where nothing says from which shop, by a timer of the script or without one', async () => {
    for (const [query, referer] of [
      [{}, undefined],
      [{ email: 'a@example.com', roleId: crypto.randomUUID(), roleTitle: 'x' }, undefined],
      [{ org: 'nobody', shop: 'nobody.myshopify.com', token: 'none' }, undefined],
      [
        { org: '//evil.example', redirect: '/\\\\evil.example', store: 'https://evil.example' },
        undefined,
      ],
      [{}, 'https://evil.example/embed?org=SLUG'],
      [{}, 'nonsense'],
    ] as const) {
      const headers: Record<string, string> = referer
        ? { referer: referer.replace('SLUG', owner.organization.slug) }
        : {}
      const page = await open(query, headers)
      expect(wayOf(page)).toEqual(unknown)
      expect(page.html).not.toContain('evil.example')
    }
  })

  test('stays where it can be tried again', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const { body } = await sendRaw(
      app.url,
      rawRequest('POST', '/application', headers, '--x\r\ncut'),
    )
    expect(body).not.toContain('http-equiv')
    expect(textOf(body)).toContain('Part of the form did not arrive. Please send it again.')
  })
})

// shows: safer-1
describe('keeps out', () => {
  // shows: 2-42
  test('without a proof of this address for this job', async () => {
    const { email, visitor, address } = await verified()
    const other = await app.job(owner)
    const query = { email, roleId: job.id, roleTitle: job.title }
    const cases: [Visitor, Record<string, string>][] = [
      [app.visitor(), query],
      [visitor, { ...query, email: 'b@example.com' }],
      [visitor, { ...query, roleId: other.id }],
      [visitor, { ...query, roleId: '' }],
      [visitor, { ...query, roleTitle: '' }],
      [visitor, { ...query, email: '' }],
    ]
    for (const [who, values] of cases) {
      const refused = await read(await who.fetch(`/application?${new URLSearchParams(values)}`))
      expect([values, refused.status]).toEqual([values, 400])
      expect(refused.text).toContain(MISSING)
    }
    expect((await visitor.fetch(address)).status).toBe(200)
    const sent = await send(app.visitor(), typed)
    expect([sent.status, sent.text.includes(MISSING)]).toEqual([400, true])
  })

  // shows: safer-2
  test('what the address says about the person and the job', async () => {
    const { visitor, address } = await verified()
    const forged = { roleTitle: 'Owned', customerData: '{"firstName":"Forged"}', phone: '1' }
    const url = new URL(address, app.url)
    for (const [name, value] of Object.entries(forged)) url.searchParams.set(name, value)
    const { html, fields } = await read(await visitor.fetch(url.pathname + url.search))
    expect(html).not.toMatch(/Owned|Forged/)
    expect(fields).toMatchObject({ firstName: '', phone: '' })
  })

  // shows: 5-8
  test('another address or job in the form itself', async () => {
    const { email, visitor } = await verified()
    const other = await app.job(owner)
    for (const [name, value] of [
      ['email', 'b@example.com'],
      ['roleId', other.id],
    ] as const) {
      const refused = await send(visitor, { ...typed, [name]: value })
      expect(refused.status).toBe(403)
      expect(refused.text).toContain('Missing application data. Please try again.')
    }
    expect(await applicantsOf(email)).toEqual([])
  })
})
