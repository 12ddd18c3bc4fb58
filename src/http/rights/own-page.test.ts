// The applicant's own page from outside: who opens it, what it says, what its acts do, and what a stranger learns from it.
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { fromBufferPromise } from 'yauzl'
import { describe, expect, test } from 'vitest'
import {
  columnOf,
  fieldNames,
  rowOf,
  type ApplicationField,
} from '#domain/applicants/application-fields.ts'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { AuditPage } from '#domain/audit/audit.ts'
import { describeAuditEvent } from '#domain/audit/audit-sentences.ts'
import type { Register } from '#domain/rights/register.ts'
import { PAGE_LINK_DAYS } from '#domain/rights/applicant-page.ts'
import type { PageSettingsView } from '#domain/rights/status-words.ts'
import { consentWordings } from '#domain/verification/consent-wordings.ts'
import { CONSENT_VERSION } from '#domain/verification/verification.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { deleteExpired } from '#features/retention/delete-expired.ts'
import { askedOnPage } from '#features/rights/record-rights-action.ts'
import { liftRestriction, restrictApplication } from '#features/rights/restrict-application.ts'
import { openApp, type Member } from '#test/app.ts'
import { pdf } from '#test/input/files.ts'
import { addressesOf, fieldsOf, textOf } from '#test/html.ts'
import { sendMails } from '#test/work.ts'

const app = await openApp()
const owner = await app.owner()
const stranger = await app.owner('Other Shop')
const job = await app.job(owner)

type Applied = { id: string; email: string; href: string }

const hrefIn = ({ text }: { text: string }): string => /\/me\/[\w-]+/.exec(text)?.[0] ?? ''

async function apply(
  to = job,
  email = `p${randomUUID().slice(0, 8)}@example.com`,
): Promise<Applied> {
  const sent = await app.visitor().form('/api/applications', {
    token: await app.grant(email, to),
    firstName: 'Maya',
    lastName: 'Okafor',
    phone: '+44 113 496 0000',
    coverLetter: 'I like tea.',
    cvFile: new File([pdf], 'maya-okafor.pdf'),
  })
  const { id } = (await sent.json()) as { id: string }
  return { id, email, href: hrefIn(await app.mailTo(email, /^We have your application/)) }
}

async function read(href: string) {
  const response = await app.visitor().fetch(href)
  return { status: response.status, html: await response.text(), headers: response.headers }
}
const readText = async (href: string) => textOf((await read(href)).html)

/** Presses the button of the form that leads there, as it is on this page. */
async function press(
  page: string,
  act: string,
  fields: Record<string, string | File> = {},
  headers: Record<string, string> = {},
): Promise<Response> {
  const form = fieldsOf((await read(page)).html).form ?? ''
  const data = new FormData()
  for (const [name, value] of Object.entries({ form, ...fields })) data.append(name, value)
  const href = page.split('/').slice(0, 3).join('/')
  // As browsers send it from a page that names no referrer.
  const from = { origin: 'null', 'sec-fetch-site': 'same-origin', ...headers }
  return app.visitor().fetch(`${href}/${act}`, { method: 'POST', body: data, headers: from })
}
const newsOf = (response: Response) => [response.status, response.headers.get('location') ?? '']

const profileOf = async ({ id }: Applied, by = owner) =>
  (await by.call<ApplicantProfile>(`/api/applicants/${id}`)).body

/** A value of its own that the field takes. */
function sampleOf(field: ApplicationField, at: number): string {
  const row = rowOf(field)
  if (row.kind === 'years') return String(row.max - at)
  return row.kind === 'address' ? `https://example.com/${at}` : `Sample ${at}`
}

async function zipOf(response: Response): Promise<Map<string, Buffer>> {
  const zip = await fromBufferPromise(Buffer.from(await response.arrayBuffer()))
  const files = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, await buffer(Readable.from(await zip.openReadStreamPromise(entry))))
  }
  return files
}

/** Everything that the database holds, but times that pass by themselves. */
async function contentOfDatabase(): Promise<string> {
  const tables = [
    'applicants',
    'applicant_mails',
    'applicant_status_history',
    'audit_events',
    'cv_files',
    'mail_outbox',
    'rights_requests',
    'usage_times',
    'erasures',
  ]
  const { rows } = await app.deps.db.pool.query<{ content: string }>(
    tables
      .map(
        (table) =>
          `select '${table}' || md5(string_agg(t::text, '' order by t::text)) as content from ${table} as t`,
      )
      .join(' union all '),
  )
  return rows.map(({ content }) => content).join()
}

