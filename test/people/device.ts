// A software passkey device: creates keys and signs by the WebAuthn standard, and can be made to misbehave.
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type Cbor = number | string | Buffer | Map<number | string, Cbor>

/** The part of CBOR that a new key needs. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length])
    if (length < 256) return Buffer.from([(major << 5) | 24, length])
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -value - 1) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const pairs = [...value].flatMap(([name, of]) => [cbor(name), cbor(of)])
  return Buffer.concat([head(5, value.size), ...pairs])
}

export type CreateOptions = { challenge: string; rp: { id?: string } }
export type RequestOptions = { challenge: string; rpId?: string }

export type Device = {
  create(options: CreateOptions): ReturnType<typeof answer>
  get(options: RequestOptions): ReturnType<typeof answer>
  /** The origin of the page, which a browser adds to every answer. */
  origin: string
  /** Whether the owner unlocked it by finger, face or PIN. */
  isOpened: boolean
  /** The signature counter. */
  counter: number
}

const answer = (id: string, response: Record<string, string | string[]>) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  response,
  clientExtensionResults: {},
})

export function device(origin: string): Device {
  const id = randomBytes(16)
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = id.toString('base64url')

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: it.origin, crossOrigin: false }))
  const authData = (rpId: string, flags: number, ...more: Buffer[]) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(it.counter)
    const opened = it.isOpened ? 4 : 0
    const hash = createHash('sha256').update(rpId).digest()
    return Buffer.concat([hash, Buffer.from([flags | 1 | opened]), count, ...more])
  }

  const it: Device = {
    origin,
    isOpened: true,
    counter: 1,
    create({ challenge, rp }) {
      const length = Buffer.from([0, id.length])
      const made = authData(rp.id ?? '', 64, Buffer.alloc(16), length, id, coseKey(keys.publicKey))
      const attestation = new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', made],
      ])
      return answer(name, {
        clientDataJSON: clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    get({ challenge, rpId = '' }) {
      it.counter += 1
      const data = clientData('webauthn.get', challenge)
      const auth = authData(rpId, 0)
      const signed = Buffer.concat([auth, createHash('sha256').update(data).digest()])
      return answer(name, {
        clientDataJSON: data.toString('base64url'),
        authenticatorData: auth.toString('base64url'),
        signature: sign('sha256', signed, keys.privateKey).toString('base64url'),
      })
    },
  }
  return it
}

/** An ES256 key on P-256 in COSE format. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}
