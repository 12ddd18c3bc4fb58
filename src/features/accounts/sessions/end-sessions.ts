// Token API sign-out: this session, the person's others, or all.
import type { SignOutScope } from '#domain/accounts/token-api.ts'
import { insertAuditEvent } from '#data/audit/audit.ts'
import { deleteSessions } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import type { Bearer } from './read-bearer.ts'

export async function endSessions(
  deps: Deps,
  { session }: Bearer,
  scope: SignOutScope,
): Promise<void> {
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
