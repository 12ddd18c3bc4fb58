// The server functions (docs/specification.md §7.3): their request bodies and the format of their answers.
import { describe, expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

const app = await openApp()
const job = await app.job(await app.owner())

type Answer = { success: boolean }

const call = (body: unknown, headers: Record<string, string> = {}) =>
  app.visitor().call<Answer>('/functions/send-verification-email', { body, headers })

const refused = (error: string, code: string) => ({
  success: false,
  error,
  code,
  request_id: expect.stringMatching(/^[\da-f-]{36}$/),
})

describe('send-verification-email', () => {
  // shows: 7-109
  test('sends the mail of the job in the database', async () => {
    const email = 'noa@example.com'
    const { status, body, headers } = await call({
      email,
      roleId: job.id,
      roleTitle: 'Whatever',
      shopifyStoreUrl: 'https://tea.myshopify.com',
    })
    expect([status, body]).toEqual([200, { success: true }])
    expect(headers.get('cache-control')).toBe('no-store')
    const mail = await app.mailTo(email)
    expect(mail.text).toContain(job.title)
    expect(mail.text).not.toContain('Whatever')
    expect(mail.code).toMatch(/^\d{6}$/)
  })

  // shows: 7-109, interface-46
  test('refuses in the shape its callers read', async () => {
    const closed = await app.job(await app.owner(), { is_active: false })
    const email = 'noa@example.com'
    const unavailable = 'Job posting not found or not accessible'
    for (const roleId of [closed.id, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await call({ email, roleId })
      expect([status, body]).toEqual([404, refused(unavailable, 'application.jobUnavailable')])
    }
    const wrong = await call({ email: 'noa@', roleId: job.id })
    const text = 'Please enter a valid email address.'
    expect([wrong.status, wrong.body]).toEqual([400, refused(text, 'application.invalid')])
    for (const body of [{}, [], 'text', null, { email, roleId: 'nonsense' }]) {
      const answer = await call(body)
      expect([body, answer.status, answer.body.success]).toEqual([body, 400, false])
    }
  })

  test('refuses other sites and too much in the same shape', async () => {
    const foreign = await call(
      { email: 'a@example.com', roleId: job.id },
      { origin: 'https://e.example' },
    )
    const text = 'This request came from another site and was refused.'
    expect([foreign.status, foreign.body]).toEqual([403, refused(text, 'server.originRefused')])
    const large = await call({ email: 'x'.repeat(300_000), roleId: job.id })
    expect([large.status, large.body]).toEqual([
      413,
      refused('The request is too large.', 'server.tooLarge'),
    ])
    const type = { 'content-type': 'application/json' }
    const broken = rawRequest('POST', '/functions/send-verification-email', type, '{"email":')
    const { status, body } = await sendRaw(app.url, broken)
    expect([status, (JSON.parse(body) as Answer).success]).toEqual([400, false])
  })
})

// shows: interface-46
test('a function that does not exist is told in the same shape', async () => {
  for (const [method, address] of [
    ['POST', '/functions/nonsense'],
    ['POST', '/functions/'],
    ['GET', '/functions/send-verification-email'],
    ['DELETE', '/functions/a/b'],
  ]) {
    const { status, body } = await app.visitor().call<Answer>(address ?? '', { method })
    expect([address, status, body]).toEqual([
      address,
      404,
      refused('Not found.', 'server.notFound'),
    ])
  }
})

describe('send-password-reset', () => {
  const reset = (body: unknown) =>
    app.visitor().call<Answer>('/functions/send-password-reset', { body })

  // shows: 7-110
  test('mails a link to this installation, whatever address the caller names', async () => {
    const { email } = await app.person()
    for (const resetUrl of [`${app.url}/auth?type=recovery`, 'https://evil.example/auth']) {
      const { status, body } = await reset({ email, resetUrl })
      expect([status, body]).toEqual([200, { success: true }])
      const { text } = await app.mailTo(email)
      expect(text).toContain(`${app.url}/auth?type=recovery&token=`)
      expect(text).not.toContain('evil.example')
    }
  })

  test('answers the same for an address without an account, and says what is wrong with one that is none', async () => {
    const { status, body } = await reset({ email: 'nobody@example.com' })
    expect([status, body]).toEqual([200, { success: true }])
    const wrong = await reset({ email: 'nobody@' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      refused('Please enter a valid email address.', 'application.invalid'),
    ])
  })
})

describe.each(['sync-careers-page', 'sync-shopify-jobs'])('%s', (name) => {
  // shows: 7-118, 7-119
  test('needs no body', async () => {
    const withoutBody = { method: 'POST' }
    const staff = await (await app.owner()).call(`/functions/${name}`, withoutBody)
    // The body is taken; this installation has no app for stores.
    expect(staff.body).toMatchObject({ success: false, code: 'store.notConfigured' })
    expect((await app.visitor().call(`/functions/${name}`, withoutBody)).status).toBe(401)
  })
})
