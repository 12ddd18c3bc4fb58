// The pages that mailed links open: their three states, and where they may redirect.
import { beforeAll, describe, expect, test } from 'vitest'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import { VERIFICATION_HOURS } from '#domain/verification/verification.ts'
import { sweepFiles } from '#features/retention/sweep-files.ts'
import { openApp } from '#test/app.ts'
import { addressesOf, fieldsOf, pageData, textOf } from '#test/html.ts'
import { passUses } from '#test/uses.ts'

let job: JobPost

const app = await openApp()
const owner = await app.owner()

beforeAll(async () => {
  await owner.call('/api/organizations/own', { method: 'PATCH', body: { accent: '1F6B52' } })
  job = await app.job(owner)
  const other = await app.owner('Other Shop')
  await app.deps.db.pool.query(
    `insert into store_sessions (shop, organization_id)
     values ('tea.myshopify.com', $1), ('other.myshopify.com', $2)`,
    [owner.organization.id, other.organization.id],
  )
  await app.deps.db.pool.query(
    `insert into store_domains (domain, organization_id) values ('shop.example.com', $1)`,
    [owner.organization.id],
  )
})

const careers = () => `/careers/${owner.organization.slug}`

let people = 0
async function mailed(): Promise<{ email: string; token: string }> {
  const email = `ines-${++people}@example.com`
  await app
    .visitor()
    .call('/functions/send-verification-email', { body: { email, roleId: job.id } })
  return { email, token: (await app.mailTo(email)).token }
}

type Afterwards = { submit?: true; leave?: string; close?: true; message?: { type: string } }

async function read(response: Response) {
  const html = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    html,
    text: textOf(html),
    fields: fieldsOf(html),
    afterwards: pageData<Afterwards>(html),
  }
}

const open = async (address: string) => read(await app.visitor().fetch(address))

const post = async (address: string, fields: Record<string, string>, visitor = app.visitor()) =>
  read(await visitor.fetch(address, { method: 'POST', body: new URLSearchParams(fields) }))

/** Opens a page and submits its form, like its script. */
async function follow(address: string) {
  const page = await open(address)
  expect(page.afterwards).toEqual({ submit: true })
  const action = addressesOf(page.html).find((to) => to.startsWith('/verify'))
  return post(action ?? '', page.fields)
}

const expire = (email: string) =>
  app.deps.db.pool.query(
    `update email_verifications set expires_at = now() - interval '1 second' where email = $1`,
    [email],
  )

