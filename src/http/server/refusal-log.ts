// What was refused for missing rights or for too many tries, in the server's log: somebody may be trying doors.
import type { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import type { Ctx } from '../context.ts'

/** Whoever floods the server must not flood its log. */
const LINES_A_MINUTE = 100

type Minute = { began: number; lines: number }
const minutes = new WeakMap<Deps, Minute>()

/** Names the code, the path and the signed-in person by number: neither address nor network stands in the log. */
export function logRefusal(c: Ctx, { code }: AppError, status: number, request_id: string): void {
  const { deps, actor } = c.var
  const now = deps.clock.now().getTime()
  const known = minutes.get(deps)
  const minute = known && now - known.began < 60_000 ? known : { began: now, lines: 0 }
  minutes.set(deps, minute)
  minute.lines += 1
  if (minute.lines > LINES_A_MINUTE) return
  const isLast = minute.lines === LINES_A_MINUTE
  deps.log.info(
    { code, status, path: c.req.path, person: actor?.user_id ?? null, request_id },
    isLast ? 'refused; the rest of this minute is not logged' : 'refused',
  )
}
