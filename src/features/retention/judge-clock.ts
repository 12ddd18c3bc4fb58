// Whether what the clock decides may be done: what was deleted too early does not come back.
import { findClockOffset } from '#data/retention/clock.ts'
import type { Deps } from '../deps.ts'

/** One of the two clocks is wrong, and nobody can say which. Says so in the log. */
export async function isClockWrong({ db, clock, log }: Deps): Promise<boolean> {
  const seconds = await findClockOffset(db.queries, clock.machine())
  if (seconds === null) return false
  log.error({ seconds }, "nothing is deleted: this machine's clock is not the database's")
  return true
}
