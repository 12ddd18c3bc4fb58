// Limits how much of one kind of expensive work runs at once in this process, whoever asks for it.
import { AppError } from '#domain/errors.ts'

/** Refused work may be tried again after this time. */
const RETRY_SECONDS = 5

export type FewAtOnce = <Answer>(work: () => Promise<Answer>) => Promise<Answer>

/** Runs `most` works at once in the order of their calls; throws `server.unavailable` when `waiting` others wait already. */
export function fewAtOnce({ most, waiting }: { most: number; waiting: number }): FewAtOnce {
  const line: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running < most) running += 1
    else if (line.length < waiting) await new Promise<void>((proceed) => line.push(proceed))
    else throw new AppError('server.unavailable', { retryAfter: RETRY_SECONDS })
    try {
      return await work()
    } finally {
      // The next one takes over the place, so that no later call comes before it.
      const next = line.shift()
      if (next) next()
      else running -= 1
    }
  }
}
