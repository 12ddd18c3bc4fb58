// Messages for applicants when the server fails: a text of docs/specification.md §8, never the database's message.
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp, openApp } from '#test/app.ts'
import { withoutTable } from '#test/databases/failing-database.ts'
import { fieldsOf, textOf } from '#test/html.ts'
import { pdf } from '#test/input/files.ts'

type Line = { level: string; request_id?: string }
let lines: Line[] = []

const onLog = (line: string) => void lines.push(JSON.parse(line) as Line)
const app = await openApp({ onLog })
const owner = await app.owner()
const job = await app.job(owner)

async function read(answer: Promise<Response>) {
  const response = await answer
  const html = await response.text()
  expect(html).not.toMatch(/relation|does not exist|syntax/)
  const text = textOf(html)
  // For a server error the page shows the reference of the log line; for a refusal it shows none.
  const [, reference] = /Reference: ([\da-f]{8})/.exec(text) ?? []
  // The background may fail in the same moment, under no request.
  const failure = lines.findLast(
    ({ level, request_id }) => request_id && ['warn', 'error'].includes(level),
  )
  expect(reference).toBe(failure?.request_id?.slice(0, 8))
  lines = []
  return { status: response.status, text, fields: fieldsOf(html) }
}
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
})

const person = { firstName: 'Maya', lastName: 'Okafor' }

// shows: 8-27
test('the mail cannot be written: the address stays in its field', async () => {
  const email = 'maya@example.com'
  const sent = await withoutTable(app.deps.db, 'mail_outbox', () =>
    read(
      app
        .visitor()
        .fetch(
          `/embed?step=email&roleId=${job.id}`,
          form({ roleId: job.id, consent: 'yes', email }),
        ),
    ),
  )
  expect(sent.status).toBeGreaterThanOrEqual(500)
  expect(sent.text).toContain('Email function failed: ')
  expect(sent.text).toContain('Please try again.')
  expect(sent.fields.email).toBe(email)
})

test('the mail is refused for a reason, which is said', async () => {
  const email = 'often@example.com'
  const closed = await app.job(owner)
  await app.deps.db.pool.query('update job_posts set is_active = false where id = $1', [closed.id])
  const sent = await read(
    app
      .visitor()
      .fetch(
        `/embed?step=email&roleId=${closed.id}`,
        form({ roleId: closed.id, consent: 'yes', email }),
      ),
  )
  expect(sent.status).toBe(404)
  expect(sent.text).toContain('This position is no longer open.')
})

// shows: 8-25
test('a code cannot be looked up', async () => {
  const email = 'code@example.com'
  const visitor = app.visitor()
  const asked = await visitor.fetch(`/embed?step=email&roleId=${job.id}`, {
    ...form({ roleId: job.id, consent: 'yes', email }),
    headers: { accept: 'application/json' },
  })
  const { view } = (await asked.json()) as { view: { verification: string } }
  const { code } = await app.mailTo(email)
  const typed = await withoutTable(app.deps.db, 'application_grants', () =>
    read(visitor.fetch(`/embed?step=sent&roleId=${job.id}`, form({ v: view.verification, code }))),
  )
  expect(typed.text).toContain('Verification failed. Please try applying again.')
})

test('the application cannot be stored: not a word of it is lost', async () => {
  const token = await app.grant('store@example.com', job)
  const sent = await withoutTable(app.deps.db, 'applicants', () =>
    read(
      app
        .visitor()
        .fetch(`/embed?step=apply&roleId=${job.id}`, form({ token, ...person, phone: '0113 1' })),
    ),
  )
  expect(sent.status).toBeGreaterThanOrEqual(500)
  expect(sent.text).toContain('An unexpected error occurred. Please try again.')
  expect(sent.fields).toMatchObject({ ...person, phone: '0113 1' })
})

// shows: 8-26
test('a duplicate is told in the widget’s words', async () => {
  const email = 'twice@example.com'
  const send = async () => {
    const token = await app.grant(email, job)
    const address = `/embed?step=apply&roleId=${job.id}`
    return read(app.visitor().fetch(address, form({ token, ...person })))
  }
  expect((await send()).status).toBe(303)
  expect((await send()).text).toContain(
    'Failed to save application: You have already applied for this position with this email address.',
  )
})

// shows: 8-10, 8-11
test('the page of the form cannot read its job, or store what was sent', async () => {
  const email = 'page@example.com'
  const visitor = app.visitor()
  await visitor.call('/functions/send-verification-email', { body: { email, roleId: job.id } })
  const { token } = await app.mailTo(email)
  await visitor.form('/verify', { token })
  const query = new URLSearchParams({ email, roleId: job.id, roleTitle: job.title })
  const opened = await withoutTable(app.deps.db, 'job_posts', () =>
    read(visitor.fetch(`/application?${query}`)),
  )
  expect(opened.text).toContain('Failed to load job information.')
  const sent = await withoutTable(app.deps.db, 'applicant_status_history', () =>
    read(visitor.form('/application', person)),
  )
  expect(sent.text).toContain(
    'Failed to Submit Application: Database error: nothing was stored. Please try again later.',
  )
  expect(sent.fields).toMatchObject(person)
  expect((await read(visitor.form('/application', person))).text).toContain(
    'Application Submitted!',
  )
})

test('the public page of a shop cannot be drawn', async () => {
  const opened = await withoutTable(app.deps.db, 'organizations', () =>
    read(app.visitor().fetch('/careers/any-shop')),
  )
  expect(opened.status).toBeGreaterThanOrEqual(500)
  expect(opened.text).toContain('The jobs cannot be shown right now.')
  expect(opened.text).toContain('Reference: ')
})

// shows: 8-7, 8-8
test('the mailed link cannot be checked, or its form is broken', async () => {
  const asked = '/verify-embed?token=x&email=a%40example.com&verified=true&store=tea.myshopify.com'
  for (const address of ['/verify', asked]) {
    const failed = await withoutTable(app.deps.db, 'email_verifications', () =>
      read(app.visitor().fetch(address, form({ token: 'x' }))),
    )
    expect(failed.text).toContain('An error occurred during verification')
  }
  const broken = await read(
    app.visitor().fetch(asked, {
      method: 'POST',
      body: '--x\r\nnothing that ends',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    }),
  )
  expect(broken.status).toBe(400)
  expect(broken.text).toContain('Verification failed')
})

test('a CV cannot be stored: the field says so with the reference, and everything typed is kept', async () => {
  // Of its own each: a failure that is repeated within a minute is only counted.
  for (const step of ['widget', 'page'] as const) {
    const own = await createTestApp({ onLog })
    const shop = await own.owner()
    const ad = await own.job(shop)
    const token = await own.grant('file@example.com', ad)
    const files = path.join(own.dataDir, 'files')
    await rm(files, { recursive: true, force: true })
    await writeFile(files, 'no folder')
    lines = []
    const address = step === 'page' ? '/application' : `/embed?step=apply&roleId=${ad.id}`
    const cvFile = new File([pdf], 'cv.pdf')
    const sent = await read(own.visitor().form(address, { token, ...person, cvFile }))
    expect(sent.status).toBe(503)
    expect(sent.text).toMatch(/Failed to upload CV. Please try again. \(Reference: [\da-f]{8}\)/)
    expect(sent.fields).toMatchObject(person)
    await own.close()
  }
})
