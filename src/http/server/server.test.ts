// The server as a whole: unknown addresses, invalid input, headers, and production settings.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { createTestApp, openApp, type TestApp } from '#test/app.ts'
import { withoutDatabase } from '#test/databases/failing-database.ts'
import { pdf } from '#test/input/files.ts'
import { rawRequest, sendRaw } from '#test/input/raw-request.ts'

const app = await openApp()
const owner = await app.owner()
const job = await app.job(owner)

const chunked = (body: string) =>
  Buffer.from(
    `POST /api/accounts/sign-in HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n` +
      `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${body}`,
  )
const many = (count: number, entry: (n: number) => [string, string]) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => entry(n)))

type Refusal = { error: { code: string; message: string; request_id: string } }

const json = { 'content-type': 'application/json' }

describe('health', () => {
  // shows: interface-36, privacy-18, V13.4.5
  test('is told without details', async () => {
    for (const address of ['/healthz', '/readyz']) {
      const { status, body } = await app.visitor().call(address)
      expect([address, status, body]).toMatchObject([address, 200, { status: 'ok' }])
    }
  })

  // shows: interface-36, privacy-18, V16.5.2
  test('of a server without its database: alive, not ready, and asking to try again', async () => {
    const visitor = app.visitor()
    const sign = { email: 'a@staff.example', password: 'correct horse' }
    const ask = async () => ({
      answers: await Promise.all([
        owner.call('/api/jobs'),
        owner.call('/api/jobs', { body: { title: 'T', description: 'D' } }),
        visitor.call('/api/applications', { body: { token: 'x', firstName: 'A', lastName: 'B' } }),
        visitor.call('/api/accounts/sign-up', {
          body: { ...sign, first_name: 'A', last_name: 'B' },
        }),
        visitor.call('/functions/send-verification-email', {
          body: { email: sign.email, roleId: job.id },
        }),
      ]),
      alive: await visitor.call('/healthz'),
      ready: await visitor.call('/readyz'),
    })
    const { answers, alive, ready } = await withoutDatabase(app.deps.db, ask)
    expect([alive.status, ready.status, ready.body]).toEqual([200, 503, { status: 'unavailable' }])
    for (const { status, headers, body } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '30'])
      expect(JSON.stringify(body)).not.toContain('secret')
    }
    expect((await owner.call('/api/jobs')).status).toBe(200)
  })
})

describe('a body nobody reads', () => {
  test.each([
    ['POST', '/api/jobs'],
    ['PATCH', '/api/applicants/00000000-0000-4000-8000-000000000000/status'],
    ['POST', '/api/rpc/log_audit_event'],
    ['POST', '/functions/opt-out-data'],
  ])('%s %s asks strangers to sign in, whatever they send', async (method, address) => {
    const asked = await Promise.all(
      [{}, { body: {} }, { body: [] }].map((sent) =>
        app.visitor().call(address, { method, ...sent }),
      ),
    )
    expect(asked.map(({ status }) => status)).toEqual([401, 401, 401])
  })
})

