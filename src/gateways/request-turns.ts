// A fair queue of staff's requests by organization, in each process: one thread serves all, so one organization with
// many requests would delay the others. Visitors, a person's own account and live streams do not wait here. `p-queue`
// and `bottleneck` hold one line each with a fixed number, and know neither the others nor a turn that ends before its work.
import { AppError } from '#domain/errors.ts'

/** The limit without competition: as many as a screen sends at once. */
const ALONE = 8
/** The limit while other organizations send requests: each of them then waits for at most one request of this one. */
const BESIDE_OTHERS = 1
/** For this long after a request its organization counts as competing. */
const ASKS_MS = 10_000
/**
 * A turn ends with its request, or at the latest after this time: a request that waits for a file or another server
 * uses no CPU.
 */
const TURN_MS = 50
const MOST_WAIT_MS = 5000

type Line = { running: number; readonly waiting: Set<() => void> }

export type RequestTurns = {
  /**
   * Resolves when it is this organization's turn, with a function that ends the turn. Throws `organization.busy` after
   * five seconds.
   */
  take(organization: string): Promise<() => void>
}

export function createRequestTurns(now: () => number = () => performance.now()): RequestTurns {
  const lines = new Map<string, Line>()
  /** The organization of the last request, and the last different one before it. */
  let latest = { id: '', at: Number.NEGATIVE_INFINITY }
  let other = latest

  function noteAsker(id: string): void {
    if (latest.id !== id) other = latest
    latest = { id, at: now() }
  }

  function mostOf(id: string): number {
    const { at } = latest.id === id ? other : latest
    return now() - at < ASKS_MS ? BESIDE_OTHERS : ALONE
  }

  function begin(id: string, line: Line): () => void {
    line.running += 1
    let isOver = false
    const end = () => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      line.running -= 1
      // Requests of others that have arrived meanwhile go first.
      setImmediate(callNext, id, line)
    }
    const timer = setTimeout(end, TURN_MS)
    timer.unref()
    return end
  }

  function callNext(id: string, line: Line): void {
    for (const proceed of line.waiting) {
      if (line.running >= mostOf(id)) return
      proceed()
    }
    // Of two calls the first may have removed it, and a newer entry may be in its place.
    if (line.running === 0 && lines.get(id) === line) lines.delete(id)
  }

  return {
    take(id) {
      noteAsker(id)
      const line = lines.get(id) ?? { running: 0, waiting: new Set() }
      lines.set(id, line)
      if (line.waiting.size === 0 && line.running < mostOf(id)) {
        return Promise.resolve(begin(id, line))
      }
      return new Promise((resolve, reject) => {
        const proceed = () => {
          clearTimeout(timer)
          line.waiting.delete(proceed)
          resolve(begin(id, line))
        }
        const timer = setTimeout(() => {
          line.waiting.delete(proceed)
          reject(new AppError('organization.busy', { retryAfter: 5 }))
        }, MOST_WAIT_MS)
        line.waiting.add(proceed)
      })
    },
  }
}
