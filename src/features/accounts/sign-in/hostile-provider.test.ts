// Sign-in with an OpenID Connect provider that lies, or with somebody between it and us.
import { createHmac } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openIdProvider } from '#domain/accounts/providers.ts'
import { createOpenId } from '#gateways/accounts/openid.ts'
import { createTestApp, type TestApp, type Visitor } from '#test/app.ts'
import {
  hostileProvider,
  endless,
  sends,
  type Claims,
  type HostileProvider,
} from '#test/servers/hostile-provider.ts'

let app: TestApp
let provider: HostileProvider
let other: HostileProvider
beforeAll(async () => {
  provider = await hostileProvider('acme')
  other = await hostileProvider('other')
  app = await createTestApp({
    env: { OPENID_PROVIDERS: JSON.stringify([provider.setting, other.setting]) },
  })
})
afterEach(() => {
  for (const path of ['discovery', 'jwks', 'token', 'userinfo'] as const) {
    provider.answer(path, undefined)
  }
})
afterAll(async () => {
  await app.close()
  provider.close()
  other.close()
})

type Flow = { state: string; nonce: string }
async function leave(visitor: Visitor, id = 'acme'): Promise<Flow> {
  const { status, body } = await visitor.call<{ url: string }>(`/api/accounts/providers/${id}`, {
    body: {},
  })
  expect(status).toBe(200)
  const query = new URL(body.url).searchParams
  return { state: query.get('state') ?? '', nonce: query.get('nonce') ?? '' }
}
async function comeBack(visitor: Visitor, { state }: Flow, more = ''): Promise<string> {
  const response = await visitor.fetch(`/auth/v1/callback?state=${state}&code=any${more}`)
  expect(response.status).toBe(303)
  return response.headers.get('location') ?? ''
}
/** Where a sign-in ends whose token the provider sends. */
async function signIn(token: (good: Claims) => unknown): Promise<string> {
  const visitor = app.visitor()
  const flow = await leave(visitor)
  provider.answer(
    'token',
    sends({
      access_token: 'a',
      token_type: 'Bearer',
      id_token: token(provider.claims(flow.nonce)),
    }),
  )
  const at = await comeBack(visitor, flow)
  const { body } = await visitor.call<{ user: unknown }>('/api/session')
  expect(body.user !== null).toBe(at === '/auth?step=in')
  return at
}
const now = () => Math.floor(Date.now() / 1000)
const pem = () => provider.publicKey.export({ type: 'spki', format: 'pem' })

test('what a good provider says signs in', async () => {
  expect(await signIn((good) => provider.token(good))).toBe('/auth?step=in')
})

const without = (name: string, claims: Claims): Claims =>
  Object.fromEntries<unknown>(Object.entries(claims).filter(([each]) => each !== name))

describe('a token is refused', () => {
  // shows: V10.5.1, V10.5.3
  test.each<[string, (good: Claims) => unknown]>([
    ['of another issuer', (good) => provider.token({ ...good, iss: 'https://evil.example' })],
    ['of no issuer', (good) => provider.token(without('iss', good))],
    ['for another client', (good) => provider.token({ ...good, aud: 'somebody-else' })],
    [
      'for several clients, without saying whose it is',
      (good) => provider.token({ ...good, aud: [good['aud'], 'somebody-else'] }),
    ],
    [
      'for several clients, issued to another one',
      (good) =>
        provider.token({ ...good, aud: [good['aud'], 'somebody-else'], azp: 'somebody-else' }),
    ],
    [
      'for us, issued to another client',
      (good) => provider.token({ ...good, azp: 'somebody-else' }),
    ],
    ['without a nonce', (good) => provider.token(without('nonce', good))],
    ['with another nonce', (good) => provider.token({ ...good, nonce: 'another' })],
    [
      'with a list that holds the nonce',
      (good) => provider.token({ ...good, nonce: [good['nonce']] }),
    ],
    ['that is over', (good) => provider.token({ ...good, exp: now() - 120 })],
    ['without an end', (good) => provider.token(without('exp', good))],
    ['that ends at a text', (good) => provider.token({ ...good, exp: '9999999999' })],
    ['that is not good yet', (good) => provider.token({ ...good, nbf: now() + 600 })],
    [
      'from the future',
      (good) => provider.token({ ...good, iat: now() + 3600, exp: now() + 7200 }),
    ],
    ['from last week', (good) => provider.token({ ...good, iat: now() - 7 * 86_400 })],
    ['without a person', (good) => provider.token(without('sub', good))],
    ['about a number', (good) => provider.token({ ...good, sub: 7 })],
    ['about a list', (good) => provider.token({ ...good, sub: ['a', 'b'] })],
    ['about an object', (good) => provider.token({ ...good, sub: { id: 'a' } })],
    ['about an empty name', (good) => provider.token({ ...good, sub: '' })],
    ['about a name of 300 characters', (good) => provider.token({ ...good, sub: 'x'.repeat(300) })],
    ['about a name with a NUL', (good) => provider.token({ ...good, sub: 'a\0b' })],
    ['without a signature', (good) => provider.token(good, { alg: 'none' }, () => '')],
    [
      'without a signature, in other letters',
      (good) => provider.token(good, { alg: 'nOnE' }, () => ''),
    ],
    [
      'signed with the public key as a secret',
      (good) =>
        provider.token(good, { alg: 'HS256' }, (text) =>
          createHmac('sha256', pem()).update(text).digest('base64url'),
        ),
    ],
    [
      'signed with the client secret',
      (good) =>
        provider.token(good, { alg: 'HS256' }, (text) =>
          createHmac('sha256', provider.setting.client_secret).update(text).digest('base64url'),
        ),
    ],
    [
      'signed with a key that it brings along',
      (good) => other.token(good, { kid: 'acme', jwk: other.publicKey.export({ format: 'jwk' }) }),
    ],
    ['that asks for an unknown rule', (good) => provider.token(good, { crit: ['x'], x: 1 })],
    ['of another provider', (good) => other.token({ ...other.claims(String(good['nonce'])) })],
    ['that is a number', () => 7],
    ['that is not there', () => undefined],
    ['of two parts', (good) => provider.token(good).split('.').slice(0, 2).join('.')],
  ])('%s', async (_, token) => {
    expect(await signIn(token)).toBe('/auth?problem=failed')
  })
})

