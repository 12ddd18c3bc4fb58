// Reads and validates a JSON body; errors are reported by field, in words.
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { describeInputProblem } from '#domain/input-problems.ts'
import { cleanText, isPlainAscii } from '#domain/plain-text.ts'
import { isUuid } from '#domain/uuid.ts'
import { onCut } from './server/body-watch.ts'
import type { Ctx, Env } from './context.ts'
import { t } from '#domain/texts/text.ts'

/** No JSON body of ours is larger; files have separate routes. */
const JSON_BYTES = 256 * 1024
const limit = bodyLimit({ maxSize: JSON_BYTES })

export const smallBody = createMiddleware<Env>((c, next) => {
  // Left unread, a body that announces too large a size can pass, and the connection stays usable.
  if (Number(c.req.header('content-length')) > JSON_BYTES) throw new AppError('server.tooLarge')
  return limit(c, next)
})

export const isJson = (c: Ctx): boolean =>
  /^application\/json\b/i.test(c.req.header('content-type') ?? '')

function asClean(_: string, value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!isRecord || Object.keys(value).every((key) => cleanText(key) === key)) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [cleanText(key), one]))
}

/** Accepts only application/json: a form on another site cannot send that without a CORS preflight. */
export async function readJson<Schema extends z.ZodType>(
  c: Ctx,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!isJson(c)) {
    throw new AppError('server.invalid', { values: { message: t('input.jsonExpected') } })
  }
  return checkInput(schema, parse(await readText(c)))
}

/** The body as it came. Refused when it stands still or drips. */
export function readText(c: Ctx): Promise<string> {
  const cut = new Promise<never>((_, reject) => onCut(c, reject))
  return Promise.race([c.req.text(), cut])
}

/** For calls with an optional body: no body counts as an empty one. */
export async function readJsonOrNothing<Schema extends z.ZodType>(
  c: Ctx,
  schema: Schema,
): Promise<z.output<Schema>> {
  return (await readText(c)) ? readJson(c, schema) : checkInput(schema, {})
}

/** The parameters of an address: an empty one counts as left out, and an invalid one is reported by name. */
export function readQuery<Schema extends z.ZodType>(c: Ctx, schema: Schema): z.output<Schema> {
  const given = Object.entries(c.req.query()).filter(([, value]) => value !== '')
  return checkInput(
    schema,
    Object.fromEntries(given.map(([name, value]) => [name, cleanText(value)])),
  )
}

/** The parsed input, or an error that names each invalid field. */
export function checkInput<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(input, { error: describeInputProblem })
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  const [first] = parsed.error.issues
  throw new AppError('application.invalid', { values: { message: first?.message ?? '' }, fields })
}

function parse(text: string): unknown {
  try {
    const isPlain = isPlainAscii(text) && !/\\[bfu]/.test(text)
    return isPlain ? JSON.parse(text) : JSON.parse(text, asClean)
  } catch (error) {
    throw new AppError('server.invalid', {
      values: { message: t('input.jsonInvalid') },
      cause: error,
    })
  }
}

/** An id that is none is answered like one that does not exist. */
export function idParam(c: Ctx, name: string): string {
  const id = c.req.param(name) ?? ''
  if (!isUuid(id)) throw new AppError('server.notFound')
  return id
}

/** The `Idempotency-Key` of a change: a client that gets no answer may send the change again under the same one. */
export function idempotencyKey(c: Ctx): string | undefined {
  const key = c.req.header('idempotency-key')
  if (key === undefined || isUuid(key)) return key?.toLowerCase()
  throw new AppError('server.invalid', { values: { message: t('input.keyNoUuid') } })
}
