// Passkeys as second factors with the public auth-js client.
import { expect, test } from 'vitest'
import { openApp, type Member } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'
import { device, type Device } from '#test/people/device.ts'

const app = await openApp()

async function confirmed(): Promise<Member> {
  const person = await app.person()
  await app.confirm(person)
  return person
}

type Client = ReturnType<typeof authClient>
type Verify = Parameters<Client['mfa']['verify']>[0]

async function signedIn(email: string): Promise<Client> {
  const client = authClient(app.url)
  const { error } = await client.signInWithPassword({ email, password: 'correct horse' })
  if (error) throw error
  return client
}

/** What a browser would do between challenge and verify. The client has bytes by then; a device in software reads texts. */
async function show(client: Client, factorId: string, by: Device, kind: 'create' | 'request') {
  const webauthn = { rpId: new URL(app.url).hostname, rpOrigins: [app.url] }
  const { data, error } = await client.mfa.challenge({ factorId, webauthn })
  if (error) throw error
  if (!('webauthn' in data)) throw new Error('no challenge for a device')
  expect(data.webauthn.type).toBe(kind)
  const { publicKey } = data.webauthn.credential_options
  const challenge = Buffer.from(publicKey.challenge as ArrayBuffer).toString('base64url')
  const rp = { id: webauthn.rpId }
  const credential =
    kind === 'create' ? by.create({ challenge, rp }) : by.get({ challenge, rpId: rp.id })
  const input = {
    factorId,
    challengeId: data.id,
    webauthn: {
      ...webauthn,
      type: kind,
      credential_response: { ...credential, toJSON: () => credential },
    },
  }
  return client.mfa.verify(input as unknown as Verify)
}

// shows: 7-27
test('is enrolled, needed from then on, and shown', async () => {
  const person = await confirmed()
  const client = await signedIn(person.email)
  const mine = device(app.url)
  const enrolled = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  expect(enrolled.error).toBeNull()
  const factorId = enrolled.data?.id ?? ''
  expect((await show(client, factorId, mine, 'create')).error).toBeNull()
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
  expect((await client.mfa.listFactors()).data?.webauthn.map(({ id }) => id)).toEqual([factorId])

  const again = await signedIn(person.email)
  const level = await again.mfa.getAuthenticatorAssuranceLevel()
  expect(level.data).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
  expect((await again.updateUser({ password: 'another horse' })).error?.code).toBe(
    'insufficient_aal',
  )
  expect((await show(again, factorId, mine, 'request')).error).toBeNull()
  expect((await again.getClaims()).data?.claims.amr?.[0]).toMatchObject({ method: 'mfa/webauthn' })

  // The same device signs in at our own page, without the password.
  const visitor = app.visitor()
  type Asked = { challenge_id: string; options: { challenge: string; rpId: string } }
  const { body } = await visitor.call<Asked>('/api/accounts/passkey-sign-in/begin', { body: {} })
  const { status } = await visitor.call('/api/accounts/passkey-sign-in', {
    body: { challenge_id: body.challenge_id, credential: mine.get(body.options) },
  })
  expect(status).toBe(200)

  expect((await again.mfa.unenroll({ factorId })).error).toBeNull()
  expect((await visitor.call('/api/accounts/passkeys')).body).toEqual({ passkeys: [] })
})

// shows: 7-27
test('another device, an answer used twice, and a code in its place are refused', async () => {
  const person = await confirmed()
  const client = await signedIn(person.email)
  const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  const factorId = data?.id ?? ''
  const mine = device(app.url)
  await show(client, factorId, mine, 'create')
  const thief = await signedIn(person.email)
  const theirs = await show(thief, factorId, device(app.url), 'request')
  expect([theirs.error?.status, theirs.error?.code]).toEqual([422, 'mfa_verification_failed'])
  const challenged = await thief.mfa.challenge({ factorId })
  const challengeId = challenged.data?.id ?? ''
  const typed = await thief.mfa.verify({ factorId, challengeId, code: '123456' })
  expect(typed.error?.code).toBe('mfa_verification_failed')
  expect((await show(thief, factorId, mine, 'request')).error).toBeNull()
})

test('whoever has a factor shows it before a passkey becomes another', async () => {
  const person = await confirmed()
  const client = await signedIn(person.email)
  const { data } = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Laptop' })
  await show(client, data?.id ?? '', device(app.url), 'create')
  const thief = await signedIn(person.email)
  const { error } = await thief.mfa.enroll({ factorType: 'webauthn', friendlyName: 'Mine' })
  expect(error?.code).toBe('insufficient_aal')
})
