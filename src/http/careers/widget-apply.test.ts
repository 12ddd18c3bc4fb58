// The widget's form: what is stored, errors that keep the input, and who cannot submit it.
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ApplicantPage } from '#domain/applicants/applicants.ts'
import type { Applicant, ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { LIMITS } from '#domain/limits.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { openApp } from '#test/app.ts'
import { compound, docx, executable, pdf } from '#test/input/files.ts'
import { fieldsOf, textOf } from '#test/html.ts'

const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)

const typed = {
  firstName: 'Maya',
  lastName: 'Okafor',
  phone: '+44 7700 900123',
  linkedinUrl: 'https://www.linkedin.com/in/maya',
  coverLetter: 'I like <tea> & "people".\r\nAnd Saturdays.',
}
const DUPLICATE = 'You have already applied for this position with this email address.'
const TOO_LARGE = 'File Too Large: Please select a file smaller than 10MB.'
const EMPTY = 'Empty File: Please select a file that is not empty.'
const UNDECIDED =
  'Your CV was not uploaded. Choose another file, or remove it and send your application without a CV.'
const WRONG_TYPE = 'Invalid File Type: Please select a PDF, DOC, or DOCX file.'
const MISSING = 'Missing application data. Please try again.'

let people = 0
async function person(post: Pick<JobPost, 'id'> = job): Promise<{ email: string; token: string }> {
  const email = `maya-${++people}@example.com`
  return { email, token: await app.grant(email, post) }
}

const applyAt = (post: Pick<JobPost, 'id'> = job) => `/embed?step=apply&roleId=${post.id}`

/** Posts the form like a browser without scripts. */
async function send(values: Record<string, string | Blob>, address = applyAt()) {
  const response = await app.visitor().form(address, values)
  const html = await response.text()
  return {
    status: response.status,
    location: response.headers.get('location'),
    text: textOf(html),
    fields: fieldsOf(html),
  }
}

async function rowsOf(email: string): Promise<Applicant[]> {
  const { rows } = await app.deps.db.pool.query<Applicant>(
    'select * from applicants where email = $1',
    [email],
  )
  return rows
}

async function profileOf(email: string): Promise<Applicant> {
  const [row] = await rowsOf(email)
  return (await owner.call<ApplicantProfile>(`/api/applicants/${row?.id}`)).body.applicant
}

const file = (content: Uint8Array<ArrayBuffer>, name = 'cv.pdf') => new File([content], name)

/** A PDF of an exact size. */
const pdfOf = (bytes: number) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, '\n')])

describe('sending works', () => {
  // shows: 2-67, 3-7, 3-18
  test('with every field and a CV, and shows that it has', async () => {
    const { email, token } = await person()
    const sent = await send({ token, ...typed, cvFile: file(pdf, 'Maya Okafor.pdf') })
    expect(sent.status).toBe(303)
    const done = await app.visitor().fetch(sent.location ?? '')
    expect(textOf(await done.text())).toContain('Application Submitted!')
    expect(await profileOf(email)).toMatchObject({
      email,
      role_title: job.title,
      first_name: 'Maya',
      phone: '+44 7700 900123',
      cover_letter: 'I like <tea> & "people".\nAnd Saturdays.',
      status: 'applied',
      contacted: false,
      is_existing_customer: false,
      cv_name: 'Maya Okafor.pdf',
      cv_size: pdf.length,
    })
  })

  // shows: 5-10, 9-1
  test.each([
    ['exactly 10 485 760 bytes', pdfOf(10_485_760), 'cv.pdf', 10_485_760],
    ['a DOCX', docx(), 'cv.docx', docx().length],
    ['a DOC', compound('WordDocument'), 'cv.doc', 2048],
    ['a file without an ending', pdf, 'cv', pdf.length],
    ['an input in which nothing was chosen', Buffer.alloc(0), '', null],
  ])('with %s', async (_, content, name, size) => {
    const { email, token } = await person()
    const sent = await send({ token, ...typed, cvFile: file(content, name) })
    expect(sent.status).toBe(303)
    expect(await profileOf(email)).toMatchObject({ cv_size: size })
  })

  // shows: 2-59
  test('and leads back to the store that is named, where it is the shop’s own, and nowhere else', async () => {
    await app.deps.db.pool.query(
      `insert into store_sessions (shop, organization_id, primary_domain)
       values ('back.myshopify.com', $1, 'back.example')`,
      [owner.organization.id],
    )
    for (const [store, to] of [
      ['https://back.myshopify.com/pages/jobs', 'https://back.myshopify.com/pages/jobs'],
      ['back.example', 'https://back.example/'],
      ['https://back.example.evil.example/', null],
      ['javascript:alert(1)', null],
    ]) {
      const { token } = await person()
      const at = `${applyAt()}&store=${encodeURIComponent(store ?? '')}`
      const sent = await send({ token, ...typed }, at)
      const done = await app.visitor().fetch(sent.location ?? '')
      const link = /<a href="([^"]*)" target="_top">Continue now/.exec(await done.text())
      expect(link?.[1] ?? null, store ?? '').toBe(to)
    }
  })

  // shows: 5-11
  test('once, however often it is pressed at the same moment', async () => {
    const { email, token } = await person()
    const answers = await Promise.all(Array.from({ length: 50 }, () => send({ token, ...typed })))
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([303, ...Array.from({ length: 49 }, () => 409)])
    expect(await rowsOf(email)).toHaveLength(1)
  })

  // shows: 4-10, V2.2.2, V8.1.2, V8.2.3, V15.3.3
  test('with what the server computes, whatever else is sent', async () => {
    const { email, token } = await person()
    const forged = {
      status: 'hired',
      contacted: 'true',
      is_existing_customer: 'true',
      organization_id: '00000000-0000-4000-8000-000000000000',
      created_at: '2001-01-01',
      cv_url: 'cvs/another.pdf',
      __proto__: 'x',
      constructor: 'x',
    }
    expect((await send({ token, ...typed, ...forged })).status).toBe(303)
    expect(await profileOf(email)).toMatchObject({
      status: 'applied',
      contacted: false,
      is_existing_customer: false,
      cv_url: null,
    })
  })
})

