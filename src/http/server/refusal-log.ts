// Logs refusals for missing permissions or too many attempts, which may be signs of an attack.
import type { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import type { Ctx } from '../context.ts'
import { loggedPath } from './logged-path.ts'

/** A flood of requests must not fill the log. */
const LINES_A_MINUTE = 100

type Minute = { began: number; lines: number }
const minutes = new WeakMap<Deps, Minute>()

/** Logs the code, the path and the user's id; no email or network address. */
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
    { code, status, path: loggedPath(c), person: actor?.user_id ?? null, request_id },
    isLast ? 'refused; the rest of this minute is not logged' : 'refused',
  )
}
