// Verification in the widget: the mail with its link and code, what they allow, and what cannot be guessed.
import { describe, expect, test } from 'vitest'
import type { ApplicantProfile } from '#domain/applicants/applicant-profile.ts'
import type { WidgetView } from '#domain/careers/widget.ts'
import { openApp } from '#test/app.ts'
import { addressesOf, fieldsOf, textOf } from '#test/html.ts'

const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)

const WRONG = 'That code does not match. Check the newest email.'
const LINK_INVALID = 'Verification link is invalid or expired. Please try applying again.'

let people = 0
const address = () => `leo-${++people}@example.com`

const post = (step: 'email' | 'sent', fields: Record<string, string>, headers = {}) =>
  app.visitor().fetch(`/embed?step=${step}&roleId=${job.id}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  })

/** Requests the mail; returns the id that a code is checked against. */
async function ask(email: string): Promise<{ view: WidgetView; v: string }> {
  const response = await post(
    'email',
    { roleId: job.id, consent: 'yes', email },
    { accept: 'application/json' },
  )
  const { view } = (await response.json()) as { view: WidgetView }
  if (view.step !== 'sent') throw new Error(`shows ${view.step}`)
  return { view, v: view.verification }
}

async function type(v: string, code: string) {
  const response = await post('sent', { v, code })
  const html = await response.text()
  return { status: response.status, location: response.headers.get('location'), text: textOf(html) }
}

async function mailsTo(email: string): Promise<number> {
  await app.mailTo(email)
  const { rows } = await app.deps.db.pool.query<{ count: number }>(
    'select count(*)::int as count from mail_outbox where recipient = $1',
    [email],
  )
  return rows[0]?.count ?? 0
}

const isVerified = async (email: string) => {
  const { rows } = await app.deps.db.pool.query<{ verified: boolean }>(
    'select bool_or(verified) as verified from email_verifications where email = $1',
    [email],
  )
  return rows[0]?.verified
}

const expire = (email: string) =>
  app.deps.db.pool.query(
    `update email_verifications set expires_at = now() - interval '1 second' where email = $1`,
    [email],
  )

describe('works', () => {
  // shows: 2-60, 2-65, 2-69
  test('step by step without scripts: the forms lead from the address to the application', async () => {
    const email = address()
    const sent = await post('email', { roleId: job.id, consent: 'yes', email: ` ${email} ` })
    expect(sent.status).toBe(303)
    const html = await (await app.visitor().fetch(sent.headers.get('location') ?? '')).text()
    expect(textOf(html)).toContain('Verification Email Sent!')
    expect(textOf(html)).toContain(email)
    const { code } = await app.mailTo(email)
    const action = addressesOf(html).find((to) => to.includes('step=sent'))
    const opened = await app.visitor().fetch(action ?? '', {
      method: 'POST',
      body: new URLSearchParams({ ...fieldsOf(html), code }),
    })
    expect(opened.status).toBe(303)
    const form = await (await app.visitor().fetch(opened.headers.get('location') ?? '')).text()
    expect(textOf(form)).toContain(`Apply for ${job.title}`)
    expect(form).toContain(`value="${email}"`)
    expect(fieldsOf(form).token).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['with a space', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
    ['with everything around it', (code: string) => ` Your code: ${code}.\r\n`],
    ['with dashes', (code: string) => code.split('').join('-')],
  ])('when the code is pasted %s', async (_, pasted) => {
    const email = address()
    const { v } = await ask(email)
    const { code } = await app.mailTo(email)
    expect((await type(v, pasted(code))).status).toBe(303)
  })

  test.each([
    ['ｍａｙａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'maya@example.com', 'maya@example.com'],
    ['maya＠MÜNCHEN-laden.de', 'maya@xn--mnchen-laden-dlb.de', 'maya@münchen-laden.de'],
    ['maya@xn--bcher-kva.example', 'maya@xn--bcher-kva.example', 'maya@bücher.example'],
    ['.name..x@docomo.ne.jp', '.name..x@docomo.ne.jp', '.name..x@docomo.ne.jp'],
  ])('for %s, kept as %s and shown as %s', async (typed, kept, shown) => {
    const sent = await post('email', { roleId: job.id, consent: 'yes', email: typed })
    expect(sent.status).toBe(303)
    const html = await (await app.visitor().fetch(sent.headers.get('location') ?? '')).text()
    expect(textOf(html)).toContain(shown)
    const { code } = await app.mailTo(kept)
    const action = addressesOf(html).find((to) => to.includes('step=sent'))
    const opened = await app.visitor().form(action ?? '', { ...fieldsOf(html), code })
    const form = await (await app.visitor().fetch(opened.headers.get('location') ?? '')).text()
    expect(form).toContain(`value="${shown}"`)
    const applied = await app.visitor().call<{ id: string }>('/api/applications', {
      body: {
        token: fieldsOf(form).token,
        email: typed,
        roleId: job.id,
        firstName: 'Maya',
        lastName: 'Okafor',
      },
    })
    expect(applied.status).toBe(201)
    const { body } = await owner.call<ApplicantProfile>(`/api/applicants/${applied.body.id}`)
    expect(body.applicant.email).toBe(kept)
  })

  test('by a mail that says what it is for, with words of the database only', async () => {
    const title = 'Writer <b>bold</b>\r\nBcc: evil@example.com {{x}}'
    const post = await app.job(owner, { title })
    const email = address()
    await app.visitor().call('/functions/send-verification-email', {
      body: {
        email,
        roleId: post.id,
        roleTitle: '<h1>Buy now</h1>',
        shopifyStoreUrl: 'https://evil.example',
      },
    })
    const { subject, text, html } = await app.mailTo(email)
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).toContain('Writer &lt;b&gt;bold')
    expect(text + html).not.toMatch(/Buy now|evil\.example/)
    expect(text).toContain(`${app.url}/verify?`)
  })
})

describe('refuses', () => {
  // shows: safer-4
  test('a wrong code, with the screen and its address as they were', async () => {
    const email = address()
    const { v } = await ask(email)
    const { code } = await app.mailTo(email)
    for (const wrong of ['', code.slice(1), `${code}0`, 'abcdef']) {
      const refused = await type(v, wrong)
      expect([wrong, refused.status]).toEqual([wrong, 400])
      expect(refused.text).toContain(WRONG)
      expect(refused.text).toContain(email)
    }
    expect(await isVerified(email)).toBe(false)
    expect((await type(v, code)).status).toBe(303)
  })

  test('more than five tries at the same moment', async () => {
    const email = address()
    const { v } = await ask(email)
    const { code } = await app.mailTo(email)
    const other = code === '000000' ? '000001' : '000000'
    const answers = await Promise.all(Array.from({ length: 20 }, () => type(v, other)))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(4)
    expect((await type(v, code)).status).toBe(429)
    expect(await isVerified(email)).toBe(false)
  })

  // shows: V6.6.2
  test("another mail's code", async () => {
    const [mine, theirs] = [address(), address()]
    const { v } = await ask(mine)
    await ask(theirs)
    await app.mailTo(mine)
    const { code } = await app.mailTo(theirs)
    // Two random codes are equal once in a million.
    if (code !== (await app.mailTo(mine)).code) expect((await type(v, code)).status).toBe(400)
  })

  // shows: 4-5, 8-24
  test('a code that came too late, or for nothing', async () => {
    const email = address()
    const { v } = await ask(email)
    const { code } = await app.mailTo(email)
    await expire(email)
    expect((await type(v, code)).text).toContain(WRONG)
    for (const id of ['00000000-0000-4000-8000-000000000000', 'nonsense', '']) {
      const refused = await type(id, code)
      expect(refused.status).toBe(400)
      expect(refused.text).toContain(LINK_INVALID)
    }
  })

  test('a mail for a job that was closed while the address was typed', async () => {
    const closed = await app.job(owner, { is_active: false })
    const answer = await post('email', { roleId: closed.id, consent: 'yes', email: address() })
    expect(answer.status).toBe(404)
    expect(textOf(await answer.text())).toContain('This position is no longer open.')
  })
})

describe('keeps out', () => {
  // shows: safer-3, V3.5.3, V7.6.2, V14.2.1
  test('mail scanners: a hundred visits of the link verify nothing', async () => {
    const email = address()
    await ask(email)
    const { text } = await app.mailTo(email)
    const link = /https?:\S+\/verify\?\S+/.exec(text)?.[0] ?? ''
    const visits = await Promise.all(Array.from({ length: 100 }, () => app.visitor().fetch(link)))
    expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([200]))
    expect(visits[0]?.headers.get('set-cookie')).toBeNull()
    expect(await isVerified(email)).toBe(false)
  })

  test('mail bombs: twelve requests give one mail and one and the same screen', async () => {
    const email = address()
    const answers = []
    for (let count = 0; count < 12; count++) {
      const { view } = await ask(count % 2 ? email : email.toUpperCase())
      const {
        verification: _,
        nextMailSeconds: __,
        ...shown
      } = view as typeof view & {
        step: 'sent'
      }
      answers.push(JSON.stringify(shown))
    }
    expect(new Set(answers).size).toBe(1)
    expect(await mailsTo(email)).toBe(1)
    const byCall = await app.visitor().call('/functions/send-verification-email', {
      body: { email, roleId: job.id },
    })
    expect([byCall.status, byCall.body]).toEqual([200, { success: true }])
    expect(await mailsTo(email)).toBe(1)
  })

  // shows: 3-5
  test('a reader of the database finds neither token nor code in it', async () => {
    const email = address()
    await ask(email)
    const { token, code } = await app.mailTo(email)
    const grant = await app.grant(email, job)
    for (const table of ['email_verifications', 'application_grants', 'mail_outbox']) {
      const { rows } = await app.deps.db.pool.query(
        `select to_jsonb(t)::text as row from ${table} t`,
      )
      const all = JSON.stringify(rows)
      expect([table, all.includes(token), all.includes(grant)]).toEqual([table, false, false])
      expect(all).not.toContain(`"${code}"`)
    }
  })

  // shows: 2-57
  test('flags: verified=true shows the step that asks for a proof, and says why', async () => {
    const response = await app
      .visitor()
      .fetch(`/embed?verified=true&token=forged&email=leo@example.com&roleId=${job.id}`)
    const text = textOf(await response.text())
    expect(text).toContain('Email Verification Required')
    expect(text).toContain(LINK_INVALID)
  })
})
