// Mails a code, and mostly a link, to a person with an account: to sign in, recover, or prove an address.
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

/** What a code is signed for: the same digits are worth nothing for another purpose. */
export const accountCodePurpose = (kind: AccountCodeKind): string => `account code ${kind}`

export type LinkOptions = {
  /** Where an opened link leads. */
  redirectTo?: string | undefined
  /** The challenge of a client that waits for it. */
  codeChallenge?: string | undefined
  /** The session of the account that asks. */
  sessionId?: string | undefined
  /** For our own pages: whoever opens the link gets no session by it. */
  isForPage?: boolean
  /** The operator made it, and what is in the account. */
  isVouched?: boolean
  /** The mail was counted by whoever asked for it. */
  isCounted?: boolean
}

export type Recipient = { email: string; user_id: string | null; user_data: NewUserData | null }
type Purpose = Exclude<AccountCodeKind, 'reset'>

/** Over the limit of its address no mail goes out. */
export async function sendAccountCode(
  deps: Deps,
  kind: Purpose,
  to: Recipient,
  options: LinkOptions = {},
): Promise<void> {
  await deps.db.transaction((tx) => queueAccountCode(deps, tx, kind, to, options))
}

/** The same within a transaction; whoever calls wakes the mails. */
export async function queueAccountCode(
  deps: Deps,
  tx: Tx,
  kind: Purpose,
  to: Recipient,
  options: LinkOptions = {},
): Promise<void> {
  // A wallet's account has no mailbox.
  if (isWalletEmail(to.email)) return
  // Over the limit the code of the last mail stays good: nobody else can take it away.
  if (!options.isCounted && (await insertUses(tx, slowAddressMailUses(to.email)))) return
  const { code, link } = await makeAccountCode(deps, tx, kind, to, options)
  const data: MailViews['account-code'] = {
    purpose: kind,
    code,
    // Proving oneself again is typed into the place that asks for it.
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

/** The link is built from the configured address only: no header or body of a request reaches it. */
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

/** Our own page that asks for a new password. */
export const resetPage = (deps: Deps, token: string): string =>
  `${deps.appUrl}/auth?type=recovery&token=${encodeURIComponent(token)}`

export async function makeResetToken(deps: Deps, tx: Queries, to: Recipient): Promise<string> {
  const token = newToken()
  await insertAccountCode(tx, {
    ...to,
    kind: 'reset',
    token_hash: hashOf(token),
    // There is no code beside the link.
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

/** What the mail would hold. It replaces the last of its kind for the address. */
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

/** Links lead to our own pages only: a foreign one would be handed the session. */
export function ownAddress(deps: Deps, address = ''): string {
  const own = new URL(deps.appUrl)
  const asked = URL.canParse(address, own) ? new URL(address, own) : own
  // Not by the origin, which a `blob:` address shares, and without a name that would pass for our host.
  const isOurs =
    asked.protocol === own.protocol &&
    asked.host === own.host &&
    asked.username === '' &&
    asked.password === ''
  return isOurs ? asked.href : own.href
}
