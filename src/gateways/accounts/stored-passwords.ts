// The passwords of accounts, of which only hashes are stored.
import type { CurrentLibrary } from './auth-library.ts'

export type StoredPasswords = {
  /** Whether the password is right; undefined when the account has none. */
  isPassword(userId: string, password: string): Promise<boolean | undefined>
  /** The stored hash of a password. */
  hashPassword(password: string): Promise<string>
  setPassword(userId: string, password: string): Promise<void>
}

/** Stores the first password of an account. */
export async function linkPassword(
  library: CurrentLibrary,
  userId: string,
  hash: string,
): Promise<void> {
  const { internalAdapter } = await library().$context
  await internalAdapter.linkAccount({
    userId,
    providerId: 'credential',
    accountId: userId,
    password: hash,
  })
}

export const createStoredPasswords = (library: CurrentLibrary): StoredPasswords => ({
  async isPassword(userId, given) {
    const { internalAdapter, password } = await library().$context
    const hash = (await internalAdapter.findCredentialAccount(userId))?.password
    return hash ? password.verify({ hash, password: given }) : undefined
  },
  async hashPassword(given) {
    const { password } = await library().$context
    return password.hash(given)
  },
  async setPassword(userId, given) {
    const { internalAdapter, password } = await library().$context
    const hash = await password.hash(given)
    if (await internalAdapter.findCredentialAccount(userId)) {
      await internalAdapter.updatePassword(userId, hash)
    } else {
      await linkPassword(library, userId, hash)
    }
  },
})
