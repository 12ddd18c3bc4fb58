// Mails a code, and mostly a link, to a person with an account: to sign in, recover, or prove an address.
import { accountMailUses, slowAddressMailUses, type Network } from '#domain/limits.ts'
import type { AccountCodeKind, NewUserData } from '#domain/token-api.ts'
import { hoursOf } from '#domain/token-api.ts'
import type { MailViews } from '#domain/mails.ts'
import { findPendingEmail, insertAccountCode } from '#data/account-codes.ts'
import type { Queries } from '#data/database.ts'
import { deleteWaitingMails, insertMail } from '#data/mails.ts'
import { insertUses } from '#data/usage.ts'
import { findUserByEmail } from '#data/users.ts'
import { hashOf, newCode, newToken } from '#gateways/seal.ts'
import type { Deps } from '../deps.ts'

/** What a code is signed for: the same digits are worth nothing for another purpose. */
export const accountCodePurpose = (kind: AccountCodeKind): string => `account code ${kind}`

/** Where an opened link leads, and the challenge of a client that waits for it. */
export type LinkOptions = { redirectTo?: string | undefined; codeChallenge?: string | undefined }

type Recipient = { email: string; user_id: string | null; user_data: NewUserData | null }

export const sendAccountCode = (
  deps: Deps,
  kind: AccountCodeKind,
  to: Recipient,
  options: LinkOptions = {},
): Promise<void> => queueCode(deps, kind, to, options, to.email)

/**
 * For an address that gets no mail: the same work, whose mail is taken back before anybody sees it. Otherwise the time of
 * the answer would tell who has an account.
 */
export const sendNothing = (deps: Deps, kind: AccountCodeKind, email: string): Promise<void> => {
  const nobody = { email: `${newToken()}@nobody.invalid`, user_id: null, user_data: null }
  return queueCode(deps, kind, nobody, {}, email)
}

async function queueCode(
  deps: Deps,
  kind: AccountCodeKind,
  to: Recipient,
  options: LinkOptions,
  countedFor: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Over the limit the code of the last mail stays good: nobody else can take it away.
    if (await insertUses(tx, slowAddressMailUses(countedFor))) return
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
      data_sealed: deps.seal.seal(JSON.stringify(data)),
    })
    if (to.email !== countedFor) await deleteWaitingMails(tx, to.email)
  })
  deps.wakeMails()
}

/** What the mail would hold. It replaces the last of its kind for the address. */
export async function makeAccountCode(
  deps: Deps,
  tx: Queries,
  kind: AccountCodeKind,
  to: Recipient,
  { redirectTo, codeChallenge }: LinkOptions,
): Promise<{ token: string; code: string; link: string }> {
  const token = newToken()
  const code = newCode()
  await insertAccountCode(tx, {
    ...to,
    kind,
    token_hash: hashOf(token),
    code_hash: deps.seal.sign(accountCodePurpose(kind), `${to.email} ${code}`),
    code_challenge: codeChallenge ?? null,
    expires_at: new Date(deps.clock.now().getTime() + hoursOf(kind) * 3_600_000),
  })
  const query = new URLSearchParams({
    token,
    type: kind,
    redirect_to: ownAddress(deps, redirectTo),
  })
  return { token, code, link: `${deps.appUrl}/auth/v1/verify?${query}` }
}

/** Links lead to our own pages only: a foreign one would be handed the session. */
export function ownAddress(deps: Deps, address = ''): string {
  const own = new URL(deps.appUrl)
  const asked = URL.canParse(address, own) ? new URL(address, own) : own
  return asked.origin === own.origin ? asked.href : own.href
}

/** For an unknown address: an account begins when it is proved, if the client said for whom. Silent either way. */
export async function sendSignInCode(
  deps: Deps,
  email: string,
  newcomer: NewUserData | undefined,
  network: Network,
  options: LinkOptions,
): Promise<void> {
  if (await insertUses(deps.db.queries, accountMailUses(network))) return
  const user = await findUserByEmail(deps.db.queries, email)
  if (!user && !newcomer) return sendNothing(deps, 'magiclink', email)
  const to = { email, user_id: user?.id ?? null, user_data: user ? null : (newcomer ?? null) }
  await sendAccountCode(deps, 'magiclink', to, options)
}

export async function sendRecovery(
  deps: Deps,
  email: string,
  network: Network,
  options: LinkOptions,
): Promise<void> {
  if (await insertUses(deps.db.queries, accountMailUses(network))) return
  const user = await findUserByEmail(deps.db.queries, email)
  if (!user) return sendNothing(deps, 'recovery', email)
  await sendAccountCode(deps, 'recovery', { email, user_id: user.id, user_data: null }, options)
}

/** The same answer whether or not there is anything to send again. */
export async function resendCode(
  deps: Deps,
  kind: 'signup' | 'email_change',
  email: string,
  network: Network,
  options: LinkOptions,
): Promise<void> {
  if (await insertUses(deps.db.queries, accountMailUses(network))) return
  const user = await findUserByEmail(deps.db.queries, email)
  const pending =
    kind === 'signup'
      ? user && !user.email_confirmed_at && { email }
      : user && (await findPendingEmail(deps.db.queries, user.id, deps.clock.now()))
  if (!user || !pending) return sendNothing(deps, kind, email)
  const to = { email: pending.email, user_id: user.id, user_data: null }
  await sendAccountCode(deps, kind, to, options)
}