// shows: 8-9
describe('with only one name', () => {
  test.each([
    ['first', { firstName: 'Suharto', lastName: '' }],
    ['last', { firstName: ' ', lastName: 'Suharto' }],
  ])('in the %s field', async (_, names) => {
    const { email, token } = await person()
    const sent = await send({ token, ...typed, ...names, oneName: 'yes' })
    expect(sent.status).toBe(303)
    expect(await profileOf(email)).toMatchObject({ first_name: 'Suharto', last_name: '' })
    const { html } = await app.mailTo(email, /./)
    expect(textOf(html)).toContain('Suharto')
    expect(textOf(html)).not.toMatch(/Suharto [,.!]/)
    const found = await owner.call<ApplicantPage>('/api/applicants?tab=all&q=suharto')
    expect(found.body.applicants.map((row) => row.email)).toContain(email)
  })

  test.each([true, 'yes'])('sent by a program: %j', async (oneName) => {
    const { email, token } = await person()
    const body = { token, firstName: 'Suharto', oneName }
    expect((await app.visitor().call('/api/applications', { body })).status).toBe(201)
    expect(await profileOf(email)).toMatchObject({ first_name: 'Suharto', last_name: '' })
  })

  test.each([
    [{ firstName: 'Suharto', lastName: '', oneName: '' }],
    [{ firstName: 'Suharto', lastName: '', oneName: 'no' }],
    [{ firstName: '', lastName: '', oneName: 'yes' }],
  ])('not with %j', async (names) => {
    const { email, token } = await person()
    const refused = await send({ token, ...typed, ...names })
    expect(refused.text).toContain('First name and last name are required')
    expect(refused.fields.oneName).toBe(names.oneName === 'yes' ? 'yes' : undefined)
    expect(await rowsOf(email)).toEqual([])
  })
})