describe('addresses that do not exist', () => {
  // shows: interface-45
  test.each([
    ['GET', '/api'],
    ['GET', '/api/nonsense'],
    ['POST', '/api/jobs/nonsense/more'],
    ['PUT', '/api/jobs'],
    ['GET', '/api/auth/get-session'],
    ['POST', '/api/auth/sign-in/email'],
    ['GET', '/api/cvs'],
    ['POST', '/nonsense'],
    ['DELETE', '/embed'],
  ])('%s %s is told as JSON', async (method, address) => {
    const { status, body, headers } = await app.visitor().call<Refusal>(address, { method })
    expect(status).toBe(404)
    expect(body.error).toEqual({
      code: 'server.notFound',
      message: 'Not found.',
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('on a screen is the dashboard, which says so', async () => {
    const { status, headers } = await app.visitor().call('/nonsense')
    expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
    expect((await app.visitor().call('/auth')).status).toBe(200)
  })

  // shows: V13.2.5, V13.4.1, V13.4.3
  test.each([
    '/assets/../../package.json',
    '/assets/%2e%2e/%2e%2e/%2e%2e/package.json',
    '/assets/careers/..%2f..%2f..%2fpackage.json',
    '/assets/careers/%2e%2e/server/render.js',
    '/api/cvs/..%2f..%2fsecret-key?expires=9999999999&signature=x',
    '/api/cvs/%2e%2e%2fsecret-key',
  ])('lead to no file: %s', async (address) => {
    const { status, body } = await sendRaw(app.url, rawRequest('GET', address, {}))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(body).not.toMatch(/"dependencies"|createRenderer/)
  })
})

describe('input nobody should send', () => {
  const calls = (): [string, string][] => [
    ['POST', '/api/accounts/sign-up'],
    ['POST', '/api/accounts/sign-in'],
    ['POST', '/api/accounts/request-reset'],
    ['POST', '/api/accounts/reset-password'],
    ['POST', '/api/organizations'],
    ['POST', '/api/jobs'],
    ['PATCH', `/api/jobs/${job.id}`],
    ['PATCH', '/api/applicants/00000000-0000-4000-8000-000000000000/status'],
    ['POST', '/api/applications'],
    ['POST', '/functions/send-verification-email'],
  ]

  // shows: V1.5.2, V15.3.5
  test.each([
    ['half of it', '{"title":'],
    ['nothing', ''],
    ['10,000 levels', '['.repeat(10_000) + ']'.repeat(10_000)],
    ['10,000 levels in a field', `{"title":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`],
    // As many as fit into the largest accepted body.
    ['120,000 levels', '['.repeat(120_000) + ']'.repeat(120_000)],
    ['no object', '42'],
    ['null', 'null'],
    ['wrong types', '{"title":[],"email":{},"token":7,"name":true,"password":[],"status":{}}'],
    ['bytes that are no text', Buffer.from('7b2261223a22ff80c3287d', 'hex')],
    ['a prototype', '{"__proto__":{"title":"x"},"constructor":{"prototype":{}}}'],
    ['NUL only', '\0\0\0'],
    ['numbers beyond measure', '{"title":1e999,"experienceYears":1e999,"email":-1e999}'],
  ])('%s as JSON is refused, not failed at', async (_, body) => {
    for (const [method, address] of calls()) {
      const answer = await owner.fetch(address, { method, body, headers: json })
      const { error } = (await answer.json()) as { error: unknown }
      // A PATCH without any field of a job changes nothing and returns 200.
      const allowed =
        method === 'PATCH' && address.includes('/jobs/') ? [200, 400] : [400, 403, 404]
      expect([address, allowed.includes(answer.status), answer.status]).toEqual([
        address,
        true,
        answer.status,
      ])
      if (answer.status !== 200) expect(error).toBeTruthy()
    }
    expect(Object.prototype).not.toHaveProperty('title')
  })

  test('a body that is too large is cut off', async () => {
    const body = `{"title":"${'x'.repeat(1_000_000)}"}`
    for (const [method, address] of calls()) {
      const answer = await owner.fetch(address, { method, body, headers: json })
      expect([address, answer.status]).toEqual([address, 413])
    }
  })

  test('NUL in a text is left out, in JSON and in forms', async () => {
    const title = 'a\0b\\u0000c'
    const { status, body } = await owner.call<JobPost>('/api/jobs', {
      body: { title, description: '\0d' },
    })
    expect([status, body.title, body.description]).toEqual([201, 'ab\\u0000c', 'd'])
    const person = { password: 'correct horse', first_name: 'A\0na', last_name: '\0' }
    const blank = await app.visitor().call<Refusal>('/api/accounts/sign-up', {
      body: { ...person, email: 'nul@staff.example' },
    })
    expect(blank.body.error.message).toBe('First name and last name are required')
    const token = await app.grant('nul@example.com', job)
    const sent = await app.visitor().form('/api/applications', {
      token,
      firstName: 'N\0ul',
      lastName: 'B',
      coverLetter: '\0',
      cvFile: new File([pdf], 'a\0b.pdf'),
    })
    expect(sent.status).toBe(201)
    const { body: found } = await owner.call<{ applicants: { first_name: string }[] }>(
      '/api/applicants?q=nul@example.com',
    )
    expect(found.applicants[0]?.first_name).toBe('Nul')
    for (const address of ['/api/applicants?q=a%00', '/embed?shop=%00', '/api/jobs/%00']) {
      expect((await owner.call(address)).status).toBe(400)
    }
  })

  // shows: V1.1.1, V1.3.10
  test('half characters and odd letters in a text are kept or replaced', async () => {
    for (const title of ['\ud800', 'a\udc00b', '\u202Eevil', '\uFEFFx', '👩‍👩‍👧‍👦', 'İ']) {
      const { status } = await owner.call('/api/jobs', { body: { title, description: title } })
      expect([title, status]).toEqual([title, 201])
    }
  })

  // shows: V13.4.4, V15.3.7
  test.each([
    ['a header of 32 kB', rawRequest('GET', '/embed', { 'x-a': 'a'.repeat(32_768) })],
    ['an address of 32 kB', rawRequest('GET', `/embed?org=${'a'.repeat(32_768)}`, {})],
    ['a cookie of 12 kB', rawRequest('GET', '/api/session', { cookie: `a=${'b'.repeat(12_000)}` })],
    ['an address that is none', rawRequest('GET', '/%E0%A4%A', {})],
    ['an address with %-signs', rawRequest('GET', '/api/jobs/%', {})],
    ['another host', rawRequest('GET', '/api/session', { host: 'evil.example:99999' })],
    ['a host that is none', rawRequest('GET', '/embed', { host: 'a b"<' })],
    ['an origin that is none', rawRequest('POST', '/api/jobs', { ...json, origin: '%%%' }, '{}')],
    ['a verb that is none', rawRequest('BREW', '/embed', {})],
    ['TRACE', rawRequest('TRACE', '/embed', {})],
    ['two lengths', rawRequest('POST', '/embed', { 'transfer-encoding': 'chunked' }, 'x')],
    ['a chunk of no size', chunked('zz\r\nx\r\n0\r\n\r\n')],
    ['a chunk of a size beyond numbers', chunked(`${'f'.repeat(20)}\r\nx\r\n0\r\n\r\n`)],
    ['a chunk longer than it says', chunked('1\r\nxxxx\r\n0\r\n\r\n')],
    ['a chunk with a remark of 32 kB', chunked(`1;${'a'.repeat(32_768)}\r\nx\r\n0\r\n\r\n`)],
    ['a NUL in a header', rawRequest('GET', '/embed', { 'x-a': 'a\0b' })],
    ['a header that is no text', rawRequest('GET', '/embed', { 'x-a': '\u00ff\ud800' })],
    [
      '2,000 headers',
      rawRequest(
        'GET',
        '/embed',
        many(2000, (n) => [`a${n}`, '1']),
      ),
    ],
    ['bytes', Buffer.from('\0\xff\r\n\r\n', 'latin1')],
    ['an absolute address', rawRequest('GET', 'http://evil.example/api/session', {})],
    ['a host for an address', rawRequest('GET', '//evil.example/embed', {})],
  ])('%s never fails the server', async (_, bytes) => {
    const { status } = await sendRaw(app.url, bytes)
    expect(status).toBeLessThan(500)
    expect((await app.visitor().call('/healthz')).status).toBe(200)
  })
})

describe('headers', () => {
  test.each([
    ['/embed', '*'],
    ['/embed?step=email&roleId=nonsense', '*'],
    ['/verify?token=x', "'self'"],
    ['/verify-embed?token=x', '*'],
    ['/application', "'self'"],
    ['/auth', "'none'"],
    ['/admin', "'none'"],
  ])('of %s say who may frame it and what it may load', async (address, frames) => {
    const { headers } = await app.visitor().call(address)
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`frame-ancestors ${frames}`)
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("form-action 'self'")
    const scripts = /(?:script-src|default-src) ([^;]*)/.exec(
      policy.replace(/^default-src 'none';/, ''),
    )
    expect(scripts?.[1]).toMatch(/^'self'( '(sha256-[\w+/=]+)')*$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
  })

  // shows: V14.2.2, V14.3.2
  test('keep pages with a proof or a person out of every cache', async () => {
    for (const address of [
      '/verify?token=x',
      '/application',
      '/embed?step=apply&token=x',
      '/api/session',
    ]) {
      const { headers } = await app.visitor().call(address)
      expect([address, headers.get('cache-control')]).toEqual([address, 'no-store'])
    }
  })

  // shows: V3.4.2
  test('open nothing to other origins', async () => {
    for (const address of ['/api/session', '/api/applicants', '/embed', '/healthz']) {
      const { headers } = await owner.call(address, { headers: { origin: 'https://evil.example' } })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })
})

describe('production', () => {
  let production: TestApp
  beforeAll(async () => {
    production = await createTestApp({
      env: { NODE_ENV: 'production', SECRET_KEY: 'x'.repeat(32) },
    })
  })
  afterAll(() => production.close())

  // shows: interface-43
  test('has no mailbox', async () => {
    const { status, body } = await production.visitor().call<Refusal>('/dev/mailbox.json')
    expect([status, body.error.code]).toEqual([404, 'server.notFound'])
    expect((await production.visitor().call('/dev/mailbox')).status).toBe(404)
    expect((await app.visitor().call('/dev/mailbox')).status).toBe(200)
  })

  test('answers as everywhere else', async () => {
    expect((await production.visitor().call('/embed')).status).toBe(200)
  })
})
