// When background work on a store that was refused is tried again.
import { AppError } from '#domain/errors.ts'
import type { TextCode } from '#domain/texts/text.ts'

/** Errors that a retry cannot solve are retried after a day: a person must act first. */
const lasting: ReadonlySet<TextCode> = new Set([
  'store.unauthorized',
  'store.uninstalled',
  'store.disconnected',
  'store.notConnected',
  'store.notConfigured',
  'store.scopeMissing',
  'store.closed',
])
/** Only a person can mend it. */
export const isLasting = (code: TextCode): boolean => lasting.has(code)

const DAY_SECONDS = 86_400
const RETRY_SECONDS = [60, 300, 1800, 2 * 3600, 6 * 3600]

/** `attempts`: how often it was tried. */
export function retryOf(error: unknown, attempts: number): { code: TextCode; seconds: number } {
  const code = error instanceof AppError ? error.code : 'store.unreachable'
  const seconds = lasting.has(code) ? DAY_SECONDS : (RETRY_SECONDS[attempts - 1] ?? DAY_SECONDS)
  return { code, seconds }
}
