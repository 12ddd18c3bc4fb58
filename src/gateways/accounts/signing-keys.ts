// The private keys that access tokens are signed with, encrypted in the database like every other secret.
import { symmetricDecrypt } from 'better-auth/crypto'
import type { JwtOptions } from 'better-auth/plugins/jwt'
import type { Secrets } from '../secrets.ts'

/** A stored private key, decrypted. The library itself encrypted those from before. */
export async function openSigningKey(secrets: Secrets, stored: string): Promise<string> {
  if (!stored.startsWith('"')) return secrets.decrypt(stored)
  const data = JSON.parse(stored) as string
  let failure: unknown
  for (const key of secrets.mainKeys()) {
    try {
      return await symmetricDecrypt({ key, data })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

type JwkAdapter = Required<NonNullable<JwtOptions['adapter']>>
type StoredKey = Awaited<ReturnType<JwkAdapter['createJwk']>>

/** In place of the library's own, which would know one main key only and not its rotation. */
export const signingKeysIn = (secrets: Secrets): JwkAdapter => ({
  async getJwks({ context }) {
    const rows = await context.adapter.findMany<StoredKey>({ model: 'jwks' })
    return Promise.all(
      rows.map(async (row) => ({
        ...row,
        privateKey: await openSigningKey(secrets, row.privateKey),
      })),
    )
  },
  async createJwk(key, { context }) {
    const data = { ...key, privateKey: secrets.encrypt(key.privateKey), createdAt: new Date() }
    const row = await context.adapter.create<Omit<StoredKey, 'id'>, StoredKey>({
      model: 'jwks',
      data,
    })
    return { ...row, privateKey: key.privateKey }
  },
})
