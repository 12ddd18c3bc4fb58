// Sign-in with a provider's id token that the auth-js client obtained itself.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import { openIdServer, type OpenIdServer } from '#test/servers/openid-provider.ts'

let app: TestApp
let provider: OpenIdServer
/** Another provider, which is set up too, under a client id of its own. */
let other: OpenIdServer
beforeAll(async () => {
  provider = await openIdServer()
  other = await openIdServer()
  const settings = [provider.setting, { ...other.setting, id: 'other', client_id: 'somebody-else' }]
  app = await createTestApp({ env: { OPENID_PROVIDERS: JSON.stringify(settings) } })
  // A provider that writes the address into the token, as most do.
  for (const server of [provider, other]) {
    server.register(app.url, { conformIdTokenClaims: false })
  }
})
afterAll(async () => {
  await app.close()
  provider.close()
  other.close()
})

function stranger(extra: Record<string, unknown> = {}, at = provider) {
  const login = randomUUID()
  const email = `${login}@acme.example`
  at.people.set(login, { email, email_verified: true, given_name: 'Ana', ...extra })
  return { login, email }
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const signIn = (token: string, nonce?: string, as = 'acme') =>
  authClient(app.url).signInWithIdToken({ provider: as, token, ...(nonce && { nonce }) })

// shows: 7-14
test('opens an account, and the same one with the next token', async () => {
  const { login, email } = stranger()
  const nonce = randomUUID()
  const first = await signIn(await provider.idToken(app.url, login, sha256(nonce)), nonce)
  expect(first.error).toBeNull()
  expect(first.data.user?.email).toBe(email)
  expect(first.data.user?.app_metadata.providers).toEqual(['email', 'acme'])
  const second = await signIn(await provider.idToken(app.url, login))
  expect(second.data.user?.id).toBe(first.data.user?.id)
})

describe('refuses', () => {
  const code = async (signedIn: ReturnType<typeof signIn>) => {
    const { error } = await signedIn
    return [error?.status, error?.code]
  }
  const worthless = [400, 'bad_jwt']

  // shows: 7-14, V10.5.1
  test('another nonce, one that is missing, and one that nobody asked for', async () => {
    const { login } = stranger()
    const nonce = randomUUID()
    const token = await provider.idToken(app.url, login, sha256(nonce))
    expect(await code(signIn(token, 'another'))).toEqual(worthless)
    expect(await code(signIn(token))).toEqual(worthless)
    // The hash can be read in the token: it is not the secret.
    expect(await code(signIn(token, sha256(nonce)))).toEqual(worthless)
    expect(await code(signIn(await provider.idToken(app.url, login), nonce))).toEqual(worthless)
  })

  // shows: V10.5.1
  test('a token a second time', async () => {
    const token = await provider.idToken(app.url, stranger().login)
    expect((await signIn(token)).error).toBeNull()
    expect(await code(signIn(token))).toEqual(worthless)
  })

  // shows: V10.5.4
  test('a token of another provider, or for another client of it', async () => {
    const token = await provider.idToken(app.url, stranger().login)
    expect(await code(signIn(token, undefined, 'other'))).toEqual(worthless)
    const theirs = await other.idToken(app.url, stranger({}, other).login)
    expect(await code(signIn(theirs, undefined, 'other'))).toEqual(worthless)
    expect(await code(signIn(theirs))).toEqual(worthless)
  })

  // shows: V6.8.2, V9.1.3
  test('a token that was changed, is unsigned, signed with our own secret, or is none', async () => {
    const token = await provider.idToken(app.url, stranger().login)
    const [head = '', payload = '', signature = ''] = token.split('.')
    const encode = (what: object) => Buffer.from(JSON.stringify(what)).toString('base64url')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
    const forged = encode({ ...claims, email: 'ruth@pannierlane.example' })
    // The secret that we share with the provider signs nothing.
    const keyed = `${encode({ alg: 'HS256' })}.${forged}`
    const secret = provider.setting.client_secret
    for (const wrong of [
      `${head}.${forged}.${signature}`,
      `${encode({ alg: 'none' })}.${forged}.`,
      `${keyed}.${createHmac('sha256', secret).update(keyed).digest('base64url')}`,
      'none',
      'a.b.c',
    ]) {
      expect(await code(signIn(wrong)), wrong).toEqual(worthless)
    }
  })

  test('an address that the provider has not verified', async () => {
    const person = await app.person()
    const { login } = stranger({ email: person.email, email_verified: false })
    expect(await code(signIn(await provider.idToken(app.url, login)))).toEqual([
      403,
      'provider_email_needs_verification',
    ])
  })

  test('a provider that is not set up', async () => {
    expect(await code(signIn('token', undefined, 'google'))).toEqual([400, 'provider_disabled'])
  })
})
