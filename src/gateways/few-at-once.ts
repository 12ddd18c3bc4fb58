// Limits how much of one kind of expensive work runs at once in this process, no matter who asks for it.
import { AppError } from '#domain/errors.ts'

/** Refused work may be tried again after this time. */
const RETRY_SECONDS = 5

/** `owner`: the organization that the work is for. */
export type FewAtOnce = <Answer>(work: () => Promise<Answer>, owner?: string) => Promise<Answer>

type Few = {
  most: number
  /** How many wait at most. */
  waiting: number
  /** How many of them for one owner, so that nobody fills the line alone. */
  waitingOfOne?: number
}

/** Runs `most` works at once in the order of their calls; throws `server.unavailable` when too many others wait already. */
export function fewAtOnce({ most, waiting, waitingOfOne = waiting }: Few): FewAtOnce {
  const line: { owner: string | undefined; proceed: () => void }[] = []
  let running = 0
  const hasRoom = (owner: string | undefined) =>
    line.length < waiting && line.filter((each) => each.owner === owner).length < waitingOfOne
  return async (work, owner) => {
    if (running < most) running += 1
    else if (hasRoom(owner)) {
      await new Promise<void>((proceed) => line.push({ owner, proceed }))
    } else throw new AppError('server.unavailable', { retryAfter: RETRY_SECONDS })
    try {
      return await work()
    } finally {
      // The next one takes over the place, so that no later call comes before it.
      const next = line.shift()
      if (next) next.proceed()
      else running -= 1
    }
  }
}