describe('the page', () => {
  // shows: 7-141, privacy-37
  test('is linked in every mail about an application, and says what was sent and until when it is kept', async () => {
    const applied = await apply()
    const { html, status, headers } = await read(applied.href)
    expect(status).toBe(200)
    expect(textOf(html)).toMatch(
      /Your application at Tiny Tea Shop Weekend Sales Assistant You sent it on \d+ \w+ \d{4}, as p\w+@example\.com\./,
    )
    for (const text of [
      'Received',
      'Maya Okafor',
      '+44 113 496 0000',
      'I like tea.',
      'maya-okafor.pdf',
    ]) {
      expect(textOf(html)).toContain(text)
    }
    expect(textOf(html)).toMatch(/It will be deleted on \d+ \w+ \d{4}/)
    expect(html).not.toContain('<script')
    expect(html).toContain('<meta name=robots content="noindex,nofollow">')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.getSetCookie()).toEqual([])

    const message = { ids: [applied.id], subject: 'A question', body: 'When can you come?' }
    await owner.call('/api/applicants/messages', { body: message })
    const { body: moved } = await owner.call<{ change_id: string }>(
      `/api/applicants/${applied.id}/status`,
      { method: 'PATCH', body: { status: 'reviewing' } },
    )
    await owner.call(`/api/applicants/${applied.id}/mails`, {
      body: { change_id: moved.change_id },
    })
    for (const subject of [/^A question/, /^An update/]) {
      const mail = await app.mailTo(applied.email, subject)
      expect(mail.html).toContain(hrefIn(mail))
      expect(await readText(hrefIn(mail))).toContain('Being looked at')
    }
  })

  // shows: 7-142
  test('changes nothing by being opened, a hundred times and on each of its pages', async () => {
    const { href } = await apply()
    const { html } = await read(href)
    const pages = addressesOf(html).filter((address) => address.startsWith(href))
    expect(pages.map((page) => page.slice(href.length + 1)).toSorted()).toEqual(
      'access correct cv download end-links erase file no-contact object restrict withdraw'.split(
        ' ',
      ),
    )
    await Promise.all([sendMails(app.deps), app.cvsChecked()])
    const before = await contentOfDatabase()
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([href, ...pages].map(read))
      expect(answers.every(({ status }) => status === 200 || status === 303)).toBe(true)
    }
    expect(await contentOfDatabase()).toBe(before)
  })

  test('opens for a person who proved the address of an application again', async () => {
    const applied = await apply()
    const token = await app.grant(applied.email, job)
    const query = new URLSearchParams({
      token,
      email: applied.email,
      roleId: job.id,
      roleTitle: job.title,
    })
    const { status, headers } = await read(`/application?${query}`)
    expect(status).toBe(303)
    expect(await readText(headers.get('location') ?? '')).toContain('I like tea.')
    const widget = await app
      .visitor()
      .call<{ view: { stopped: { ownPageHref: string } } }>(
        `/embed?step=apply&roleId=${job.id}&token=${token}`,
        { headers: { accept: 'application/json' } },
      )
    expect(await readText(widget.body.view.stopped.ownPageHref)).toContain('I like tea.')
  })

  // shows: 7-141
  test('tells a rejection only once its mail has left, and shows nothing else differently before', async () => {
    const applied = await apply()
    await owner.call(`/api/applicants/${applied.id}/status`, {
      method: 'PATCH',
      body: { status: 'reviewing' },
    })
    const before = textOf((await read(applied.href)).html)
    expect(before).toContain('Being looked at')
    await owner.call('/api/applicants/move', {
      body: { status: 'rejected', ids: [applied.id], mail: true },
    })
    expect(await readText(applied.href)).toBe(before)
    const zip = await zipOf(await press(applied.href, 'download'))
    expect(zip.get('application.json')?.toString()).not.toMatch(/reject/i)
    app.clock.move(700)
    await app.mailTo(applied.email, /^An update/)
    app.clock.reset()
    expect(await readText(applied.href)).toContain('Closed')
  })

  // shows: 7-144
  test('says the shop’s words, and whether somebody has opened it where the shop lets it', async () => {
    const applied = await apply()
    const change = (by: Member, body: object) =>
      by.call<PageSettingsView>('/api/applicant-page', { method: 'PATCH', body })
    expect(await readText(applied.href)).not.toContain('opened')
    expect((await change(owner, { shows_opened: true })).body.shows_opened).toBe(true)
    expect(await readText(applied.href)).toContain(
      'There is no record yet that somebody opened it.',
    )
    await profileOf(applied)
    expect(await readText(applied.href)).toContain('Somebody at Tiny Tea Shop has opened')

    const words = { applied: 'On our <b>pile</b>', hired: '' }
    const { body } = await change(owner, { words })
    expect(body.words).toMatchObject({
      applied: { text: 'On our <b>pile</b>', is_default: false },
      hired: { text: 'Accepted', is_default: true },
    })
    expect(await readText(applied.href)).toContain('On our <b>pile</b>')
    expect((await change(owner, { words: { applied: 'x'.repeat(81) } })).status).toBe(400)
    expect((await change(await app.staff(owner), { shows_opened: false })).status).toBe(403)
    expect((await change(stranger, { words: { applied: 'Theirs' } })).status).toBe(200)
    expect(await readText(applied.href)).toContain('On our <b>pile</b>')
    // What follows is told by the product's words only: the shop's own may hide where it is.
    expect(await readText(applied.href)).not.toContain('reads it and answers by email')
    await change(owner, { shows_opened: false, words: { applied: '' } })
    expect(await readText(applied.href)).toContain(
      'Received Next, Tiny Tea Shop reads it and answers by email.',
    )
  })
})

