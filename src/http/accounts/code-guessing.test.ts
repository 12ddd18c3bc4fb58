// Guessing mailed codes from many networks and with many requests; the owners of the codes are not locked out.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { LIMITS, verificationMailUses } from '#domain/limits.ts'
import { wrongAccountCodeUses } from '#domain/accounts/account-limits.ts'
import { t } from '#domain/texts/text.ts'
import { createTestApp, type Member, type TestApp } from '#test/app.ts'
import { addressesOf, fieldsOf, textOf } from '#test/html.ts'
import { makeTasksDue, sendMails } from '#test/work.ts'
import { startScriptedSmtp } from '#test/servers/scripted-smtp.ts'
import { fillUses, passUses, usesOf } from '#test/uses.ts'

/** Behind a proxy, so that a test can come from any network. */
let app: TestApp
/** With the database and the key of `app`, as a second process has them. */
let replica: TestApp
let owner: Member
let jobs: JobPost[]
beforeAll(async () => {
  const env = { TRUSTED_PROXIES: '1', SECRET_KEY: 'ab'.repeat(32) }
  app = await createTestApp({ env })
  replica = await createTestApp({ env, database: app.deps.db })
  owner = await app.owner()
  jobs = []
  for (let count = 0; count < 4; count++) jobs.push(await app.job(owner, { title: `Job ${count}` }))
})
afterAll(async () => {
  await replica.close()
  await app.close()
})

type Shown = {
  step: string
  verification: string
  error: string | null
  isSpent: boolean
  nextMailSeconds: number
  email: string
  token: string
}

let networks = 0
const freshNetwork = () => `198.18.${Math.floor(++networks / 250)}.${networks % 250}`
const address = () => `maya-${randomUUID().slice(0, 8)}@example.com`
const other = (code: string) => (code === '000000' ? '000001' : '000000')

