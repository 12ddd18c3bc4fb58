// Writes what a task has done, also when the database is away for a moment.
import { setTimeout as wait } from 'node:timers/promises'

/** Pauses between attempts. */
const PAUSE_MS = { first: 100, longest: 5000 }

/**
 * Writes the result of a task, repeatedly until its lease has expired: otherwise, after a short outage of the database,
 * the task would be blocked for the whole lease, and done twice. Throws the last error.
 */
export async function retryWhileLeased(
  closing: AbortSignal,
  leaseSeconds: number,
  write: () => Promise<void>,
): Promise<void> {
  const end = performance.now() + leaseSeconds * 1000
  for (let pause = PAUSE_MS.first; ; pause = Math.min(2 * pause, PAUSE_MS.longest)) {
    try {
      return await write()
    } catch (error) {
      if (closing.aborted || performance.now() + pause > end) throw error
      // A process that is ending writes it once more.
      await wait(pause, undefined, { signal: closing, ref: false }).catch(() => undefined)
    }
  }
}