// shows: choice-1
describe('/verify', () => {
  const INVALID = 'The verification link is invalid or has expired.'

  /** Moves the clock and the rate limits by more than the links' lifetime. */
  async function dayLater() {
    const seconds = VERIFICATION_HOURS * 3600 + 1
    app.clock.move(seconds)
    await passUses(app.deps.db, seconds)
  }
  const again = (fields: Record<string, string>) => post('/verify/again', fields)

  // shows: 2-35
  test('a link that has expired names the shop, and one press brings a new one that works', async () => {
    const { email, token } = await mailed()
    const consentedAt = new Date('2026-11-22T09:30:00Z')
    await app.deps.db.pool.query(
      'update email_verifications set consented_at = $2 where email = $1',
      [email, consentedAt],
    )
    await dayLater()
    const dead = await follow(`/verify?token=${token}&roleId=${job.id}&roleTitle=x`)
    expect(dead.status).toBe(400)
    expect(dead.text).toContain(INVALID)
    expect(dead.text).toContain(`${owner.organization.name} Your email is not verified`)
    expect(dead.html).toContain('--fill:#1F6B52')
    expect(addressesOf(dead.html)).toEqual([
      `/verify/again?org=${owner.organization.slug}`,
      careers(),
    ])
    expect(dead.fields).toEqual({ token })

    // The row is kept for a week after it expired, without the store's data.
    await sweepFiles(app.deps)
    const sent = await again(dead.fields)
    expect(sent.status).toBe(200)
    expect(sent.text).toContain(`Check your email for the link to apply for ${job.title}.`)
    expect(sent.text).not.toContain(email)
    const fresh = await app.mailTo(email)
    expect(fresh.token).not.toBe(token)
    const done = await follow(`/verify?token=${fresh.token}`)
    expect(done.text).toContain('Continue Application')
    // The consent was given when the first link was asked for.
    const { rows } = await app.deps.db.pool.query<{ consented_at: Date }>(
      'select distinct consented_at from email_verifications where email = $1',
      [email],
    )
    expect(rows).toEqual([{ consented_at: consentedAt }])
    // An immediate second request: the rate limit of mails applies.
    const limited = await again(dead.fields)
    expect(limited.status).toBe(429)
    expect(limited.text).toContain(
      'No more emails can be sent to this address right now. Try again in',
    )
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)

    app.clock.move(RETENTION.endedProofDays * 86_400)
    await sweepFiles(app.deps)
    const forgotten = await again(dead.fields)
    expect([forgotten.status, forgotten.text.includes(INVALID)]).toEqual([400, true])
  })

  test('of a job that was closed meanwhile it says so, and shows what else is open', async () => {
    const closing = await app.job(owner, { title: 'Soon Closed' })
    const email = 'late@example.com'
    const ask = { body: { email, roleId: closing.id } }
    await app.visitor().call('/functions/send-verification-email', ask)
    const { token } = await app.mailTo(email)
    await owner.call(`/api/jobs/${closing.id}`, { method: 'PATCH', body: { is_active: false } })
    const inTime = await follow(`/verify?token=${token}`)
    expect(inTime.text).toContain('Your email is verified')
    await dayLater()
    const tooLate = await follow(`/verify?token=${token}`)
    expect(tooLate.text).toContain(INVALID)
    const pressed = await again({ token })
    for (const page of [inTime, tooLate, pressed]) {
      expect(page.text).toContain('This position is no longer open.')
      expect(page.text).toContain(`Open positions at ${owner.organization.name}`)
      expect(addressesOf(page.html)).toContain(`${careers()}/${job.slug}`)
      expect(page.text).not.toMatch(/Continue Application|Send a new link/)
    }
    const { rowCount } = await app.deps.db.pool.query(
      `select from mail_outbox where recipient = $1`,
      [email],
    )
    expect(rowCount).toBe(1)
  })

  test('without a token that is known another mail begins with the consent, for an open job alone', async () => {
    expect((await open('/verify?roleId=nonsense')).text).not.toContain('Send a new link')
    const named = await open(`/verify?roleId=${job.id}`)
    expect(named.text).toContain('Send a new link')
    expect(named.fields).toMatchObject({ step: 'consent', roleId: job.id })
    const refused = await again({ token: 'A'.repeat(43) })
    expect([refused.status, refused.text.includes(INVALID)]).toEqual([400, true])
    expect(addressesOf(refused.html)).toEqual(['/'])
  })

  // shows: 2-3, 2-33, 4-4, 4-6
  test('is a page first; its form verifies, as often as it is sent, and leads to the form', async () => {
    const { email, token } = await mailed()
    const page = await open(`/verify?token=${token}`)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Verifying your email…')
    const visitor = app.visitor()
    for (let count = 0; count < 2; count++) {
      const done = await post('/verify', page.fields, visitor)
      expect(done.status).toBe(200)
      expect(done.text).toContain(`${owner.organization.name} Your email is verified`)
      expect(done.html).toContain('--fill:#1F6B52')
      expect(done.text).toContain(email)
      expect(done.text).toContain('Continue Application')
      expect(done.headers.get('set-cookie')).toMatch(
        /^storehand_grant=[\w-]+; Max-Age=86400; Path=\/application; HttpOnly; SameSite=Lax$/,
      )
      // No address contains the token.
      expect(done.html).not.toContain(token)
    }
    const continued = await visitor.fetch(
      `/application?${new URLSearchParams({ email, roleId: job.id, roleTitle: job.title })}`,
    )
    expect(textOf(await continued.text())).toContain('Your Information')
  })

  test('takes no form of another site, which could name its own address', async () => {
    const { token } = await mailed()
    for (const [origin, site] of [
      ['https://evil.example', 'same-origin'],
      ['null', 'cross-site'],
    ] as const) {
      const headers = { origin, 'sec-fetch-site': site }
      const body = new URLSearchParams({ token })
      const refused = await app.visitor().fetch('/verify', { method: 'POST', headers, body })
      expect([refused.status, refused.headers.get('set-cookie')]).toEqual([403, null])
    }
  })

  // shows: 2-32, 2-34, 4-5, 5-5, 8-6
  test('refuses unknown, missing and expired links alike', async () => {
    const { email, token } = await mailed()
    await expire(email)
    for (const wrong of [token, 'A'.repeat(43), '%00', "'; drop table x", '']) {
      const refused = await post('/verify', { token: wrong })
      expect([wrong, refused.status]).toEqual([wrong, 400])
      expect(refused.text).toContain(INVALID)
      expect(refused.text).toContain('Back to Jobs')
      // Only a link that was once valid identifies the shop.
      expect(addressesOf(refused.html)).toContain(wrong === token ? careers() : '/')
      expect(refused.headers.get('set-cookie')).toBeNull()
    }
    expect((await open('/verify')).text).toContain(INVALID)
  })

  // shows: 2-34
  test('leads back to the jobs of the shop that the address or the referrer names, and to no other place', async () => {
    const back = async (address: string, referer?: string) => {
      const headers: Record<string, string> = referer ? { referer } : {}
      const page = await read(await app.visitor().fetch(address, { headers }))
      expect(page.text).toContain('Back to Jobs')
      return addressesOf(page.html)
    }
    const ours = [careers()]
    expect(await back('/verify?shop=tea.myshopify.com')).toEqual(ours)
    expect(await back('/verify?redirect=https://shop.example.com/jobs')).toEqual(ours)
    expect(await back('/verify', `${app.url}/embed?org=${owner.organization.slug}`)).toEqual(ours)
    expect(await back('/verify-embed?store=shop.example.com')).toEqual(ours)
    for (const address of refusedAddresses().filter((to) => !to.includes('other.myshopify'))) {
      const query = new URLSearchParams({ redirect: address, store: address, org: address })
      for (const path of ['/verify', '/verify-embed']) {
        const [to] = await back(`${path}?${query}`, address.replace(/[^ -~]/g, ''))
        // The address may still contain a known store's name; the link always leads to our own list.
        expect([address, to]).toEqual([address, to === '/' ? '/' : careers()])
      }
    }
  })

  // shows: 2-34
  test('knows the shop after each form of its own, without a referrer of the next request', async () => {
    const { email, token } = await mailed()
    const shopless = async (address: string, headers: Record<string, string> = {}) =>
      read(await app.visitor().fetch(address, { headers }))
    const ways: [string, Record<string, string>][] = [
      ['?shop=tea.myshopify.com', {}],
      [`?org=${owner.organization.slug}`, {}],
      [`?org=${owner.organization.id}`, {}],
      ['?redirect=https://shop.example.com/jobs', {}],
      [`?roleId=${job.id}&roleTitle=x`, {}],
      ['?', { referer: 'https://shop.example.com/pages/careers' }],
      ['?', { referer: `${app.url}/embed?shop=tea.myshopify.com` }],
    ]
    const dead = 'A'.repeat(43)
    for (const [way, headers] of ways) {
      for (const path of ['/verify', '/verify-embed']) {
        const rest = `&token=${dead}&verified=true&email=a@example.com&store=gone.example`
        const page = await shopless(path + way + rest, headers)
        // In another language, which is a request of its own: from our own page, without its address.
        const { lang: _, ...kept } = page.fields
        const other = await shopless(`${path}?${new URLSearchParams({ ...kept, lang: 'en' })}`)
        for (const [from, fields] of [
          [page, page.fields],
          [other, other.fields],
        ] as const) {
          const action = addressesOf(from.html).find((to) => to.startsWith(path)) ?? ''
          const refused = await post(action, fields)
          const outcome = [path, way, headers, refused.status]
          expect([...outcome, addressesOf(refused.html).includes(careers())]).toEqual([
            path,
            way,
            headers,
            400,
            true,
          ])
        }
      }
    }
    // A link that can be sent again: the page after it, and one that was pressed when its proof had been deleted.
    await expire(email)
    const refused = await post('/verify', { token })
    const action = addressesOf(refused.html).find((to) => to.startsWith('/verify/again')) ?? ''
    const gone = await post(action, { token: dead })
    expect([gone.status, addressesOf(gone.html).includes(careers())]).toEqual([400, true])
  })

  // shows: 2-34
  test('what a form carries names no place that it could lead to', async () => {
    const evil = 'https://evil.example'
    for (const name of ['org', 'shop', 'redirect', 'store']) {
      const query = new URLSearchParams({ token: 'A'.repeat(43), [name]: evil })
      const page = await open(`/verify?${query}`)
      const action = addressesOf(page.html).find((to) => to.startsWith('/verify')) ?? ''
      const refused = await post(action, page.fields)
      expect([name, addressesOf(refused.html)]).toEqual([name, ['/']])
    }
  })

  // shows: 4-8, 7-127
  test('in a widget without an address to go to tells the window that waits, and closes', async () => {
    const { email, token } = await mailed()
    const done = await follow(`/verify?token=${token}&embed=true`)
    expect(done.afterwards).toMatchObject({
      close: true,
      message: {
        type: 'storehand-verification-complete',
        verifiedEmail: email,
        skipEmailStep: true,
        selectedRoleId: job.id,
        selectedRole: job.title,
      },
    })
    expect(done.afterwards.leave).toBeUndefined()
  })

  // shows: 2-32, 4-7
  test.each([
    ['https://tea.myshopify.com/pages/jobs?a=1', 'https://tea.myshopify.com/pages/jobs?a=1&'],
    ['https://shop.example.com', 'https://shop.example.com/?'],
    ['tea.myshopify.com', 'https://tea.myshopify.com/?'],
    ['/embed?org=x', 'OWN/embed?org=x&'],
  ])('goes back to %s', async (redirect, expected) => {
    const { email, token } = await mailed()
    const query = new URLSearchParams({ token, embed: 'true', redirect })
    const { afterwards } = await follow(`/verify?${query}`)
    const where = `verified=true&email=${encodeURIComponent(email)}`
    expect(afterwards.leave).toBe(expected.replace('OWN', app.url) + where)
  })

  // shows: safer-8, V1.2.2, V3.7.2
  test('goes nowhere else, and still succeeds', async () => {
    const { token } = await mailed()
    for (const redirect of refusedAddresses()) {
      const query = new URLSearchParams({ token, embed: 'true', redirect })
      const done = await follow(`/verify?${query}`)
      expect([redirect, done.status, done.afterwards.leave]).toEqual([redirect, 200, undefined])
      expect(done.text).toContain('Your email is verified')
      expect(addressesOf(done.html).filter((to) => !/^\/application(\?|$)/.test(to))).toEqual([])
    }
  })
})

