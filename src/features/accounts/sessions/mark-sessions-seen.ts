// Records the last use of a session, rarely enough to be cheap.
import type { Actor } from '#domain/accounts/access.ts'
import { SESSION } from '#domain/accounts/sessions.ts'
import type { SeenActor } from '#data/accounts/actors.ts'
import { updateSessionsSeen } from '#data/accounts/sessions.ts'
import type { Deps } from '../../deps.ts'

/** Sessions being written by this process: of several parallel requests one write is enough. */
const underWay = new Set<string>()

/** One query for all. Runs in the background; after a failure the next use tries again. */
export function markSeen({ db, log }: Deps, sessionIds: readonly string[]): void {
  const due = [...new Set(sessionIds)].filter((id) => !underWay.has(id))
  if (due.length === 0) return
  for (const id of due) underWay.add(id)
  updateSessionsSeen(db.queries, due)
    .catch((error: unknown) => log.warn({ err: error }, 'the use of a session was not noted'))
    .finally(() => {
      for (const id of due) underWay.delete(id)
    })
}

/** The actor of a request; records the use of the session, where it was last recorded long enough ago. */
export function seenActor(deps: Deps, found: SeenActor | undefined): Actor | undefined {
  if (!found) return undefined
  const { last_seen_at, ...actor } = found
  const age = Date.now() - Date.parse(last_seen_at)
  if (age > SESSION.seenSeconds * 1000) markSeen(deps, [actor.session_id])
  return actor
}
