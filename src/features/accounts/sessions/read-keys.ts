// The public keys that verify access tokens.
import type { Deps } from '../../deps.ts'

export const readKeys = (deps: Deps): Promise<{ keys: object[] }> => deps.auth.publicKeys()
