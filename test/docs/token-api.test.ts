// Every line of docs/token-api.sh works: each is run in order against a real server, as a reader would run it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createOTP } from '@better-auth/utils/otp'
import { base32 } from '@better-auth/utils/base32'
import { Address, Hex, PersonalMessage, Secp256k1, Signature, Siwe } from 'ox'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/app.ts'
import { fieldsOf } from '#test/html.ts'
import { openIdServer, type OpenIdServer } from '#test/servers/openid-provider.ts'

const operatorToken = 'operator-'.repeat(4)
const calls = readFileSync(path.join(import.meta.dirname, '../..', 'docs', 'token-api.sh'), 'utf8')
const lines = calls.split('\n').filter((line) => line.startsWith('curl '))

let app: TestApp
let provider: OpenIdServer
beforeAll(async () => {
  provider = await openIdServer()
  const OPENID_PROVIDERS = JSON.stringify([provider.setting])
  app = await createTestApp({ env: { OPERATOR_TOKEN: operatorToken, OPENID_PROVIDERS } })
  provider.register(app.url, { conformIdTokenClaims: false })
})
afterAll(async () => {
  await app.close()
  provider.close()
})

type Answer = Record<string, unknown> & { user?: { id: string } }
const known: Record<string, string> = {}

/** As a shell would: variables filled in, quotes taken away. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []
  const filled = (text: string) =>
    text.replace(/\$(\w+)/g, (_, name: string) => {
      if (known[name] === undefined) throw new Error(`nothing is known of ${name}`)
      return known[name]
    })
  return words.map((word) =>
    word.replace(/'([^']*)'|"([^"]*)"|([^'"]+)/g, (_, plain?: string, quoted?: string, bare = '') =>
      plain === undefined ? filled(quoted ?? String(bare)) : plain,
    ),
  )
}

async function run(line: string): Promise<{ status: number; body: Answer }> {
  const words = wordsOf(line)
  const after = (flag: string) =>
    words.flatMap((word, place) => (words[place - 1] === flag ? [word] : []))
  const address = words.find((word) => word.startsWith('http')) ?? ''
  const [body] = after('-d')
  const answer = await fetch(address, {
    method: after('-X')[0] ?? 'GET',
    headers: Object.fromEntries(
      after('-H').map((header) => header.split(/: (.*)/).slice(0, 2)),
    ) as Record<string, string>,
    ...(body !== undefined && { body }),
    redirect: 'manual',
  })
  const text = await answer.text()
  return { status: answer.status, body: (text ? JSON.parse(text) : {}) as Answer }
}

/** What a reader would have to look up between two lines: the newest mail, the phone. */
async function lookUp(line: string): Promise<void> {
  const email = known.EMAIL ?? ''
  if (line.includes('$CODE')) {
    const { code, text } = await app.mailTo(email)
    known.CODE = code
    known.LINK = /http:\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? ''
  }
  if (line.includes('$AUTH_CODE')) {
    await run(lines.find((other) => other.includes('/otp')) ?? '')
    const { text } = await app.mailTo(email)
    const link = /http:\S+\/auth\/v1\/verify\?\S+/.exec(text)?.[0] ?? ''
    const form = fieldsOf(await (await fetch(link)).text())
    const { headers } = await app
      .visitor()
      .fetch('/auth/v1/verify', { method: 'POST', body: new URLSearchParams(form) })
    known.AUTH_CODE = new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
  }
  if (line.includes('$ID_TOKEN')) {
    provider.people.set('ana', { email: 'ana@acme.example', email_verified: true })
    known.NONCE = randomUUID()
    const nonce = createHash('sha256').update(known.NONCE).digest('hex')
    known.ID_TOKEN = await provider.idToken(app.url, 'ana', nonce)
  }
  if (line.includes('$SIGNED_MESSAGE')) known.SIGNED_MESSAGE = JSON.stringify(signedMessage())
  if (line.includes('$TOTP')) {
    const raw = new TextDecoder().decode(base32.decode(known.SECRET ?? ''))
    known.TOTP = await createOTP(raw).hotp(Math.floor(app.clock.now().getTime() / 30_000))
  }
}

/** What a wallet would show its owner, and sign. */
function signedMessage() {
  const privateKey = Secp256k1.randomPrivateKey()
  const { host, href } = new URL(app.url)
  const message = Siwe.createMessage({
    address: Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey })),
    chainId: 1,
    domain: host,
    issuedAt: app.clock.now(),
    nonce: Siwe.generateNonce(),
    uri: href,
    version: '1',
  })
  const payload = PersonalMessage.getSignPayload(Hex.fromString(message))
  const signature = Signature.toHex(Secp256k1.sign({ payload, privateKey }))
  return { chain: 'ethereum', message, signature }
}

function learn(line: string, body: Answer): void {
  if (typeof body.access_token === 'string') {
    // The account of the later lines is the one that signed in; signing up made another.
    if (/\/signup|=id_token|=web3/.test(line)) return
    known.ACCESS = body.access_token
    known.REFRESH = String(body.refresh_token)
  }
  if (line.includes('/challenge"')) known.CHALLENGE_ID = String(body.id)
  if (line.endsWith('"Tablet"}\'')) {
    known.FACTOR = String(body.id)
    known.SECRET = (body.totp as { secret: string }).secret
  }
  if (Array.isArray(body.codes)) known.RECOVERY_CODE = String(body.codes[0])
  if (line.includes('made-')) known.USER_ID = String(body.id)
}

test('every line', async () => {
  known.BASE = app.url
  known.EMAIL = (await app.person()).email
  known.PROVIDER = provider.setting.id
  known.OPERATOR_TOKEN = operatorToken
  known.VERIFIER = randomBytes(28).toString('hex')
  known.CHALLENGE = createHash('sha256').update(known.VERIFIER).digest('base64url')
  expect(lines.length).toBeGreaterThan(25)
  for (const line of lines) {
    await lookUp(line)
    const { status, body } = await run(line)
    expect([line, status, body.msg]).toEqual([
      line,
      line.includes('/logout') ? 204 : line.includes('/authorize') ? 302 : 200,
      undefined,
    ])
    learn(line, body)
  }
}, 30_000)

test('every address of the token API is in the file', () => {
  const answered = app.routes
    .filter(({ method, path }) => method !== 'ALL' && path.startsWith('/auth/v1/'))
    .map(({ path }) => path.replace(/:\w+/g, '').replace(/\/$/, ''))
  const described = calls.replace(/\$\w+/g, '')
  expect(answered.length).toBeGreaterThan(20)
  const missing = answered.filter((address) => !described.includes(address) && !address.includes('//'))
  expect(missing).toEqual([])
})
