// A JSON body, checked: what does not fit is told by field, in words.
import type { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import type { Ctx } from './context.ts'

/** Only application/json is read: a form on another site cannot send that without being asked first. */
export async function readJson<Schema extends z.ZodType>(
  c: Ctx,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) {
    throw new AppError('server.invalid', { values: { message: 'JSON is expected.' } })
  }
  const body: unknown = await c.req.json().catch((error: unknown) => {
    throw new AppError('server.invalid', { values: { message: 'this is not JSON.' }, cause: error })
  })
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const fields: Record<string, string> = {}
  for (const issue of parsed.error.issues) fields[issue.path.join('.')] ??= issue.message
  const [first] = parsed.error.issues
  throw new AppError('application.invalid', { values: { message: first?.message ?? '' }, fields })
}

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)

/** An id that is none is answered like one that does not exist. */
export function idParam(c: Ctx, name: string): string {
  const id = c.req.param(name) ?? ''
  if (!isUuid(id)) throw new AppError('server.notFound')
  return id
}