// shows: choice-1
describe('/verify-embed', () => {
  const INVALID = 'Verification link is invalid or expired'
  const MISSING = 'Missing verification parameters'

  const at = (values: Record<string, string>) =>
    `/verify-embed?${new URLSearchParams({ verified: 'true', ...values })}`

  // shows: 2-4, 2-37, 2-38, 7-128, 9-16
  test('goes back to the store after its form was sent, and again', async () => {
    const { email, token } = await mailed()
    for (let count = 0; count < 2; count++) {
      const done = await follow(
        at({ token, email, store: 'https://tea.myshopify.com/pages/jobs#x' }),
      )
      expect(done.status).toBe(200)
      expect(done.text).toContain('Your email is verified')
      expect(done.afterwards).toEqual({
        message: { type: 'VERIFICATION_SUCCESS', verified: true, email },
        origin: 'https://tea.myshopify.com',
        leave: 'https://tea.myshopify.com/pages/jobs#verification-success',
        after: 2,
      })
      const policy = done.headers.get('content-security-policy')
      expect(policy).toContain(
        "frame-ancestors 'self' https://tea.myshopify.com https://shop.example.com",
      )
    }
  })

  // shows: 2-36, 5-6
  test.each(['token', 'email', 'store', 'verified'])('says that %s is missing', async (missing) => {
    const values = {
      token: 'x',
      email: 'a@example.com',
      store: 'tea.myshopify.com',
      verified: 'true',
    }
    const page = await open(at({ ...values, [missing]: '' }))
    expect(page.status).toBe(400)
    expect(page.text).toContain(MISSING)
  })

  // shows: 8-6
  test('refuses an expired link, an unknown one, and one of another address', async () => {
    const { email, token } = await mailed()
    const store = 'tea.myshopify.com'
    const other = await post('/verify-embed', { token, email: 'b@example.com', store })
    expect([other.status, other.text.includes(INVALID)]).toEqual([400, true])
    const unknown = await post('/verify-embed', { token: 'A'.repeat(43), email, store })
    expect([unknown.status, unknown.text.includes(INVALID)]).toEqual([400, true])
    await expire(email)
    const late = await post('/verify-embed', { token, email, store })
    expect([late.status, late.text.includes(INVALID)]).toEqual([400, true])
    expect(late.text).toContain(owner.organization.name)
    expect(addressesOf(late.html)).toEqual([
      `/verify/again?org=${owner.organization.slug}`,
      careers(),
    ])
    expect(late.afterwards).toEqual({})
  })

  // shows: safer-8
  test('goes to no other address: it stays, with its success', async () => {
    const { email, token } = await mailed()
    for (const store of refusedAddresses()) {
      const done = await follow(at({ token, email, store }))
      expect([store, done.status, done.afterwards.leave]).toEqual([store, 200, undefined])
      expect(done.text).toContain('Your email is verified')
      expect(addressesOf(done.html)).toEqual([])
    }
  })
})

/** Addresses outside our own origin and the stores of the job's organization. */
function refusedAddresses(): string[] {
  const { host } = new URL(app.url)
  return [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//tea.myshopify.com',
    'data:text/html,<script>alert(1)</script>',
    `blob:${app.url}/x`,
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https:evil.example',
    'https://evil.example',
    'https://evil.example/tea.myshopify.com',
    'https://tea.myshopify.com@evil.example',
    'https://evil.example@tea.myshopify.com',
    'https://tea.myshopify.com.evil.example',
    'https://eviltea.myshopify.com',
    'https://tea.myshopify.com:8443',
    'https://evil.example#tea.myshopify.com',
    'https://evil.example?tea.myshopify.com',
    'http://tea.myshopify.com',
    'ftp://tea.myshopify.com',
    'https://other.myshopify.com',
    'other.myshopify.com',
    `https://${host}`,
    `http://${host}@evil.example`,
    `http://${host}.evil.example`,
    ' https://evil.example',
    'https://[::1]',
    'https://2130706433',
    'https://',
  ]
}