describe('a refusal keeps what was typed and says why', () => {
  test.each([
    ['firstName', '  ', 'First name and last name are required'],
    ['linkedinUrl', 'javascript:alert(1)', 'Enter a web address such as'],
    ['websiteUrl', 'data:text/html,x', 'Enter a web address such as'],
    ['experienceYears', '-1', 'Years of experience must be a whole number from 0 to 50.'],
    ['experienceYears', '51', 'Years of experience must be a whole number from 0 to 50.'],
    ['experienceYears', '2.5.1', 'Years of experience must be a whole number from 0 to 50.'],
    ['experienceYears', 'abc', 'Years of experience must be a whole number from 0 to 50.'],
    ['phone', '1'.repeat(41), 'Phone can have at most 40 characters.'],
    ['coverLetter', 'x'.repeat(100_000), 'Cover Letter can have at most 4,000 characters.'],
  ])('%s %#', async (field, value, message) => {
    const { email, token } = await person()
    const refused = await send({ token, ...typed, [field]: value })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(message)
    const shown = field in typed ? { ...typed, [field]: value } : typed
    expect(refused.fields).toMatchObject({ ...shown, token })
    expect(await rowsOf(email)).toEqual([])
  })

  test('and the chosen file, which arrives with the next try', async () => {
    const { email, token } = await person()
    const refused = await send({ token, ...typed, lastName: '', cvFile: file(pdf, 'Maya.pdf') })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('Maya.pdf')
    const { cvId = '' } = refused.fields
    expect((await send({ token, ...typed, cvId })).status).toBe(303)
    expect(await profileOf(email)).toMatchObject({ cv_name: 'Maya.pdf', cv_size: pdf.length })
  })

  const bomb = () => docx({ 'word/media/zeros.bin': new Uint8Array(24_000_000) })
  // shows: 5-10, 9-1, choice-17
  test.each([
    ['11 MB', () => pdfOf(11_000_000), 'cv.pdf', 413, TOO_LARGE],
    ['one byte too many', () => pdfOf(10_485_761), 'cv.pdf', 413, TOO_LARGE],
    ['an empty one', () => Buffer.alloc(0), 'cv.pdf', 400, EMPTY],
    ['a program called PDF', () => executable, 'cv.pdf', 400, WRONG_TYPE],
    ['a page called PDF', () => Buffer.from('<html><script>1</script>'), 'cv.pdf', 400, WRONG_TYPE],
    ['a spreadsheet called DOC', () => compound('Workbook'), 'cv.doc', 400, WRONG_TYPE],
    [
      'a DOCX with macros',
      () => docx({ 'word/vbaProject.bin': Buffer.from('macro') }),
      'cv.docx',
      400,
      WRONG_TYPE,
    ],
    ['a DOCX that unpacks to 24 MB', bomb, 'cv.docx', 400, WRONG_TYPE],
    ['a broken DOCX', () => docx().subarray(0, 300), 'cv.docx', 400, WRONG_TYPE],
  ])('for a file: %s', async (_, content, name, status, message) => {
    const { email, token } = await person()
    const body = file(content(), name)
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 2)
    const refused = await send({ token, ...typed, cvFile: body })
    clearInterval(watch)
    expect(refused.status).toBe(status)
    expect(refused.text).toContain(message)
    expect(refused.fields).toMatchObject({ firstName: 'Maya', phone: typed.phone, cvId: '' })
    expect(await rowsOf(email)).toEqual([])
    // Submitted again unchanged, without an answer about the file: the form asks again, and nothing is stored.
    const resent = await send({ ...refused.fields, cvFile: file(Buffer.alloc(0), '') })
    expect([resent.status, resent.fields.cvRefused]).toEqual([400, 'yes'])
    expect(resent.text).toContain(UNDECIDED)
    expect(await rowsOf(email)).toEqual([])
    expect(refused.text).toContain('Remove the file and send my application without a CV')
    const sent = await send({ ...refused.fields, withoutCv: 'yes' })
    expect(sent.status).toBe(303)
    expect(await profileOf(email)).toMatchObject({ first_name: 'Maya', cv_url: null })
    // A DOCX is checked by its zip directory, without unpacking the text.
    if (name.endsWith('docx')) expect(most - before).toBeLessThan(16_000_000)
    expect(await readdir(app.deps.files.stagingFolder)).toEqual([])
  })

  test('for a refused file, until another one takes its place', async () => {
    const { email, token } = await person()
    const refused = await send({ token, ...typed, cvFile: file(executable, 'cv.pdf') })
    expect((await send({ ...refused.fields, cvFile: file(pdf, 'Maya.pdf') })).status).toBe(303)
    expect(await profileOf(email)).toMatchObject({ cv_name: 'Maya.pdf' })
  })

  // shows: 7-102
  test('for a file after twenty under one proof, each of which took the place of the one before', async () => {
    const { email, token } = await person()
    const upload = (name: string) =>
      app.visitor().form('/api/applications/cv', { token, cvFile: file(pdf, name) })
    const { most } = LIMITS.cvUploads.proof
    for (let count = 1; count < most; count++) expect((await upload('old.pdf')).status).toBe(201)
    const last = (await (await upload('last.pdf')).json()) as { id: string }
    expect((await upload('more.pdf')).status).toBe(429)
    const refused = await send({ token, ...typed, cvFile: file(pdf) })
    expect(refused.status).toBe(429)
    expect(refused.text).toContain('You have uploaded too many files for this application.')
    expect((await send({ token, ...typed, cvId: last.id })).status).toBe(303)
    expect(await profileOf(email)).toMatchObject({ cv_name: 'last.pdf' })
    const { rows } = await app.deps.db.pool.query<{ storage_key: string }>(
      'select storage_key from cv_files',
    )
    const stored = await readdir(path.join(app.dataDir, 'files/cvs'))
    expect(stored.toSorted()).toEqual(rows.map((row) => path.basename(row.storage_key)).toSorted())
  })

  // shows: 5-11, safer-1
  test('for a second application, to the same job only', async () => {
    const { email, token } = await person()
    expect((await send({ token, ...typed })).status).toBe(303)
    const again = await send({ token, ...typed })
    expect(again.status).toBe(409)
    expect(again.text).toContain(DUPLICATE)
    expect(again.fields.cvRefused).toBeUndefined()
    expect(again.fields).toMatchObject({ coverLetter: typed.coverLetter })
    const proven = await app.grant(email, job)
    expect((await send({ token: proven, ...typed })).text).toContain(DUPLICATE)
    const other = await app.job(owner, { title: 'Driver' })
    const there = await app.grant(email, other)
    expect((await send({ token: there, ...typed }, applyAt(other))).status).toBe(303)
    expect(await rowsOf(email)).toHaveLength(2)
  })

  test('before anything is typed, and only to the person who has proved the address', async () => {
    type Applying = {
      step: string
      email: string
      stopped?: { why: string; jobsHref: string } | null
    }
    const json = { accept: 'application/json' }
    const shown = async (address: string, init: RequestInit = {}) => {
      const answer = await app.visitor().fetch(address, { ...init, headers: json })
      return ((await answer.json()) as { view: Applying }).view
    }
    const [first, second] = [await app.job(owner), await app.job(owner)]
    const { email, token } = await person(first)
    expect((await shown(`${applyAt(first)}&token=${token}`)).stopped).toBeNull()
    expect((await send({ token, ...typed }, applyAt(first))).status).toBe(303)

    // After the code, on the link's page, and on a later visit.
    const proven = await app.grant(email, first)
    const jobsHref = `/embed?org=${owner.organization.id}`
    const stopped = {
      why: 'applied',
      jobsHref,
      on: expect.stringMatching(/^\d+ \w+ \d{4}$/) as string,
    }
    const view = await shown(`${applyAt(first)}&token=${proven}`)
    expect(view).toMatchObject({ step: 'apply', email, stopped })
    const { token: link } = await app.mailTo(email, /^Your code/)
    const page = await app.visitor().form('/verify', { token: link })
    const ownPage = /^\/me\/[\w-]{96}$/
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(ownPage),
    ])
    const opened = await app.visitor().form('/verify?embed=true', { token: link })
    const text = await opened.text()
    expect(text).toContain(DUPLICATE)
    expect(text).toContain('See your application')
    expect(text).not.toContain('Continue Application')
    const whole = new URLSearchParams({ email, roleId: first.id, roleTitle: 'x', token: proven })
    const refused = await app.visitor().fetch(`/application?${whole}`)
    expect([refused.status, refused.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(ownPage),
    ])

    // Not revealed for an unverified address, nor for a grant of another address.
    const unproven = await shown(`${applyAt(first)}&email=${email}`)
    expect(unproven.step).toBe('email')
    const body = new URLSearchParams({ roleId: first.id, consent: 'yes', email })
    const asked = await shown(`/embed?step=email&roleId=${first.id}`, { method: 'POST', body })
    expect(asked.step).toBe('sent')
    expect(JSON.stringify([unproven, asked])).not.toMatch(/appl(y|ied)"|already/)
    const other = await person(first)
    expect((await shown(`${applyAt(first)}&token=${other.token}`)).stopped).toBeNull()

    const there = await app.grant(email, second)
    await owner.call(`/api/jobs/${second.id}`, { method: 'PATCH', body: { is_active: false } })
    const closed = await shown(`${applyAt(second)}&token=${there}`)
    expect(closed.stopped).toEqual({ why: 'closed', jobsHref })
  })

  // shows: 5-12
  test('for a job that was closed in between', async () => {
    const post = await app.job(owner, { title: 'Closing Soon' })
    const { email, token } = await person(post)
    await owner.call(`/api/jobs/${post.id}`, { method: 'PATCH', body: { is_active: false } })
    const refused = await send({ token, ...typed }, applyAt(post))
    expect(refused.status).toBe(404)
    expect(refused.text).toContain('Job posting not found or not accessible')
    expect(refused.text).toContain('This position is no longer open')
    expect(refused.fields).toMatchObject({ coverLetter: typed.coverLetter })
    // The script gets the same view.
    const again = await app.visitor().fetch(applyAt(post), {
      method: 'POST',
      body: new URLSearchParams({ token, ...typed }),
      headers: { accept: 'application/json' },
    })
    expect(await again.json()).toMatchObject({
      view: { stopped: { why: 'closed' }, values: typed },
    })
    expect(await rowsOf(email)).toEqual([])
  })

  test('for a file that is no longer here, which can be chosen again', async () => {
    const { token } = await person()
    for (const cvId of ['nonsense', '00000000-0000-4000-8000-000000000000']) {
      const refused = await send({ token, ...typed, cvId })
      expect(refused.status).toBe(400)
      expect(refused.text).toContain('Please add your CV again.')
      expect(refused.fields).toMatchObject({ firstName: 'Maya', cvId: '' })
    }
  })
})