describe('a link', () => {
  /** What a visitor reads, without what is made of the address itself. */
  async function seen(href: string) {
    const { status, html } = await read(href)
    const own = [href, href.slice('/me/'.length), fieldsOf(html).form ?? '?']
    const page = html.replace(/<style>.*<\/style>/s, '')
    return { status, html: own.reduce((text, word) => text.replaceAll(word, ''), page) }
  }

  // shows: 7-142
  test('that is forged, cut, ended, taken back or of an erased application says the same', async () => {
    const applied = await apply()
    const erased = await apply()
    expect((await press(`${erased.href}/erase`, 'erase')).status).toBe(303)
    const token = applied.href.slice('/me/'.length)
    const swapped = (place: number) =>
      `/me/${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`
    const dead = [
      ...[0, 25, 46, 52, 60, 95].map(swapped),
      `/me/${token.slice(0, -1)}`,
      `/me/${token}A`,
      `/me/${'A'.repeat(96)}`,
      '/me/careers-of-nobody',
      erased.href,
    ]
    const first = await seen('/me/no-link')
    expect(first.status).toBe(404)
    expect(textOf(first.html)).toContain('This link does not work any more')
    for (const href of dead) expect(await seen(href)).toEqual(first)
    for (const page of ['correct', 'erase', 'cv']) {
      expect((await read(`${swapped(50)}/${page}`)).status).toBe(404)
    }
    expect((await press(swapped(50), 'erase')).status).toBe(404)
    expect((await read(applied.href)).status).toBe(200)

    app.clock.move(PAGE_LINK_DAYS * 86_400 + 1)
    expect(await seen(applied.href)).toEqual(first)
    expect((await press(applied.href, 'erase')).status).toBe(404)
    app.clock.reset()

    const old = hrefIn(await app.mailTo(applied.email))
    expect((await press(`${applied.href}/end-links`, 'end-links')).status).toBe(200)
    expect(await seen(old)).toEqual(first)
    expect((await read(hrefIn(await app.mailTo(applied.email, /^Your application/)))).status).toBe(
      200,
    )
  })

  // shows: 7-142
  test('is renewed by a mail to the address of its application, the same answer for everybody', async () => {
    const applied = await apply()
    const mails = async () => {
      await sendMails(app.deps)
      const { rows } = await app.deps.db.pool.query<{ recipient: string; text: string }>(
        `select local_mailbox.recipient, text from local_mailbox join mail_outbox using (id)
         where subject like 'Your application%' order by mail_outbox.created_at`,
      )
      return rows
    }
    const earlier = (await mails()).length
    await app.deps.db.pool.query('delete from usage_times')
    app.clock.move(PAGE_LINK_DAYS * 86_400 + 1)
    const renewed = await press(applied.href, 'renew')
    const answer = await renewed.text()
    expect([renewed.status, textOf(answer)]).toEqual([
      200,
      expect.stringContaining('a new one is on its way to the address of that application'),
    ])
    // Within the minute no second one, and none for a link that is not ours.
    expect(await (await press(applied.href, 'renew')).text()).toBe(answer)
    expect(await (await press('/me/forged', 'renew')).text()).toBe(answer)
    const sent = (await mails()).slice(earlier)
    expect(sent.map(({ recipient }) => recipient)).toEqual([applied.email])
    expect(await readText(hrefIn(sent[0]!))).toContain('I like tea.')
    app.clock.reset()
  })

  // shows: 7-142
  test('comes by mail for each application of an address, also for a closed job; strangers learn nothing', async () => {
    const closed = await app.job(owner, { title: 'Tea Taster' })
    const applied = await apply()
    const { email } = applied
    await apply(closed, email)
    await apply(await app.job(stranger, { title: 'Coffee Roaster' }), email)
    await owner.call(`/api/jobs/${closed.id}`, { method: 'PATCH', body: { is_active: false } })
    const ask = async (address: string, more: Record<string, string> = {}) => {
      const form = fieldsOf((await read('/me')).html).form ?? ''
      const body = new URLSearchParams({ form, email: address, ...more })
      const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
      const response = await app.visitor().fetch('/me', { method: 'POST', body, headers })
      return { status: response.status, html: await response.text() }
    }
    expect((await ask(email, { form: 'x' })).status).toBe(403)
    const unclear = await ask('no address')
    expect([unclear.status, fieldsOf(unclear.html).email]).toEqual([400, 'no address'])
    const mails = async (to: string) => {
      await sendMails(app.deps)
      const { rows } = await app.deps.db.pool.query<{ subject: string; text: string }>(
        `select subject, text from local_mailbox join mail_outbox using (id)
         where local_mailbox.recipient = $1 and kind = 'page-links' order by subject`,
        [to],
      )
      return rows
    }
    const answer = await ask(email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(textOf(answer.html)).toContain('links to them are on their way to it')
    expect(await ask('nobody@example.com')).toEqual(answer)
    // Within the minute no second one.
    expect(await ask(email)).toEqual(answer)
    expect(await mails('nobody@example.com')).toEqual([])
    const sent = await mails(email)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Your application for Coffee Roaster',
      'Your applications at Tiny Tea Shop',
    ])
    expect(sent[1]?.text).not.toContain('Coffee Roaster')
    const links = sent[1]?.text.match(/\/me\/[\w-]+/g) ?? []
    const pages = await Promise.all(links.map(readText))
    expect(pages.map((page) => /Weekend Sales Assistant|Tea Taster/.exec(page)?.[0])).toEqual([
      'Tea Taster',
      'Weekend Sales Assistant',
    ])
  })

  test('does nothing for a form of another site, or without the page’s own token', async () => {
    const applied = await apply()
    const other = await apply()
    const theirs = fieldsOf((await read(`${other.href}/erase`)).html).form ?? ''
    for (const form of ['', 'x', theirs]) {
      expect((await press(applied.href, 'erase', { form })).status).toBe(403)
      expect((await press(applied.href, 'file', { form })).status).toBe(403)
      expect(
        (await press(applied.href, 'cv', { form, cvFile: new File([pdf], 'b.pdf') })).status,
      ).toBe(403)
    }
    for (const headers of [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
    ]) {
      expect((await press(applied.href, 'erase', {}, headers)).status).toBe(403)
    }
    const { applicant } = await profileOf(applied)
    expect(applicant.cv_name).toBe('maya-okafor.pdf')
  })
})

