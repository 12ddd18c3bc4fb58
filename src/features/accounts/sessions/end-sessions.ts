// Token API sign-out: this session, the person's others, or all.
import { isInside } from '#domain/accounts/account-states.ts'
import { AppError } from '#domain/errors.ts'
import type { SignOutScope } from '#domain/accounts/token-api.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { deleteSessions } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { hasSecondFactor, type FirstFactorBearer } from './read-bearer.ts'

/** A session that has not shown the account's second factor ends itself alone. Throws AppError factor.needed for the others. */
export async function endSessions(
  deps: Deps,
  { session }: FirstFactorBearer,
  asked: SignOutScope,
): Promise<void> {
  const hasFactor = await hasSecondFactor(deps.db.queries, session.user_id)
  const isProven = isInside({ hasFactor }, session.aal)
  if (!isProven && asked === 'others') throw new AppError('factor.needed')
  const scope = isProven ? asked : 'local'
  await deps.db.transaction(async (tx) => {
    await deleteSessions(tx, session.user_id, scope, session.id)
    await insertAuditEvent(tx, null, {
      actor_id: session.user_id,
      action: 'session.ended',
      resource_type: 'session',
      resource_id: session.id,
      details: { scope },
    })
  })
}