// shows: 5-8, 5-23, 7-48, safer-1
describe('who is kept out', () => {
  const expire = (email: string) =>
    app.deps.db.pool.query(
      `update email_verifications set expires_at = now() - interval '1 second' where email = $1`,
      [email],
    )

  test.each([
    ['no proof', async () => ({ token: '' })],
    ['a made-up proof', async () => ({ token: 'A'.repeat(43) })],
    [
      'an expired proof',
      async () => {
        const { email, token } = await person()
        await expire(email)
        return { token }
      },
    ],
    [
      'the link of a mail that nobody followed',
      async () => {
        const email = 'unopened@example.com'
        await app.visitor().call('/functions/send-verification-email', {
          body: { email, roleId: job.id },
        })
        return { token: (await app.mailTo(email)).token }
      },
    ],
    [
      'a proof that a newer one replaced',
      async () => {
        const { email, token } = await person()
        await app.grant(email, job)
        return { token }
      },
    ],
    ['a proof for another address', async () => ({ ...(await person()), email: 'b@example.com' })],
    [
      'a proof for another job',
      async () => ({ ...(await person(await app.job(owner))), roleId: job.id }),
    ],
    [
      'a proof for a job that was deleted',
      async () => {
        const post = await app.job(owner)
        const { token } = await person(post)
        await owner.call(`/api/jobs/${post.id}`, { method: 'DELETE' })
        return { token, roleId: post.id }
      },
    ],
  ])('%s', async (_, proof) => {
    const { rows: before } = await app.deps.db.pool.query('select id from applicants')
    const values = await proof()
    const inWidget = await send({ ...values, ...typed })
    expect(inWidget.status).toBe(403)
    expect(inWidget.text).toContain(MISSING)
    const byCall = await app
      .visitor()
      .call<{ error: { message: string } }>('/api/applications', { body: { ...values, ...typed } })
    expect([byCall.status, byCall.body.error.message]).toEqual([403, MISSING])
    const { rows: after } = await app.deps.db.pool.query('select id from applicants')
    expect(after).toHaveLength(before.length)
  })

  // shows: 7-102
  test('a file without a proof is not even kept, and a large one not waited for', async () => {
    const cvFile = file(pdfOf(20_000_000))
    const byCall = await app.visitor().form('/api/applications/cv', { token: 'nonsense', cvFile })
    expect(byCall.status).toBe(403)
    expect((await send({ token: 'nonsense', ...typed, cvFile })).status).toBe(403)
    expect(await readdir(app.deps.files.stagingFolder)).toEqual([])
  })

  test("another person's file is not taken along", async () => {
    const [mine, theirs] = [await person(), await person()]
    const uploaded = await app
      .visitor()
      .form('/api/applications/cv', { token: theirs.token, cvFile: file(pdf, 'theirs.pdf') })
    const { id: cvId } = (await uploaded.json()) as { id: string }
    const refused = await send({ token: mine.token, ...typed, cvId })
    expect(refused.status).toBe(400)
    expect(refused.text).not.toContain('theirs.pdf')
    expect((await send({ token: theirs.token, ...typed, cvId })).status).toBe(303)
  })

  // shows: 2-57, safer-2, V2.2.3, V2.3.1, V3.5.5
  test('a flag in the address is no proof: it only shows the step that asks for one', async () => {
    const response = await app
      .visitor()
      .fetch(`/embed?verified=true&email=b@example.com&roleId=${job.id}&roleTitle=Owned`, {
        headers: { accept: 'application/json' },
      })
    const { view } = (await response.json()) as { view: WidgetView }
    expect(view).toMatchObject({ step: 'email', job: { title: job.title } })
    expect(JSON.stringify(view)).not.toContain('Owned')
  })
})
