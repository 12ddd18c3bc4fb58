// Logs refusals for missing permissions or too many attempts, which may be signs of an attack, and what else anybody can cause.
import type { AppError } from '#domain/errors.ts'
import type { Deps } from '#features/deps.ts'
import type { Ctx } from '../context.ts'
import { routeOf } from './request-ids.ts'

/** A flood of requests must not fill the log. */
const LINES_A_MINUTE = 100

type Minute = { began: number; lines: number }
/** By message, so that a flood of one hides none of the other. */
const minutes = new WeakMap<Deps, Map<string, Minute>>()

/** Logs the code, the route and the user's id; no email or network address. */
export function logRefusal(c: Ctx, { code }: AppError, status: number): void {
  const person = c.var.actor?.user_id ?? null
  logSeldom(c, { code, status, method: c.req.method, route: routeOf(c), person }, 'refused')
}

/** One line at info, as long as there are not too many in this minute. */
export function logSeldom(c: Ctx, details: Record<string, unknown>, message: string): void {
  const { deps } = c.var
  const now = deps.clock.now().getTime()
  const ofMessages = minutes.get(deps) ?? new Map<string, Minute>()
  minutes.set(deps, ofMessages)
  const known = ofMessages.get(message)
  const minute = known && now - known.began < 60_000 ? known : { began: now, lines: 0 }
  ofMessages.set(message, minute)
  minute.lines += 1
  if (minute.lines > LINES_A_MINUTE) return
  const isLast = minute.lines === LINES_A_MINUTE
  deps.log.info(details, isLast ? `${message}; the rest of this minute is not logged` : message)
}
