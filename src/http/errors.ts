// What a refusal becomes on the wire: its status number, its body, its line in the log.
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError, type ErrorKind } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import { isUnreachable } from '#domain/unreachable.ts'
import type { Ctx } from './context.ts'
import { logRefusal, logSeldom } from './server/refusal-log.ts'
import { idsOf, routeOf } from './server/request-ids.ts'

const statusOf: Record<ErrorKind, ContentfulStatusCode> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  slow: 408,
  'too-large': 413,
  limited: 429,
  unavailable: 503,
}

/**
 * Turns an error into an AppError. An unexpected error is logged with its id and answered with one sentence; refusals
 * for missing rights or too many attempts are logged as well, on every route.
 */
export function asAppError(error: unknown, c: Ctx): AppError {
  if (isBrokenOff(error, c)) {
    logSeldom(c, where(), 'the sender broke off')
    // Nobody reads it.
    return new AppError('application.formBroken', { cause: error })
  }
  if (error instanceof AppError) {
    if (error.kind === 'unavailable' && error.cause && !isExpected(error)) log(error.cause)
    const status = statusFor(error)
    if (status === 403 || status === 429) logRefusal(c, error, status)
    return error
  }
  if (error instanceof HTTPException && error.status === 413) return new AppError('server.tooLarge')
  if (isUnreachable(error)) {
    log(error)
    return new AppError('server.unavailable', { cause: error })
  }
  log(error)
  return new AppError('server.unexpected', { cause: error })

  function isExpected(failure: AppError): boolean {
    return c.var.deps.warnOfExternalFailure(failure, 'an outside system failed', where())
  }
  function log(cause: unknown) {
    c.var.deps.log.error({ err: cause, ...where() }, 'request failed')
  }
  function where() {
    return { method: c.req.method, route: routeOf(c), ids: idsOf(c) }
  }
}

/** The sender of the request went away before its body was whole: no failure of ours, and anybody can cause it as often as they like. */
function isBrokenOff(error: unknown, c: Ctx): boolean {
  const { errored } = c.env?.incoming ?? {}
  return !!errored && (error === errored || (error instanceof Error && error.cause === errored))
}

/** What a page adds to its sentence when the log has the failure: the beginning of its id there, short enough to be read out. */
export function referenceOf(c: Ctx): string {
  const { deps, requestId } = c.var
  return deps.isFailureLogged() ? ` ${t('server.reference', { id: requestId.slice(0, 8) })}` : ''
}

export function answerError(error: unknown, c: Ctx): Response {
  const request_id = c.var.requestId
  const refusal = asAppError(error, c)
  setRetryAfter(c, refusal)
  c.header('Cache-Control', 'no-store')
  const { code, message, fields } = refusal
  const hasFields = Object.keys(fields).length > 0
  return c.json(
    { error: { code, message, request_id, ...(hasFields && { fields }) } },
    statusFor(refusal),
  )
}

/** Programs read here how long to wait; a refusal that does not know says half a minute. */
export function setRetryAfter(c: Ctx, refusal: AppError): void {
  const status = statusFor(refusal)
  if (status === 503 || status === 429) c.header('Retry-After', String(refusal.retryAfter ?? 30))
}

export const statusFor = (error: AppError): ContentfulStatusCode =>
  error.code === 'server.unexpected' ? 500 : statusOf[error.kind]
