// The public keys that access tokens are checked with.
import type { Deps } from '../../deps.ts'

export const readKeys = (deps: Deps): Promise<{ keys: object[] }> => deps.auth.publicKeys()
