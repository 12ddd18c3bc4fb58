// Stores requests for mails to an address and answers them later, so that the response time does not reveal whether an
// account or an application of it exists.
import { fullName } from '#domain/full-name.ts'
import { accountMailUses, resetMailUses } from '#domain/accounts/account-limits.ts'
import { applicationLinksUses, rateLimited, type Network } from '#domain/limits.ts'
import type { NewUserData } from '#domain/accounts/token-api.ts'
import { isUnreachable } from '#domain/unreachable.ts'
import { findPendingEmail } from '#data/accounts/account-codes.ts'
import { lockAccountShared } from '#data/accounts/account-states.ts'
import type { Tx } from '#data/database.ts'
import {
  deleteMailRequest,
  findNextMailRequest,
  insertMailRequest,
  deleteMailRequestReturning,
  type MailRequest,
} from '#data/accounts/mail-requests.ts'
import { insertUses } from '#data/rate-limits.ts'
import { findUserByEmail } from '#data/accounts/users.ts'
import type { Deps } from '../deps.ts'
import { queueAccountCode, queueResetLink, type LinkOptions } from './send-account-code.ts'

const request = (
  kind: MailRequest['kind'],
  email: string,
  options: LinkOptions = {},
  more: Partial<MailRequest> = {},
): MailRequest => ({
  kind,
  email,
  user_data: null,
  redirect_to: options.redirectTo ?? null,
  code_challenge: options.codeChallenge ?? null,
  is_for_page: options.isForPage ?? false,
  session_id: null,
  ...more,
})

const insert = (deps: Deps, asked: MailRequest): Promise<void> =>
  deps.db.transaction((tx) => insertMailRequest(tx, asked))

/** A network is told that it is over its limit, which says nothing about an address: so before the silent limits of the address. */
async function countForNetwork(deps: Deps, network: Network): Promise<void> {
  const over = await insertUses(deps.db.queries, accountMailUses(network))
  if (over) throw rateLimited(over, deps.clock.now())
}

async function take(deps: Deps, network: Network, asked: MailRequest): Promise<void> {
  await countForNetwork(deps, network)
  await insert(deps, asked)
}

/** For an unknown address the account is created when the address is verified, if the client sent the person's data. */
export const requestSignInCode = (
  deps: Deps,
  email: string,
  newcomer: NewUserData | undefined,
  network: Network,
  options: LinkOptions,
): Promise<void> =>
  take(deps, network, request('magiclink', email, options, { user_data: newcomer ?? null }))

export const requestRecovery = (
  deps: Deps,
  email: string,
  network: Network,
  options: LinkOptions,
): Promise<void> => take(deps, network, request('recovery', email, options))

export const requestCodeAgain = (
  deps: Deps,
  kind: 'signup' | 'email_change',
  email: string,
  network: Network,
  options: LinkOptions,
): Promise<void> => take(deps, network, request(kind, email, options))

/**
 * For a new account, with the session of the sign-up. Over the network's limit there is no mail: the account exists, and its own page
 * says when it can be asked for.
 */
export async function requestConfirmation(
  deps: Deps,
  email: string,
  sessionId: string | null,
  network: Network,
  options: LinkOptions,
): Promise<void> {
  if (await insertUses(deps.db.queries, accountMailUses(network))) return
  await insert(deps, request('signup', email, options, { session_id: sessionId }))
}

export async function requestResetLink(deps: Deps, email: string, network: Network): Promise<void> {
  await countForNetwork(deps, network)
  if (await insertUses(deps.db.queries, resetMailUses(email))) return
  await insert(deps, request('reset', email))
}

/** For a person who has no link to their applications any more. */
export async function requestApplicationLinks(
  deps: Deps,
  email: string,
  network: Network,
): Promise<void> {
  await countForNetwork(deps, network)
  if (await insertUses(deps.db.queries, applicationLinksUses(email))) return
  await insert(deps, request('application_links', email))
}

/** Queues the mails with the links to the applications of an address. */
type QueueLinks = (deps: Deps, tx: Tx, email: string) => Promise<void>

/**
 * Answers waiting requests and returns how many. One that fails is dropped: the person can request again. When the
 * database is away it stays and the error is thrown: the person was told that a mail is on its way.
 */
export async function answerMailRequests(deps: Deps, queueLinks: QueueLinks): Promise<number> {
  for (let answered = 0; ; answered++) {
    const next = await findNextMailRequest(deps.db.queries)
    if (!next || deps.closing.aborted) return answered
    let asked: MailRequest | undefined
    try {
      await deps.db.transaction(async (tx) => {
        // Lock order: the account before its request.
        await lockAccountShared(tx, { email: next.email }, next.session_id)
        asked = await deleteMailRequestReturning(tx, next.id)
        if (!asked) return
        const { kind } = asked
        if (kind === 'application_links') await queueLinks(deps, tx, asked.email)
        else await answer(deps, tx, { ...asked, kind })
      })
    } catch (error) {
      if (!asked || isUnreachable(error)) throw error
      deps.log.error({ err: error, kind: asked.kind }, 'a mail could not be prepared')
      await deleteMailRequest(deps.db.queries, next.id)
    }
  }
}

type AccountRequest = MailRequest & { kind: Exclude<MailRequest['kind'], 'application_links'> }

async function answer(deps: Deps, tx: Tx, asked: AccountRequest): Promise<void> {
  const { kind, email, session_id } = asked
  const user = await findUserByEmail(tx, email)
  const options: LinkOptions = {
    redirectTo: asked.redirect_to ?? undefined,
    codeChallenge: asked.code_challenge ?? undefined,
    isForPage: asked.is_for_page,
    sessionId: session_id ?? undefined,
  }
  if (!user) {
    if (kind !== 'magiclink' || !asked.user_data) return
    const to = { email, user_id: null, user_data: asked.user_data }
    return queueAccountCode(deps, tx, kind, to, options)
  }
  const to = { email, user_id: user.id, user_data: null }
  if (kind === 'reset') {
    await queueResetLink(deps, tx, to, fullName(user))
  } else if (kind === 'signup') {
    if (!user.email_confirmed_at) await queueAccountCode(deps, tx, kind, to, options)
  } else if (kind === 'email_change') {
    const pending = await findPendingEmail(tx, user.id, deps.clock.now())
    // A pending address may belong to another account, so that the response does not reveal it; a mail to its owner
    // would.
    if (pending && !(await findUserByEmail(tx, pending.email))) {
      await queueAccountCode(deps, tx, kind, { ...to, email: pending.email }, options)
    }
  } else {
    await queueAccountCode(deps, tx, kind, to, options)
  }
}
