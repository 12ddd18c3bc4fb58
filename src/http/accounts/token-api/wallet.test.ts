// Sign-in with a wallet, with the public auth-js client and the tests' own keys.
import { generateKeyPairSync, sign } from 'node:crypto'
import { Base58, Hex, PersonalMessage, Secp256k1, Signature, Address } from 'ox'
import { describe, expect, test } from 'vitest'
import { openApp } from '#test/app.ts'
import { authClient } from '#test/people/auth-client.ts'

const app = await openApp()

/** What a browser's wallet offers to pages. */
function ethereum() {
  const key = Secp256k1.randomPrivateKey()
  const address = Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey: key }))
  const signed = (text: string) => {
    const payload = PersonalMessage.getSignPayload(Hex.fromString(text))
    return Signature.toHex(Secp256k1.sign({ payload, privateKey: key }))
  }
  return {
    address,
    signed,
    async request({ method, params }: { method: string; params?: unknown }) {
      if (method === 'eth_requestAccounts') return [address]
      if (method === 'eth_chainId') return '0x1'
      if (method !== 'personal_sign') throw new Error(`unknown method ${method}`)
      return signed(Hex.toString((params as [Hex.Hex])[0]))
    },
  }
}
type Wallet = ReturnType<typeof ethereum>
type Credentials = Parameters<ReturnType<typeof authClient>['signInWithWeb3']>[0]

const signIn = (wallet: Wallet, values: Record<string, unknown> = {}, url = app.url) =>
  authClient(app.url).signInWithWeb3({
    chain: 'ethereum',
    wallet,
    statement: 'I accept the terms of Storehand.',
    options: { url, signInWithEthereum: values },
  } as unknown as Credentials)

const send = (message: string, signature: string) =>
  authClient(app.url).signInWithWeb3({
    chain: 'ethereum',
    message,
    signature: signature as Hex.Hex,
  })

const text = (wallet: Wallet, lines: Record<string, string> = {}) => {
  const { host, href } = new URL(app.url)
  const fields = {
    URI: href,
    Version: '1',
    'Chain ID': '1',
    'Issued At': app.clock.now().toISOString(),
    ...lines,
  }
  const body = Object.entries(fields).map(([name, value]) => `${name}: ${value}`)
  const head = `${host} wants you to sign in with your Ethereum account:\n${wallet.address}\n\n`
  return `${head}${body.join('\n')}`
}

describe('an Ethereum wallet', () => {
  // shows: 7-15
  test('opens an account of its own, and the same one again', async () => {
    const wallet = ethereum()
    const first = await signIn(wallet)
    expect(first.error).toBeNull()
    expect(first.data.user).toMatchObject({ email: '', app_metadata: { provider: 'web3' } })
    expect(first.data.user?.identities?.map(({ id }) => id)).toEqual([
      `web3:ethereum:${wallet.address.toLowerCase()}`,
    ])
    const { rows } = await app.deps.db.pool.query('select first_name from profiles where id = $1', [
      first.data.user?.id,
    ])
    expect(rows).toEqual([{ first_name: 'Wallet' }])
    const again = await signIn(wallet, { nonce: 'abcdefgh12345678' })
    expect(again.data.user?.id).toBe(first.data.user?.id)
    expect((await signIn(ethereum())).data.user?.id).not.toBe(first.data.user?.id)
  })

  const refused = async (signed: ReturnType<typeof send>) => {
    const { error } = await signed
    expect([error?.status, error?.code]).toEqual([400, 'bad_web3_signature'])
  }

  // shows: 7-15
  test('is refused when the message was signed for another site', async () => {
    await refused(signIn(ethereum(), {}, 'https://evil.example'))
    const wallet = ethereum()
    const foreign = text(wallet, { URI: 'https://evil.example/' })
    await refused(send(foreign, wallet.signed(foreign)))
  })

  test('is refused a second time, by message and by nonce', async () => {
    const wallet = ethereum()
    const message = text(wallet)
    const signature = wallet.signed(message)
    expect((await send(message, signature)).error).toBeNull()
    await refused(send(message, signature))
    const nonce = 'onceonly12345678'
    expect((await signIn(wallet, { nonce })).error).toBeNull()
    await refused(signIn(wallet, { nonce }))
  })

  test.each([
    ['eleven minutes old', { 'Issued At': -660 }],
    ['of the time to come', { 'Issued At': 300 }],
    ['that has expired', { 'Expiration Time': -1 }],
    ['that does not hold yet', { 'Not Before': 300 }],
  ])('is refused a message %s', async (_, seconds) => {
    const wallet = ethereum()
    const at = (from: number) => new Date(app.clock.now().getTime() + from * 1000).toISOString()
    const lines = Object.entries(seconds).map(([name, from]) => [name, at(from)])
    const message = text(wallet, Object.fromEntries(lines) as Record<string, string>)
    await refused(send(message, wallet.signed(message)))
  })

  test('is refused with the signature of another, or none', async () => {
    const [mine, theirs] = [ethereum(), ethereum()]
    const message = text(mine)
    await refused(send(message, theirs.signed(message)))
    await refused(send(message, '0x00'))
    await refused(send(message, mine.signed(`${message} `)))
  })

  test.each([
    ['without a time', (whole: string) => whole.replace(/\nIssued At: .*/, '')],
    ['with a field twice', (whole: string) => `${whole}\nIssued At: 2030-01-01T00:00:00Z`],
    ['with a field that nobody knows', (whole: string) => `${whole}\nAdmin: true`],
    ['of another version', (whole: string) => whole.replace('Version: 1', 'Version: 2')],
    ['of plain words', () => 'let me in'],
  ])('is refused a message %s', async (_, change) => {
    const wallet = ethereum()
    const message = change(text(wallet))
    await refused(send(message, wallet.signed(message)))
  })
})

test('a Solana wallet signs in too, and another key does not', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
  const address = Base58.fromBytes(new Uint8Array(raw))
  const wallet = (by: typeof privateKey) => ({
    publicKey: { toBase58: () => address },
    signMessage: async (message: Uint8Array) => new Uint8Array(sign(null, message, by)),
  })
  const signIn = (by: typeof privateKey) =>
    authClient(app.url).signInWithWeb3({
      chain: 'solana',
      wallet: wallet(by),
      statement: 'I accept the terms of Storehand.',
      options: { url: app.url },
    } as unknown as Credentials)
  const { data, error } = await signIn(privateKey)
  expect(error).toBeNull()
  expect(data.user?.identities?.map(({ id }) => id)).toEqual([`web3:solana:${address}`])
  const { privateKey: other } = generateKeyPairSync('ed25519')
  expect((await signIn(other)).error?.code).toBe('bad_web3_signature')
})
