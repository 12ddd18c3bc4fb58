// Sign-in with a message signed by a crypto wallet; creates an account for a new wallet.
import { AppError } from '#domain/errors.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { signUpUses } from '#domain/accounts/account-limits.ts'
import type { TokenSession } from '#domain/accounts/token-api.ts'
import {
  isTimely,
  parseWalletMessage,
  WALLET_MESSAGE_SECONDS,
  walletEmail,
  type Chain,
  type WalletGrantInput,
  type WalletMessage,
} from '#domain/accounts/wallets.ts'
import { findAccountLocked } from '#data/accounts/account-states.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { isDuplicate } from '#data/database.ts'
import { findIdentity, insertIdentity, insertUsedProof } from '#data/accounts/identities.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findUserByEmail } from '#data/accounts/users.ts'
import { hashOf } from '#gateways/secrets.ts'
import { isSignedBy } from '#gateways/accounts/wallets.ts'
import type { Deps } from '../../deps.ts'
import { removeSignInMethods } from '../first-proof.ts'
import { countedProof, sessionFor } from '../prove-account-code.ts'
import { t } from '#domain/texts/text.ts'

const PROVIDER = 'web3'

export async function signInByWallet(
  deps: Deps,
  input: WalletGrantInput,
  userAgent: string,
  network: Network,
): Promise<TokenSession> {
  const message = await countedProof(deps, network, () => read(deps, input))
  const userId = await accountOfWallet(deps, input.chain, message.address, network)
  return sessionFor(deps, userId, PROVIDER, userAgent)
}

/** Checks that the message names our site, is recent and was not used before. */
async function read(deps: Deps, input: WalletGrantInput): Promise<WalletMessage> {
  const message = parseWalletMessage(input.chain, input.message)
  const own = new URL(deps.appUrl)
  const isOurs =
    message?.domain === own.host &&
    URL.canParse(message.uri) &&
    new URL(message.uri).origin === own.origin
  if (
    !isOurs ||
    !isTimely(message, deps.clock.now()) ||
    !(await isSignedBy(input.chain, message.address, input.message, input.signature))
  ) {
    throw new AppError('wallet.invalid')
  }
  const nonce = message.nonce ? `${nameOf(input.chain, message.address)} ${message.nonce}` : null
  const worthless = new Date(message.issued_at.getTime() + 2 * WALLET_MESSAGE_SECONDS * 1000)
  const hash = hashOf(`wallet ${nonce ?? input.message}`)
  if (!(await insertUsedProof(deps.db.queries, hash, worthless))) {
    throw new AppError('wallet.invalid')
  }
  return message
}

/** Ethereum addresses are case-insensitive, Solana addresses are not. */
const nameOf = (chain: Chain, address: string) =>
  `${PROVIDER}:${chain}:${chain === 'ethereum' ? address.toLowerCase() : address}`

async function accountOfWallet(
  deps: Deps,
  chain: Chain,
  address: string,
  network: Network,
): Promise<string> {
  const account_id = nameOf(chain, address)
  const known = await findIdentity(deps.db.queries, PROVIDER, account_id)
  if (known) return known.user_id
  const over = await insertUses(deps.db.queries, signUpUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
  const email = walletEmail(`${chain}-${hashOf(account_id).toString('hex').slice(0, 32)}`)
  const last_name = `${address.slice(0, 6)}…${address.slice(-4)}`
  await deps.auth
    .createUser({
      email,
      first_name: t('account.firstNameOfWallet'),
      last_name,
      email_verified: false,
    })
    .catch((error: unknown) => {
      // Two requests of the same wallet at the same time.
      if (!isDuplicate(error, 'users_email_key')) throw error
    })
  const user = await findUserByEmail(deps.db.queries, email)
  if (!user) throw new AppError('auth.unexpected')
  try {
    await deps.db.transaction(async (tx) => {
      // An account with this address but without the wallet was created by a person who guessed the address.
      const account = await findAccountLocked(tx, user.id)
      if (account?.hasPassword || account?.hasFactor) await removeSignInMethods(tx, user.id)
      await insertIdentity(tx, { user_id: user.id, provider_id: PROVIDER, account_id })
      await insertAuditEvent(tx, null, {
        actor_id: user.id,
        action: 'user.provider_linked',
        resource_type: 'user',
        resource_id: user.id,
        details: { provider: PROVIDER },
      })
    })
  } catch (error) {
    if (!isDuplicate(error, 'credentials_account_key')) throw error
  }
  return user.id
}