describe('an answer', () => {
  const paths = ['discovery', 'jwks', 'token', 'userinfo'] as const
  const redirects = [301, 302, 303, 307, 308]
  const flow = { state: 's', nonce: 'n', verifier: 'v', redirectUri: 'http://127.0.0.1/back' }
  /** A gateway that has read nothing yet, and waits shortly. */
  async function exchange(): Promise<unknown> {
    const setting = openIdProvider.parse(provider.setting)
    const gateway = createOpenId([setting], { totalMs: 500, most: 50_000 })
    return gateway.exchange(setting, { ...flow, code: 'any' })
  }
  const good = (): void => {
    const { email: _, ...claims } = provider.claims(flow.nonce)
    provider.answer('token', sends({ access_token: 'a', id_token: provider.token(claims) }))
    provider.answer('userinfo', sends({ ...claims, email: 'ana@acme.example' }))
  }

  test('of all four addresses is read', async () => {
    good()
    expect(await exchange()).toMatchObject({ email: 'ana@acme.example' })
  })

  test.each(paths)('of %s ends in time and size, and leads nowhere else', async (path) => {
    const before = other.asked[path]
    for (const every of [0, 50]) {
      good()
      provider.answer(path, endless(every))
      await expect(exchange()).rejects.toThrow()
    }
    for (const status of redirects) {
      good()
      provider.answer(path, (response) => {
        response.writeHead(status, { location: `${other.issuer}/${path}` }).end()
      })
      await expect(exchange()).rejects.toThrow()
    }
    expect(other.asked[path]).toBe(before)
  })

  test('with thousands of keys, or with keys of no kind, is refused', async () => {
    for (const keys of [Array.from({ length: 5000 }, () => ({ kty: 'EC' })), [{}], 'keys']) {
      good()
      provider.answer('jwks', sends({ keys }))
      await expect(exchange()).rejects.toThrow()
    }
  })

  test.each<[string, Claims]>([
    ['another issuer', { issuer: 'https://evil.example' }],
    ['no keys', { jwks_uri: undefined }],
    ['an address that is a script', { authorization_endpoint: 'javascript:alert(1)' }],
    ['an address of a file', { token_endpoint: 'file:///etc/passwd' }],
  ])('that names %s is none', async (_, changes) => {
    good()
    provider.answer('discovery', sends(provider.discovery(changes)))
    await expect(exchange()).rejects.toThrow()
  })

  test('about another person than the token is refused', async () => {
    good()
    provider.answer('userinfo', sends({ sub: 'another', email: 'ana@acme.example' }))
    await expect(exchange()).rejects.toThrow()
  })
})

test('an answer of one provider in the flow of another is refused before its code is sent', async () => {
  const visitor = app.visitor()
  const flow = await leave(visitor, 'other')
  const iss = encodeURIComponent(provider.issuer)
  expect(await comeBack(visitor, flow, `&iss=${iss}`)).toBe('/auth?problem=failed')
  expect(other.asked.token).toBe(0)
})
