// Stores, mail servers, writers, scanners and file stores fail: that is expected, and one line of the log says so, without a stack.
import { AppError } from '#domain/errors.ts'
import { ScannerError } from './cvs/virus-scanner.ts'

/** Says once for a burst what failed outside. False where it did not: then it is the caller's to tell, with its stack. */
export type WarnOfOutside = (error: unknown, what: string, details?: object) => boolean

const OUTSIDE = /^(?:store|writer|provider)\./
/** What Node, a mail server and a file store call it: ECONNREFUSED, EENVELOPE, E_CANNOT_READ_FILE. */
const FAULT = /^E[A-Z_]+$/
const CAUSE_MAX = 300
/** The same failure within this time is the same burst: it is counted, and told with the next. */
const BURST_MS = 60_000

export function createOutsideWarner(log: {
  warn(details: object, message: string): void
}): WarnOfOutside {
  const bursts = new Map<string, { ends: number; more: number }>()
  return (error, what, details = {}) => {
    if (!isOutside(error)) return false
    const code = error instanceof AppError ? error.code : (faultOf(error) ?? 'unknown')
    const key = `${what} ${code}`
    const before = bursts.get(key)
    const now = Date.now()
    if (before && now < before.ends) {
      before.more += 1
      return true
    }
    bursts.set(key, { ends: now + BURST_MS, more: 0 })
    const repeated = before && before.more > 0 ? { repeated: before.more } : {}
    log.warn({ code, cause: causeOf(error), ...repeated, ...details }, what)
    return true
  }
}

/** The fault lies in another's system, and not in this program or its database. */
function isOutside(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AppError) {
    return OUTSIDE.test(error.code) || (isUpload(error) && isOutside(error.cause))
  }
  return error instanceof ScannerError || faultOf(error) !== undefined || isOutside(error.cause)
}

const isUpload = ({ code }: AppError) => code === 'application.uploadFailed'

const faultOf = (error: unknown): string | undefined => {
  const isNamed = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return isNamed && FAULT.test(String(error.code)) ? String(error.code) : undefined
}

/** The messages from the outermost to the innermost, in one line. */
function causeOf(error: unknown): string {
  const told: string[] = []
  let each = error
  for (let depth = 0; each !== undefined && depth < 5; depth += 1) {
    if (!(each instanceof Error)) {
      told.push(typeof each === 'string' ? each : 'unknown')
      break
    }
    // What people are told stands in the code already.
    if (!(each instanceof AppError)) told.push(`${each.message} ${faultOf(each) ?? ''}`.trim())
    each = each.cause
  }
  return told.join(': ').replace(/\s+/g, ' ').slice(0, CAUSE_MAX)
}