async function post(
  step: 'email' | 'sent',
  fields: Record<string, string>,
  { at = app, network = freshNetwork(), job = jobs[0]! } = {},
) {
  const answer = await at.visitor().fetch(`/embed?step=${step}&roleId=${job.id}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { accept: 'application/json', 'x-forwarded-for': network },
  })
  const { view } = (await answer.json()) as { view: Shown }
  return { status: answer.status, headers: answer.headers, view }
}
type From = NonNullable<Parameters<typeof post>[2]>

const ask = async (email: string, from: From = {}) =>
  (await post('email', { roleId: (from.job ?? jobs[0]!).id, consent: 'yes', email }, from)).view
const type = (v: string, code: string, from?: From) => post('sent', { v, code }, from)
const openLink = (token: string, network = freshNetwork()) =>
  app.visitor().fetch('/verify', {
    method: 'POST',
    body: new URLSearchParams({ token }),
    headers: { 'x-forwarded-for': network },
  })

async function rowsOf(email: string) {
  const { rows } = await app.deps.db.pool.query<{ mails: number; verifications: number }>(
    `select (select count(*)::int from mail_outbox where recipient = $1) as mails,
       (select count(*)::int from email_verifications where email = $1) as verifications`,
    [email],
  )
  return rows[0]!
}

// shows: interface-31, privacy-19
describe('wrong codes', () => {
  // shows: V6.6.3
  test('are ten for an address in an hour, from any network, for any job, at any process; the link still works', async () => {
    const email = address()
    const screens = []
    for (const job of jobs) screens.push({ job, v: (await ask(email, { job })).verification })
    const { code, token } = await app.mailTo(email)
    const answers = []
    for (let tries = 0; tries < LIMITS.wrongCodes.addressHour.most; tries++) {
      const { job, v } = screens[tries % screens.length]!
      const at = tries % 2 ? replica : app
      answers.push((await type(v, other(code), { job, at })).view.error)
    }
    expect(new Set(answers.slice(0, -1))).toEqual(new Set([t('verification.codeWrong')]))
    expect(answers.at(-1)).toBe(t('verification.codesLocked'))
    const { job, v } = screens[0]!
    for (const at of [app, replica]) {
      const refused = await type(v, code, { job, at })
      expect([refused.status, refused.view.error, refused.view.isSpent]).toEqual([
        429,
        t('verification.codesLocked'),
        true,
      ])
      const wait = Number(refused.headers.get('retry-after'))
      expect(wait).toBeGreaterThan(3500)
      expect(wait).toBeLessThanOrEqual(3600)
    }
    // Anyone who has the mail is in.
    expect((await openLink(token)).status).toBe(200)
    await passUses(app.deps.db, 3600)
    expect((await type(v, code, { job })).view.step).toBe('apply')
  })

  test('of strangers in the same network keep no link shut', async () => {
    const [email, network] = [address(), freshNetwork()]
    await ask(email)
    const { token } = await app.mailTo(email)
    await Promise.all(
      Array.from({ length: LIMITS.wrongProofs.network.most + 5 }, () => openLink('wrong', network)),
    )
    expect((await openLink('wrong', network)).status).toBe(429)
    expect((await openLink(token, network)).status).toBe(200)
  })

  // shows: safer-4
  test('are five after a mail; the fifth says so, and the button beside it brings a mail with new tries', async () => {
    const email = address()
    const { verification: v } = await ask(email)
    const { code } = await app.mailTo(email)
    for (let tries = 1; tries < 5; tries++) {
      const { status, view } = await type(v, other(code))
      expect([status, view.error, view.isSpent]).toEqual([400, t('verification.codeWrong'), false])
    }
    const page = await app.visitor().fetch(`/embed?step=sent&roleId=${jobs[0]!.id}`, {
      method: 'POST',
      body: new URLSearchParams({ v, code: other(code) }),
      headers: { 'x-forwarded-for': freshNetwork() },
    })
    const html = await page.text()
    expect(page.status).toBe(429)
    expect(textOf(html)).toContain(
      'Too many wrong codes. Ask for a new email, or open the link in the one you have.',
    )
    expect(html).not.toContain('name="code"')
    expect((await type(v, code)).view.error).toBe(t('verification.codesTooMany'))
    const pressNew = async () => {
      const to = addressesOf(html).find((address) => address.includes('email'))!
      const again = await app.visitor().fetch(to, {
        method: 'POST',
        body: new URLSearchParams(fieldsOf(html)),
        headers: { accept: 'application/json', 'x-forwarded-for': freshNetwork() },
      })
      return ((await again.json()) as { view: Shown }).view
    }
    // Too early, without scripts: there is no mail yet, and no field for codes that would be refused.
    const early = await pressNew()
    expect([early.isSpent, early.error]).toEqual([true, t('verification.codesTooMany')])
    expect(early.nextMailSeconds).toBeGreaterThan(0)
    await passUses(app.deps.db, 60)
    const view = await pressNew()
    expect([view.step, view.email, view.isSpent]).toEqual(['sent', email, false])
    // The code of the mail before is good again too.
    expect((await type(view.verification, code)).view.step).toBe('apply')
  })

  test('are not counted once one is right', async () => {
    const email = address()
    const { verification: v } = await ask(email)
    const { code } = await app.mailTo(email)
    for (let times = 0; times < LIMITS.wrongCodes.addressHour.most + 2; times++) {
      expect((await type(v, code)).status).toBe(200)
    }
  })
})

describe('a code that was never mailed', () => {
  test('does not exist: over the limit there is the same screen, and nothing behind it', async () => {
    const [email, network] = [address(), freshNetwork()]
    const views = []
    for (let times = 0; times < 25; times++) {
      views.push(await ask(email, { network, job: jobs[times % 2]! }))
    }
    expect(new Set(views.map(({ step }) => step))).toEqual(new Set(['sent']))
    expect(await rowsOf(email)).toEqual({ mails: 1, verifications: 1 })
    // Where nothing was mailed a wrong code is refused as anywhere else.
    const [, unsent] = views
    const answers = []
    for (let tries = 0; tries < 5; tries++) {
      answers.push((await type(unsent!.verification, '123456', { job: jobs[1]! })).view.error)
    }
    expect(answers).toEqual([
      ...Array.from({ length: 4 }, () => t('verification.codeWrong')),
      t('verification.codesTooMany'),
    ])
  })

  test('goes with its mail, when that is given up', async () => {
    const smtp = await startScriptedSmtp()
    const env = { SMTP_URL: smtp.url, TRUSTED_PROXIES: '1' }
    const sending = await createTestApp({ env, work: 'queued' })
    try {
      const job = await sending.job(await sending.owner())
      const email = address()
      const rows = async () => {
        const { rows } = await sending.deps.db.pool.query<{ state: string; isThere: boolean }>(
          `select state, verification.id is not null as "isThere" from mail_outbox
           left join email_verifications as verification using (id) where recipient = $1`,
          [email],
        )
        return rows
      }
      smtp.mailboxRefusal = '5.7.1 Relaying denied'
      await ask(email, { at: sending, job })
      const tried = `select from mail_outbox join background_tasks on key = id::text
        where recipient = $1 and background_tasks.last_error is not null`
      const triedRows = async () => (await sending.deps.db.pool.query(tried, [email])).rowCount
      await expect.poll(triedRows).toBe(1)
      expect(await rows()).toEqual([{ state: 'waiting', isThere: true }])
      smtp.mailboxRefusal = '5.1.1 No such mailbox'
      await makeTasksDue(sending.deps, 'send-mail')
      await sendMails(sending.deps)
      await expect.poll(rows).toEqual([{ state: 'failed', isThere: false }])
    } finally {
      await sending.close()
      await smtp.close()
    }
  })

  test('takes no room: a network causes no more rows than mails', async () => {
    const network = freshNetwork()
    const [email, late] = [address(), address()]
    expect((await ask(email, { network })).step).toBe('sent')
    const ofNetwork = verificationMailUses('x', {
      name: network,
      isCounted: true,
    }).slice(-1)
    expect(await usesOf(app.deps.db, ofNetwork)).toEqual([1])
    await fillUses(app.deps.db, ofNetwork)
    for (let count = 0; count < 5; count++) {
      expect((await ask(late, { network })).step).toBe('email')
    }
    expect(await rowsOf(late)).toEqual({ mails: 0, verifications: 0 })
    // What was refused took no share of the address.
    expect((await ask(late)).step).toBe('sent')
    expect(await rowsOf(late)).toEqual({ mails: 1, verifications: 1 })
  })
})

describe('one mail a minute for an address', () => {
  test('strands nobody: the code of the first mail works on the newest of five screens', async () => {
    const email = address()
    const views = await Promise.all(
      Array.from({ length: 5 }, (_, place) => ask(email, { at: place % 2 ? replica : app })),
    )
    expect(await rowsOf(email)).toEqual({ mails: 1, verifications: 1 })
    expect(views).toEqual(views.map(() => expect.objectContaining({ step: 'sent' })))
    for (const { nextMailSeconds } of views) {
      expect(nextMailSeconds).toBeGreaterThan(50)
      expect(nextMailSeconds).toBeLessThanOrEqual(60)
    }
    const { code: first } = await app.mailTo(email)
    await passUses(app.deps.db, 20)
    const newest = await ask(email)
    expect(newest.nextMailSeconds).toBeGreaterThan(30)
    expect(newest.nextMailSeconds).toBeLessThanOrEqual(40)
    await passUses(app.deps.db, newest.nextMailSeconds)
    const second = await ask(email)
    expect(await rowsOf(email)).toEqual({ mails: 2, verifications: 2 })
    const { code } = await app.mailTo(email)
    for (const [view, typed] of [
      [newest, first],
      [second, first],
      [views[0]!, code],
    ] as const) {
      expect((await type(view.verification, typed)).view.step).toBe('apply')
    }
  })

  test('is said on the screen, without scripts too, and after it was reloaded', async () => {
    const email = address()
    const visitor = app.visitor()
    const sent = await visitor.fetch(`/embed?step=email&roleId=${jobs[0]!.id}`, {
      method: 'POST',
      body: new URLSearchParams({ roleId: jobs[0]!.id, consent: 'yes', email }),
    })
    const at = sent.headers.get('location')!
    // Who it was sent to stands in no address.
    expect(decodeURIComponent(at)).not.toContain(email)
    for (let times = 0; times < 2; times++) {
      const text = textOf(await (await visitor.fetch(at)).text())
      const seconds = /You can ask for another email in (\d+) seconds\./.exec(text)?.[1]
      expect(Number(seconds)).toBeGreaterThan(50)
      expect(Number(seconds)).toBeLessThanOrEqual(60)
    }
  })

  test('and five an hour: then the screen says how long that is', async () => {
    const email = address()
    for (let mails = 0; mails < LIMITS.addressMails.hour.most; mails++) {
      await ask(email)
      await passUses(app.deps.db, 61)
    }
    const { step, nextMailSeconds } = await ask(email)
    expect(await rowsOf(email)).toEqual({ mails: 5, verifications: 5 })
    expect(step).toBe('sent')
    expect(nextMailSeconds).toBeGreaterThan(3600 - 5 * 61 - 10)
    expect(nextMailSeconds).toBeLessThanOrEqual(3600 - 5 * 61)
  })

  test('also from a shop that removes the person in between: what was counted stays', async () => {
    const email = address()
    const { verification: v } = await ask(email)
    const { code } = await app.mailTo(email)
    const { view } = await type(v, code)
    const { body: applied } = await app.visitor().call<{ id: string }>('/api/applications', {
      body: { token: view.token, firstName: 'Maya', lastName: 'Okafor' },
    })
    const removed = await owner.call('/functions/opt-out-data', {
      body: { email, applicantId: applied.id },
    })
    expect(removed.status).toBe(200)
    expect(await rowsOf(email)).toEqual({ mails: 0, verifications: 0 })
    await ask(email)
    expect(await rowsOf(email)).toEqual({ mails: 0, verifications: 0 })
  })
})

test('wrong codes of an account are ten for its address in an hour too; the link still works', async () => {
  const { email } = await app.person()
  const ask = () =>
    app.visitor().call('/auth/v1/otp', { body: { email, create_user: false }, ...fresh() })
  const typeCode = (token: string) =>
    app.visitor().call<{ error_code?: string }>('/auth/v1/verify', {
      body: { type: 'email', email, token },
      ...fresh(),
    })
  const fresh = () => ({ headers: { 'x-forwarded-for': freshNetwork() } })
  for (let mails = 0; mails < 2; mails++) {
    await ask()
    const { code } = await app.mailTo(email)
    for (let tries = 0; tries < 5; tries++) {
      expect((await typeCode(other(code))).status).toBe(403)
    }
  }
  await ask()
  const mail = await app.mailTo(email)
  const over = await typeCode(mail.code)
  expect([over.status, over.body.error_code]).toEqual([429, 'over_request_rate_limit'])
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(3500)
  const page = await app.visitor().fetch(/http:\S+\/auth\/v1\/verify\?\S+/.exec(mail.text)![0])
  const opened = await app.visitor().fetch('/auth/v1/verify', {
    method: 'POST',
    body: new URLSearchParams(fieldsOf(await page.text())),
  })
  expect(opened.status).toBe(303)
  expect(opened.headers.get('location')).toContain('access_token')
})

describe('the codes that a person types in her own session', () => {
  type Refused = { error?: { code: string }; error_code?: string }
  const fresh = (token?: string) => ({
    headers: {
      'x-forwarded-for': freshNetwork(),
      ...(token && { authorization: `Bearer ${token}` }),
    },
  })
  const password = 'correct horse'
  async function bearerOf(email: string): Promise<string> {
    const { body } = await app
      .visitor()
      .call<{ access_token: string }>('/auth/v1/token?grant_type=password', {
        body: { email, password },
        ...fresh(),
      })
    return body.access_token
  }
  const verify = (type: string, email: string, bearer?: string) =>
    app.visitor().call<Refused>('/auth/v1/verify', {
      body: { type, email, token: '000000' },
      ...fresh(bearer),
    })
  async function guess(type: string, email: string, bearer: string): Promise<void> {
    for (let tries = 0; tries < LIMITS.wrongCodes.addressHour.most; tries++) {
      expect((await verify(type, email, bearer)).status).toBe(403)
    }
    expect((await verify(type, email, bearer)).status).toBe(429)
  }
  const confirm = (person: Member, code: string) =>
    person.call<Refused>('/api/accounts/confirm-address/verify', { body: { code }, ...fresh() })
  async function confirmNewly(person: Member): Promise<number> {
    // The guesses have used up the tries of the code before.
    await person.call('/api/accounts/confirm-address', { body: {}, ...fresh() })
    const { code } = await app.mailTo(person.email, /confirm your Storehand account/)
    return (await confirm(person, code)).status
  }

  test('are not shut by whoever is signed in to another account, who has no more tries than a stranger', async () => {
    const [victim, stranger] = [await app.person(), await app.person()]
    await guess('email', victim.email, await bearerOf(stranger.email))
    expect((await verify('email', victim.email)).status).toBe(429)
    expect(await confirmNewly(victim)).toBe(200)
  })

  test('nor by whoever asked for her address as their own', async () => {
    const [victim, stranger] = [await app.person(), await app.person()]
    const bearer = await bearerOf(stranger.email)
    const asked = await app.visitor().call('/auth/v1/user', {
      method: 'PUT',
      body: { email: victim.email },
      ...fresh(bearer),
    })
    expect(asked.status).toBe(200)
    await guess('email_change', victim.email, bearer)
    expect(await confirmNewly(victim)).toBe(200)
  })

  test('are ten in an hour, and then she is told to wait', async () => {
    const person = await app.person()
    await fillUses(app.deps.db, wrongAccountCodeUses(person.email, person.userId))
    const { code } = await app.mailTo(person.email, /confirm your Storehand account/)
    const confirmed = await confirm(person, code)
    expect([confirmed.status, confirmed.body.error?.code]).toEqual([429, 'server.rateLimited'])
    expect(Number(confirmed.headers.get('retry-after'))).toBeGreaterThan(3500)
    const changed = await app.visitor().call<Refused>('/auth/v1/user', {
      method: 'PUT',
      body: { password: 'battery staple', nonce: '000000' },
      ...fresh(await bearerOf(person.email)),
    })
    expect([changed.status, changed.body.error_code]).toEqual([429, 'over_request_rate_limit'])
  })
})

test('a screen is known by nobody else: what was changed, encrypted for something else, or kept too long is none', async () => {
  const email = address()
  const { verification: v } = await ask(email)
  const { code } = await app.mailTo(email)
  const mails = await app.deps.db.pool.query<{ encrypted: string }>(
    `select data_sealed as encrypted from mail_outbox where data_sealed is not null
     union all select $1`,
    [app.deps.secrets.encrypt('["another kind", {"email": "x"}]')],
  )
  const changed = `${v.slice(0, -4)}AAAA`
  for (const none of [
    changed,
    '',
    'nonsense',
    randomUUID(),
    ...mails.rows.map((row) => row.encrypted),
  ]) {
    const { status, view } = await type(none, code)
    expect([none, status, view.step]).toEqual([none, 400, 'list'])
  }
  app.clock.move(61)
  const later = await app.visitor().fetch(`/embed?step=sent&roleId=${jobs[0]!.id}&v=${v}`)
  expect(textOf(await later.text())).toContain(t('verification.nextMailNow'))
  app.clock.move(24 * 3600)
  expect((await type(v, code)).view.step).toBe('list')
})
