// Whether scheduled deletions may run: what is deleted too early cannot be restored.
import { findClockOffset } from '#data/retention/clock.ts'
import type { Deps } from '../deps.ts'

/** Whether the machine and the database disagree: one clock is wrong, and nothing tells which. Logs it as an error. */
export async function isClockWrong({ db, clock, log }: Deps): Promise<boolean> {
  const seconds = await findClockOffset(db.queries, clock.machine())
  if (seconds === null) return false
  log.error({ seconds }, "nothing is deleted: this machine's clock is not the database's")
  return true
}
