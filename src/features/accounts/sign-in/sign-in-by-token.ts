// Sign-in with a provider's id token that the client obtained itself, as mobile apps do.
import { createHash } from 'node:crypto'
import { AppError } from '#domain/errors.ts'
import type { Network } from '#domain/limits.ts'
import type { IdTokenGrantInput, TokenSession } from '#domain/accounts/token-api.ts'
import { insertUsedProof } from '#data/accounts/identities.ts'
import { hashOf } from '#gateways/secrets.ts'
import type { Deps } from '../../deps.ts'
import { accountOfProvider } from './open-provider-account.ts'
import { countedProof, sessionFor } from '../prove-account-code.ts'

/**
 * The token contains the hash of a nonce that only the client knows, so a stolen token is useless. Also without a nonce a token
 * works only once.
 */
export async function signInByIdToken(
  deps: Deps,
  { provider: id, id_token, nonce }: IdTokenGrantInput,
  userAgent: string,
  network: Network,
): Promise<TokenSession> {
  const provider = deps.openId.find(id)
  if (!provider) throw new AppError('provider.missing')
  const hashed = nonce ? createHash('sha256').update(nonce).digest('hex') : undefined
  const claims = await countedProof(deps, network, async () => {
    const found = await deps.openId.readIdToken(provider, id_token, hashed)
    if (!found) throw new AppError('provider.tokenInvalid')
    return found
  })
  const userId = await accountOfProvider(deps, provider.id, claims)
  // Without the signature: some signatures have two valid encodings.
  const signed = id_token.split('.').slice(0, 2).join('.')
  if (!(await insertUsedProof(deps.db.queries, hashOf(`id token ${signed}`), claims.expires))) {
    throw new AppError('provider.tokenInvalid')
  }
  return sessionFor(deps, userId, 'oauth', userAgent)
}
