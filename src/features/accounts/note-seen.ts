// That a session is used is written down, seldom enough to cost nothing.
import type { Actor } from '#domain/access.ts'
import { SESSION } from '#domain/sessions.ts'
import type { SeenActor } from '#data/accounts.ts'
import { updateSessionSeen } from '#data/sessions.ts'
import type { Deps } from '../deps.ts'

/** Of this process: a screen asks several things at once, and one of them is enough. */
const underWay = new Set<string>()

/** Nobody waits for it, and where it fails the next use comes soon. */
export function noteSeen({ db, log }: Deps, sessionId: string, lastSeenAt: string): void {
  const age = Date.now() - Date.parse(lastSeenAt)
  if (age <= SESSION.seenSeconds * 1000 || underWay.has(sessionId)) return
  underWay.add(sessionId)
  updateSessionSeen(db.queries, sessionId)
    .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not noted'))
    .finally(() => underWay.delete(sessionId))
}

/** Who is asking, with this noted as a use of their session. */
export function seenActor(deps: Deps, found: SeenActor | undefined): Actor | undefined {
  if (!found) return undefined
  const { last_seen_at, ...actor } = found
  noteSeen(deps, actor.session_id, last_seen_at)
  return actor
}
