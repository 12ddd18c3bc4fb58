// Logs failures of external systems (store, mail server, AI server, scanner, file storage) as one warning without a stack trace.
import { AppError } from '#domain/errors.ts'
import { maskPersonalData } from '#domain/personal-data.ts'
import { ScannerError } from './cvs/virus-scanner.ts'

/** Logs a failure of an external system, once for each burst. Returns false for any other error, which the caller must log. */
export type WarnOfExternalFailure = (error: unknown, what: string, details?: object) => boolean

const OUTSIDE = /^(?:store|writer|provider)\./
/** Error codes of Node, nodemailer and flydrive: ECONNREFUSED, EENVELOPE, E_CANNOT_READ_FILE. */
const ERROR_CODE = /^E[A-Z_]+$/
const CAUSE_MAX = 300
/** Repetitions within this time are only counted; the next warning contains the count. */
const BURST_MS = 60_000

export function createExternalFailureWarner(log: {
  warn(details: object, message: string): void
}): WarnOfExternalFailure {
  const bursts = new Map<string, { ends: number; more: number }>()
  return (error, what, details = {}) => {
    if (!isOutside(error)) return false
    const code = error instanceof AppError ? error.code : (errorCodeOf(error) ?? 'unknown')
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

/** Whether an external system failed, and not this program or its database. */
function isOutside(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AppError) {
    return OUTSIDE.test(error.code) || (isUpload(error) && isOutside(error.cause))
  }
  return error instanceof ScannerError || errorCodeOf(error) !== undefined || isOutside(error.cause)
}

const isUpload = ({ code }: AppError) => code === 'application.uploadFailed'

const errorCodeOf = (error: unknown): string | undefined => {
  const isNamed = error instanceof Error && 'code' in error && typeof error.code === 'string'
  return isNamed && ERROR_CODE.test(String(error.code)) ? String(error.code) : undefined
}

/** The messages of the error and its causes, outermost first, in one line. */
function causeOf(error: unknown): string {
  const messages: string[] = []
  let each = error
  for (let depth = 0; each !== undefined && depth < 5; depth += 1) {
    if (!(each instanceof Error)) {
      messages.push(typeof each === 'string' ? each : 'unknown')
      break
    }
    // An AppError's message is implied by its code, which is logged.
    if (!(each instanceof AppError))
      messages.push(`${each.message} ${errorCodeOf(each) ?? ''}`.trim())
    each = each.cause
  }
  return maskPersonalData(messages.join(': ').replace(/\s+/g, ' ')).slice(0, CAUSE_MAX)
}
