// Logs refusals for missing permissions or too many attempts, which may be signs of an attack.
import type { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import type { Ctx } from '../context.ts'
import { routeOf } from './request-ids.ts'

/** A flood of requests must not fill the log. */
const LINES_A_MINUTE = 100

type Minute = { began: number; lines: number }
const minutes = new WeakMap<Deps, Minute>()

/** Logs the code, the route and the user's id; no email or network address. */
export function logRefusal(c: Ctx, { code }: AppError, status: number): void {
  const { deps, actor } = c.var
  const now = deps.clock.now().getTime()
  const known = minutes.get(deps)
  const minute = known && now - known.began < 60_000 ? known : { began: now, lines: 0 }
  minutes.set(deps, minute)
  minute.lines += 1
  if (minute.lines > LINES_A_MINUTE) return
  const isLast = minute.lines === LINES_A_MINUTE
  deps.log.info(
    { code, status, method: c.req.method, route: routeOf(c), person: actor?.user_id ?? null },
    isLast ? 'refused; the rest of this minute is not logged' : 'refused',
  )
}
