// Lists and ends a person's sessions on the account page.
import { signedIn, type Actor } from '#domain/accounts/access.ts'
import { deviceOf } from '#domain/accounts/devices.ts'
import { AppError } from '#domain/errors.ts'
import type { SessionListItem } from '#domain/accounts/sessions.ts'
import { findAccountScope } from '#data/accounts/actors.ts'
import { deleteSessions, listSessions } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'
import { recordSecurityEvent, type Origin } from '../record-security-event.ts'

/** The current session first, then by last use. */
export async function readSessions(
  deps: Deps,
  actor: Actor | undefined,
): Promise<SessionListItem[]> {
  const { user_id, session_id } = signedIn(actor)
  const sessions = await listSessions(deps.db.queries, user_id)
  return sessions
    .map(({ id, user_agent, aal, created_at, last_seen_at, has_tokens }) => ({
      id,
      device: deviceOf(user_agent),
      carried_by: has_tokens ? ('token' as const) : ('cookie' as const),
      aal,
      created_at,
      last_seen_at,
      is_current: id === session_id,
    }))
    .toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
}

/** Ends one of the person's own sessions; for any other id the answer is the same. */
export async function endSession(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
  from: Origin,
): Promise<void> {
  const { user_id } = signedIn(actor)
  const sessions = await listSessions(deps.db.queries, user_id)
  if (!sessions.some((session) => session.id === id)) throw new AppError('session.missing')
  await end(deps, user_id, { scope: 'local', id }, { scope: 'chosen', session_id: id }, from)
}

export async function endOtherSessions(
  deps: Deps,
  actor: Actor | undefined,
  from: Origin,
): Promise<void> {
  const { user_id, session_id } = signedIn(actor)
  await end(deps, user_id, { scope: 'others', id: session_id }, { scope: 'others' }, from)
}

/** Recorded like a sign-out. */
async function end(
  deps: Deps,
  userId: string,
  { scope, id }: { scope: 'local' | 'others'; id: string },
  details: Record<string, string>,
  from: Origin,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await deleteSessions(tx, userId, scope, id)
    const account = await findAccountScope(tx, { user_id: userId })
    await recordSecurityEvent(tx, account, {
      actor: userId,
      action: 'session.ended',
      from,
      details,
    })
  })
}
