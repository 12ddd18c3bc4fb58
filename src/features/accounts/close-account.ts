// Closes an account; the person can reopen it until it is deleted.
import { ownOrganization, signedIn, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { rateLimited, type Network } from '#domain/limits.ts'
import { signInUses } from '#domain/accounts/account-limits.ts'
import { RETENTION } from '#domain/retention/retention.ts'
import {
  deleteAccountClosing,
  findAccountClosing,
  insertAccountClosing,
  listOtherMembers,
} from '#data/accounts/account-closings.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { deleteUses, insertUses } from '#data/rate-limits.ts'
import type { Deps } from '../deps.ts'

export type ClosingAnswer = { closes_at: string | null }

/** Requires the password, with the rate limits of sign-in. Throws AppError account.passwordWrong, account.lastOwner. */
export async function closeAccount(
  deps: Deps,
  actor: Actor | undefined,
  password: string,
  network: Network,
): Promise<ClosingAnswer> {
  const person = signedIn(actor)
  const uses = signInUses(person.email, network)
  const over = await insertUses(deps.db.queries, uses)
  if (over) throw rateLimited(over, deps.clock.now())
  if (!(await deps.auth.isPassword(person.user_id, password))) {
    throw new AppError('account.passwordWrong')
  }
  await deleteUses(deps.db.queries, uses)
  const hours = RETENTION.closedAccountHours
  const closesAt = new Date(deps.clock.now().getTime() + hours * 3_600_000)
  return deps.db.transaction(async (tx) => {
    const organizationId = ownOrganization(person)
    if (organizationId && person.is_approved) {
      const others = await listOtherMembers(tx, organizationId, person.user_id)
      const hasOwner = others.some(
        ({ role, isClosing }) => role === 'organization_owner' && !isClosing,
      )
      const isOwner = person.role === 'organization_owner'
      if (isOwner && others.length > 0 && !hasOwner) throw new AppError('account.lastOwner')
    }
    if (await insertAccountClosing(tx, person.user_id, closesAt)) {
      await insertAuditEvent(tx, organizationId, {
        actor_id: person.user_id,
        action: 'account.closed',
        resource_type: 'user',
        resource_id: person.user_id,
      })
    }
    return { closes_at: (await findAccountClosing(tx, person.user_id)) ?? null }
  })
}

/** Cancels the closing; does nothing when the account is not closed. */
export async function cancelAccountClosing(
  deps: Deps,
  actor: Actor | undefined,
): Promise<ClosingAnswer> {
  const person = signedIn(actor)
  await deps.db.transaction(async (tx) => {
    if (!(await deleteAccountClosing(tx, person.user_id))) return
    await insertAuditEvent(tx, ownOrganization(person), {
      actor_id: person.user_id,
      action: 'account.kept',
      resource_type: 'user',
      resource_id: person.user_id,
    })
  })
  return { closes_at: null }
}
