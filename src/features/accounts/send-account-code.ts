// Mails a code, usually with a link: for sign-in, recovery or verification of an address.
import { randomBytes } from 'node:crypto'
import { slowAddressMailUses } from '#domain/limits.ts'
import type { AccountCodeKind, NewUserData } from '#domain/accounts/token-api.ts'
import { hoursOf } from '#domain/accounts/token-api.ts'
import type { MailViews } from '#domain/mails/mails.ts'
import { isWalletEmail } from '#domain/accounts/wallets.ts'
import { insertAccountCode } from '#data/accounts/account-codes.ts'
import type { Queries, Tx } from '#data/database.ts'
import { insertMail } from '#data/mails/mails.ts'
import { insertUses } from '#data/rate-limits.ts'
import { hashOf, newCode, newToken } from '#gateways/secrets.ts'
import type { Deps } from '../deps.ts'

/** Purpose of the code's signature: a code is valid for one kind only. */
export const accountCodePurpose = (kind: AccountCodeKind): string => `account code ${kind}`

export type LinkOptions = {
  /** Where the link redirects to. */
  redirectTo?: string | undefined
  /** PKCE challenge of the client. */
  codeChallenge?: string | undefined
  /** The session that requested the mail. */
  sessionId?: string | undefined
  /** For our own pages: the link gives no session. */
  isForPage?: boolean
  /** Created by the operator, who also set up the account. */
  isVouched?: boolean
  /** The caller has already counted the mail for the rate limit. */
  isCounted?: boolean
}

export type Recipient = { email: string; user_id: string | null; user_data: NewUserData | null }
type Purpose = Exclude<AccountCodeKind, 'reset'>

/** Sends no mail over the address's limit. */
export async function sendAccountCode(
  deps: Deps,
  kind: Purpose,
  to: Recipient,
  options: LinkOptions = {},
): Promise<void> {
  await deps.db.transaction((tx) => queueAccountCode(deps, tx, kind, to, options))
}

/** The same in the transaction of the caller. */
export async function queueAccountCode(
  deps: Deps,
  tx: Tx,
  kind: Purpose,
  to: Recipient,
  options: LinkOptions = {},
): Promise<void> {
  // A wallet account has no email address.
  if (isWalletEmail(to.email)) return
  // Over the limit the last code stays valid, so that others cannot invalidate it.
  if (!options.isCounted && (await insertUses(tx, slowAddressMailUses(to.email)))) return
  const { code, link } = await makeAccountCode(deps, tx, kind, to, options)
  const data: MailViews['account-code'] = {
    purpose: kind,
    code,
    // A reauthentication code must be typed on the page that asks for it.
    link: kind === 'reauthentication' ? null : link,
    hoursValid: hoursOf(kind),
  }
  await insertMail(tx, {
    organization_id: null,
    kind: 'account-code',
    recipient: to.email,
    sender_name: 'Storehand',
    data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
  })
}

/** Builds the link only from the configured URL, never from a header or body of the request. */
export async function queueResetLink(
  deps: Deps,
  tx: Tx,
  to: Recipient,
  name: string,
): Promise<void> {
  const token = await makeResetToken(deps, tx, to)
  const data: MailViews['reset-password'] = {
    name,
    link: resetPage(deps, token),
    hoursValid: hoursOf('reset'),
  }
  await insertMail(tx, {
    organization_id: null,
    kind: 'reset-password',
    recipient: to.email,
    sender_name: 'Storehand',
    data_sealed: deps.secrets.encrypt(JSON.stringify(data)),
  })
}

/** URL of our page for a new password. */
export const resetPage = (deps: Deps, token: string): string =>
  `${deps.appUrl}/auth?type=recovery&token=${encodeURIComponent(token)}`

export async function makeResetToken(deps: Deps, tx: Queries, to: Recipient): Promise<string> {
  const token = newToken()
  await insertAccountCode(tx, {
    ...to,
    kind: 'reset',
    token_hash: hashOf(token),
    // Random: this mail has only a link, no code.
    code_hash: randomBytes(32),
    code_challenge: null,
    session_id: null,
    is_vouched: false,
    expires_at: endOf(deps, 'reset'),
  })
  return token
}

const endOf = (deps: Deps, kind: AccountCodeKind): Date =>
  new Date(deps.clock.now().getTime() + hoursOf(kind) * 3_600_000)

/** Creates the code and the link; replaces the last one of its kind for the address. */
export async function makeAccountCode(
  deps: Deps,
  tx: Queries,
  kind: Purpose,
  to: Recipient,
  { redirectTo, codeChallenge, sessionId, isForPage, isVouched = false }: LinkOptions,
): Promise<{ token: string; code: string; link: string }> {
  const token = newToken()
  const code = newCode()
  await insertAccountCode(tx, {
    ...to,
    kind,
    token_hash: hashOf(token),
    code_hash: deps.secrets.sign(accountCodePurpose(kind), `${to.email} ${code}`),
    code_challenge: codeChallenge ?? null,
    session_id: sessionId ?? null,
    is_vouched: isVouched,
    expires_at: endOf(deps, kind),
  })
  const query = new URLSearchParams({
    token,
    type: kind,
    redirect_to: ownAddress(deps, redirectTo),
    ...(isForPage && { session: 'none' }),
  })
  return { token, code, link: `${deps.appUrl}/auth/v1/verify?${query}` }
}

/** The address if it is one of ours, otherwise our root: a link to another site would give it the session. */
export function ownAddress(deps: Deps, address = ''): string {
  const own = new URL(deps.appUrl)
  const asked = URL.canParse(address, own) ? new URL(address, own) : own
  // Does not compare origins, which `blob:` URLs share; rejects user names, which can imitate our host.
  const isOurs =
    asked.protocol === own.protocol &&
    asked.host === own.host &&
    asked.username === '' &&
    asked.password === ''
  return isOurs ? asked.href : own.href
}
