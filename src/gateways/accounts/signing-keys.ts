// The private keys that access tokens are signed with, encrypted in the database like every other secret.
import { symmetricDecrypt } from 'better-auth/crypto'
import type { JwtOptions } from 'better-auth/plugins/jwt'
import type { Secrets } from '../secrets.ts'

/** A stored private key, decrypted. Older ones were encrypted by the library itself. */
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

/**
 * Replaces the library's own store, which would know only one main key and not its rotation. Of calls that find no key
 * at the same time, such as the first ones of an installation, each would create one; here a process creates one for
 * all of them. Two processes may create one each, and both are valid.
 */
export function signingKeysIn(secrets: Secrets): JwkAdapter {
  const opened = async (row: StoredKey) => ({
    ...row,
    privateKey: await openSigningKey(secrets, row.privateKey),
  })
  let creating: Promise<StoredKey> | undefined

  async function create(...[key, { context }]: Parameters<JwkAdapter['createJwk']>) {
    const rows = await context.adapter.findMany<StoredKey>({ model: 'jwks' })
    // Created since the caller looked.
    const made = rows.find(({ expiresAt }) => !expiresAt || expiresAt > new Date())
    if (made) return opened(made)
    const data = { ...key, privateKey: secrets.encrypt(key.privateKey), createdAt: new Date() }
    const row = await context.adapter.create<Omit<StoredKey, 'id'>, StoredKey>({
      model: 'jwks',
      data,
    })
    return { ...row, privateKey: key.privateKey }
  }

  return {
    async getJwks({ context }) {
      const rows = await context.adapter.findMany<StoredKey>({ model: 'jwks' })
      return Promise.all(rows.map(opened))
    },
    createJwk(...wanted) {
      creating ??= create(...wanted).finally(() => (creating = undefined))
      return creating
    },
  }
}