describe('its acts', () => {
  test('correct a name of two to the only one', async () => {
    const applied = await apply()
    const fields = { firstName: 'Mayara', lastName: '', oneName: 'yes', phone: '' }
    const done = await press(`${applied.href}/correct`, 'correct', fields)
    expect(newsOf(done)).toEqual([303, `${applied.href}?news=correct`])
    expect((await profileOf(applied)).applicant).toMatchObject({
      first_name: 'Mayara',
      last_name: '',
    })
    const form = await (await app.visitor().fetch(`${applied.href}/correct`)).text()
    expect(form).toMatch(/name="oneName"[^>]*checked/)
  })

  // shows: 7-143, privacy-29
  test('every field of the form reaches staff, the export and the person', async () => {
    const typed = Object.fromEntries(fieldNames.map((field, at) => [field, sampleOf(field, at)]))
    const email = 'every-field@example.com'
    const token = await app.grant(email, job)
    const sent = await app.visitor().form('/api/applications', { token, ...typed })
    const { id } = (await sent.json()) as { id: string }
    const mail = await app.mailTo(email, /^We have your application/)
    const href = hrefIn(mail)
    const profile = await profileOf({ id, email, href })
    const zip = await zipOf(await press(href, 'download'))
    const own = JSON.parse(String(zip.get('application.json'))) as Record<string, unknown>
    const table = await (await owner.fetch(`/api/applicants/export.csv?tab=all`)).text()
    const page = await readText(href)
    for (const field of fieldNames) {
      const value = String(typed[field])
      const column = columnOf(field)
      expect(String(profile.applicant[column]), field).toBe(value)
      expect(String(own[column]), field).toBe(value)
      for (const text of [table, page, mail.text]) expect(text, field).toContain(value)
    }
    const form = fieldsOf((await read(`${href}/correct`)).html)
    expect(form).toMatchObject(typed)
    const corrected = Object.fromEntries(
      fieldNames.map((field, at) => [field, sampleOf(field, at + fieldNames.length)]),
    )
    await press(`${href}/correct`, 'correct', corrected)
    const after = await profileOf({ id, email, href })
    for (const field of fieldNames) {
      expect(String(after.applicant[columnOf(field)]), field).toBe(corrected[field])
    }
  })

  test('correct the details; what is refused stays typed', async () => {
    const applied = await apply()
    const fields = { firstName: 'Mayara', lastName: '', phone: '', linkedinUrl: '', websiteUrl: '' }
    const refused = await press(`${applied.href}/correct`, 'correct', fields)
    const html = await refused.text()
    expect([refused.status, fieldsOf(html).firstName]).toEqual([400, 'Mayara'])
    expect(textOf(html)).toContain('First name and last name are required')
    const done = await press(`${applied.href}/correct`, 'correct', { ...fields, lastName: 'Silva' })
    expect(newsOf(done)).toEqual([303, `${applied.href}?news=correct`])
    expect(await readText(`${applied.href}?news=correct`)).toContain('Your details are saved.')
    expect((await profileOf(applied)).applicant).toMatchObject({
      first_name: 'Mayara',
      last_name: 'Silva',
      phone: null,
      email: applied.email,
      // The form did not have it: a page from before an upgrade empties nothing.
      cover_letter: 'I like tea.',
    })
  })

  // shows: 7-143
  test('open the CV as it was sent, as an attachment: of this application only, ten times an hour', async () => {
    const applied = await apply()
    const { form = '' } = fieldsOf((await read((await apply()).href)).html)
    expect((await press(applied.href, 'file', { form })).status).toBe(403)
    expect((await press(`/me/${'A'.repeat(96)}`, 'file')).status).toBe(404)
    const opened = await press(applied.href, 'file')
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringContaining('attachment; filename="maya-okafor.pdf"'),
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(Buffer.from(pdf))
    for (let time = 2; time <= 10; time += 1)
      await (await press(applied.href, 'file')).body?.cancel()
    expect((await press(applied.href, 'file')).status).toBe(429)
    const { rowCount } = await app.deps.db.pool.query(
      'select from rights_requests where applicant_id = $1',
      [applied.id],
    )
    expect(rowCount).toBe(0)
  })

  // shows: 7-143
  test('fold the rarer rights away, but not where they concern what was done or answered', async () => {
    const applied = await apply()
    const isOpen = async (news: string) => {
      const { html } = await read(`${applied.href}?news=${news}`)
      return /<details open=""><summary><h2>More rights/.test(html)
    }
    expect(await Promise.all(['', 'correct', 'cv', 'withdraw'].map(isOpen))).not.toContain(true)
    expect(await Promise.all(['access', 'lift', 'allow-contact'].map(isOpen))).not.toContain(false)
    await press(`${applied.href}/restrict`, 'restrict')
    expect(await isOpen('')).toBe(true)
    expect((await read(`${applied.href}/erase`)).html).toContain(`href="${applied.href}#erase"`)
  })

  // shows: 7-143
  test('replace the CV by the door of the application form: what it refuses changes nothing', async () => {
    const applied = await apply()
    const send = (file: File) => press(`${applied.href}/cv`, 'cv', { cvFile: file })
    for (const file of [
      new File(['MZ'], 'cv.exe'),
      new File(['no pdf'], 'cv.pdf'),
      new File([], 'e.pdf'),
    ]) {
      expect((await send(file)).status).toBe(400)
    }
    expect((await profileOf(applied)).applicant.cv_name).toBe('maya-okafor.pdf')
    const before = (await profileOf(applied)).applicant.cv_url
    expect(newsOf(await send(new File([pdf], 'newer.pdf')))).toEqual([
      303,
      `${applied.href}?news=cv`,
    ])
    await app.cvsChecked()
    const { applicant, cv } = await profileOf(applied)
    expect([applicant.cv_name, cv?.state]).toEqual(['newer.pdf', 'checked'])
    expect(await app.deps.files.exists(before ?? '')).toBe(false)
    const zip = await zipOf(await press(applied.href, 'download'))
    expect(zip.get('newer.pdf')).toEqual(Buffer.from(pdf))
    expect(JSON.parse(zip.get('application.json')?.toString() ?? '')).toMatchObject({
      role_title: job.title,
      email: applied.email,
      cover_letter: 'I like tea.',
      consent: {
        consent_version: expect.any(String) as string,
        wording: expect.arrayContaining([expect.stringContaining('deleted after')]) as string[],
      },
      requests: [{ kind: 'portability' }, { kind: 'rectification' }],
    })
  })

  // shows: privacy-1
  test('hold the consent as long as the application, when its proof and its job are gone', async () => {
    const closing = await app.job(owner)
    const applied = await apply(closing)
    const read = async () => {
      const zip = await zipOf(await press(applied.href, 'download'))
      return (JSON.parse(String(zip.get('application.json'))) as { consent: object }).consent
    }
    const consent = await read()
    expect(consent).toMatchObject({
      consent_version: CONSENT_VERSION,
      language: 'en-GB',
      wording: consentWordings[CONSENT_VERSION]?.['en-GB'],
    })
    await press(`${applied.href}/access`, 'access')
    app.clock.move(9 * 86_400)
    await sweepFiles(app.deps)
    expect((await owner.call(`/api/jobs/${closing.id}`, { method: 'DELETE' })).status).toBe(204)
    const { rowCount } = await app.deps.db.pool.query(
      'select from email_verifications where email = $1',
      [applied.email],
    )
    expect(rowCount).toBe(0)
    expect(await read()).toEqual(consent)
    const { body } = await owner.call<Register>('/api/rights/requests')
    const { id } = body.requests.find(({ applicant }) => applicant?.id === applied.id) ?? {}
    const copy = await zipOf(await owner.fetch(`/api/rights/requests/${id}/copy.zip`))
    const { consented_at, wording } = consent as { consented_at: string; wording: string[] }
    expect(JSON.parse(String(copy.get('personal-data.json')))).toMatchObject({
      held: { applications: [{ consented_at, consent_wording: wording }], verifications: [] },
    })
    app.clock.reset()
  })

  // shows: 7-143
  test('ask once more, are recorded, and end in what they said', async () => {
    const applied = await apply()
    const acts = [
      ['withdraw', 'You have withdrawn this application.'],
      ['access', 'asked Tiny Tea Shop for a copy of everything'],
      ['restrict', 'nobody at Tiny Tea Shop sees it'],
      ['lift', 'The restriction is lifted.'],
      ['object', 'You have objected to the use of your data.'],
      ['withdraw-objection', 'You have withdrawn your objection.'],
      ['no-contact', 'Tiny Tea Shop does not write to you any more.'],
      ['allow-contact', 'may write to you again'],
    ] as const
    for (const [act, words] of acts) {
      const asking = await read(`${applied.href}/${act}`)
      const page = asking.status === 200 ? `${applied.href}/${act}` : applied.href
      const done = await press(page, act)
      expect(newsOf(done)).toEqual([303, `${applied.href}?news=${act}`])
      expect(await readText(`${applied.href}?news=${act}`)).toContain(words)
      // Pressed twice.
      expect((await press(page, act)).status).toBe(303)
    }
    const { rows } = await app.deps.db.pool.query<{ kind: string; came_by: string }>(
      'select distinct kind, came_by from rights_requests where applicant_id = $1 order by kind',
      [applied.id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      'access',
      'consent_withdrawal',
      'no_contact',
      'objection',
      'restriction',
    ])
    // The log names who did it: not the product, and nobody of the staff.
    const log = await owner.call<AuditPage>('/api/audit')
    const sentences = log.body.events.flatMap((event) =>
      event.details.came_by === 'applicant_page' ? [describeAuditEvent(event)] : [],
    )
    expect(sentences.length).toBeGreaterThanOrEqual(acts.length)
    expect(sentences.filter((sentence) => !/^an applicant /i.test(sentence))).toEqual([])
    const tooLong = await press(`${applied.href}/object`, 'object', { words: 'x'.repeat(2001) })
    expect(tooLong.status).toBe(400)
    expect(fieldsOf(await tooLong.text()).words).toHaveLength(2001)
  })

  // shows: 7-143
  test('withdraw after a yes to extended retention: it says first what the deletion then does', async () => {
    const applied = await apply()
    const sentAgo = (months: number) =>
      app.deps.db.pool.query(
        `update applicants set created_at = now() - make_interval(months => $2), keep_asked_at = now(), kept_at = now()
         where id = $1`,
        [applied.id, months],
      )
    await sentAgo(5)
    const early = await readText(applied.href)
    const [kept, still] = [
      /It will be deleted on (\d+ \w+ \d{4})/.exec(early)?.[1],
      /Your data is still deleted on (\d+ \w+ \d{4})/.exec(early)?.[1],
    ]
    expect(Date.parse(kept ?? '') - Date.parse(still ?? '')).toBeGreaterThan(179 * 86_400_000)
    expect(await readText(`${applied.href}/withdraw`)).not.toContain('at once')
    await sentAgo(7)
    const late = await readText(applied.href)
    expect(late).toMatch(/It will be deleted on \d+ \w+ \d{4}/)
    expect(late).toContain('If you end this now, it is deleted at once.')
    expect(late).toContain('Your data is then deleted at once')
    expect(await readText(`${applied.href}/withdraw`)).toContain('then deleted at once')
    await press(`${applied.href}/withdraw`, 'withdraw')
    expect(await readText(applied.href)).toContain('It will be deleted at once')
    expect(await deleteExpired(app.deps)).toBe(1)
    expect((await read(applied.href)).status).toBe(404)
  })

  test('once more changes nothing, and more than thirty in an hour wait, apart from erasing', async () => {
    const applied = await apply()
    const asked = askedOnPage(owner.organization.id, applied.id)
    const written = async () => {
      const { rows } = await app.deps.db.pool.query(
        `select (select count(*) from rights_requests where applicant_id = $1)
           + (select count(*) from audit_events where resource_id = $1::text) as count`,
        [applied.id],
      )
      return rows
    }
    const details = { firstName: 'May', lastName: 'Okafor', phone: '' }
    const fields = { ...details, linkedinUrl: '', websiteUrl: '' }
    await press(`${applied.href}/correct`, 'correct', fields)
    await press(`${applied.href}/restrict`, 'restrict')
    const before = await written()
    expect((await press(`${applied.href}/correct`, 'correct', fields)).status).toBe(303)
    expect((await press(`${applied.href}/restrict`, 'restrict')).status).toBe(303)
    expect((await press(applied.href, 'allow-contact')).status).toBe(303)
    expect(await written()).toEqual(before)
    for (let act = 5; act < 30; act += 2) {
      await liftRestriction(app.deps, asked)
      if (act < 29) await restrictApplication(app.deps, asked)
    }
    const refused = await press(`${applied.href}/restrict`, 'restrict')
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await press(`${applied.href}/erase`, 'erase')).status).toBe(303)
  })

  test('all links end once, with one mail, however often it is pressed', async () => {
    const applied = await apply()
    const presses = Array.from({ length: 5 }, () =>
      press(`${applied.href}/end-links`, 'end-links').catch(() => undefined),
    )
    await Promise.all(presses)
    const { rowCount } = await app.deps.db.pool.query(
      `select from mail_outbox where recipient = $1 and kind = 'page-link'`,
      [applied.email],
    )
    expect(rowCount).toBe(1)
    const { rows } = await app.deps.db.pool.query(
      'select link_generation from applicants where id = $1',
      [applied.id],
    )
    expect(rows).toEqual([{ link_generation: 1 }])
  })

  // shows: 7-142
  test('a refused request is told as what it was, with the reason', async () => {
    const applied = await apply()
    const { body } = await owner.call<{ id: string }>('/api/rights/requests', {
      body: {
        applicantId: applied.id,
        act: 'access',
        verified_by: 'phone',
        received_on: new Date().toISOString().slice(0, 10),
      },
    })
    await owner.call(`/api/rights/requests/${body.id}/refuse`, { body: { reason: 'Sent before.' } })
    const page = await readText(applied.href)
    expect(page).toMatch(
      /On \d+ \w+ \d{4} Tiny Tea Shop refused your request for access to your data\./,
    )
    expect(page).toContain('Sent before.')
    expect(page).not.toContain('your objection')
  })

  // shows: 7-143, privacy-28
  test('ask for a copy of everything once, which an owner answers from the register', async () => {
    const applied = await apply()
    expect(await readText(`${applied.href}/access`)).toContain('An owner of Tiny Tea Shop')
    for (const time of [1, 2]) {
      const done = await press(`${applied.href}/access`, 'access')
      expect([time, ...newsOf(done)]).toEqual([time, 303, `${applied.href}?news=access`])
    }
    expect(await readText(applied.href)).not.toContain('Ask for everything')
    const open = async () => {
      const { body } = await owner.call<Register>('/api/rights/requests')
      return body.requests.filter(({ applicant }) => applicant?.id === applied.id)
    }
    const [request, ...more] = await open()
    expect([request, more]).toMatchObject([
      { kind: 'access', came_by: 'applicant_page', verified_by: 'signed_link' },
      [],
    ])
    await owner.call(`/api/rights/requests/${request?.id}/sent`, { body: {} })
    expect(await open()).toEqual([])
    const page = await readText(applied.href)
    expect(page).toMatch(/On \d+ \w+ \d{4} Tiny Tea Shop sent you the copy of everything/)
    expect(page).toContain('Ask for everything')
  })

  // shows: 7-143, privacy-30
  test('erase everything of the address at this shop, with a receipt for each, and nothing else', async () => {
    const applied = await apply()
    const second = await apply(await app.job(owner, { title: 'Tea Taster' }), applied.email)
    const elsewhere = await apply(await app.job(stranger), applied.email)
    const other = await apply()
    const done = await press(`${applied.href}/erase`, 'erase', { everything: 'yes' })
    const receipts = done.headers.get('location') ?? ''
    expect(await readText(receipts)).toMatch(
      /^.*Your applications are deleted( Receipt [\dA-F-]{24}.*){2}/,
    )
    for (const href of [applied.href, second.href]) expect((await read(href)).status).toBe(404)
    for (const href of [elsewhere.href, other.href]) expect((await read(href)).status).toBe(200)
  })

  // shows: 7-143, privacy-30
  test('erase at once, with a receipt that names nobody', async () => {
    const applied = await apply()
    expect(await readText(`${applied.href}/erase`)).toContain('Delete this application now?')
    expect((await profileOf(applied)).applicant.id).toBe(applied.id)
    const done = await press(`${applied.href}/erase`, 'erase')
    const receipt = done.headers.get('location') ?? ''
    expect([done.status, receipt]).toEqual([
      303,
      expect.stringMatching(/^\/me\/receipt\/[\w-]{8,}$/),
    ])
    const { html, headers } = await read(receipt)
    expect(textOf(html)).toContain('Your application is deleted')
    for (const word of ['Maya', 'Okafor', applied.email, applied.id, job.title]) {
      expect(html).not.toContain(word)
    }
    expect(headers.get('cache-control')).toBe('no-store')
    expect((await read('/me/receipt/0000-0000-0000-0000-0000')).status).toBe(404)
    expect((await owner.call(`/api/applicants/${applied.id}`)).status).toBe(404)
    expect((await read(applied.href)).status).toBe(404)
    const { rows } = await app.deps.db.pool.query('select from mail_outbox where recipient = $1', [
      applied.email,
    ])
    expect(rows).toEqual([])
  })
})
