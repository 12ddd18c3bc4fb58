// A JSON body under /auth/v1: clients distinguish a missing field from an invalid one, and so do our error codes.
import { z } from 'zod'
import { AppError } from '#domain/errors.ts'
import { t } from '#domain/texts/text.ts'
import type { Ctx } from '../../context.ts'
import { checkInput, readJson as readAnyJson } from '../../json-body.ts'

/** As everywhere, except that among several errors the first missing field decides. */
export async function readJson<Schema extends z.ZodType>(
  c: Ctx,
  schema: Schema,
): Promise<z.output<Schema>> {
  const body = await readAnyJson(c, z.unknown())
  const { error } = schema.safeParse(body)
  const missing = error && pathsOf(error.issues).find((path) => isMissing(body, path))
  if (!missing || missing.length === 0) return checkInput(schema, body)
  const field = missing.join('.')
  const message = t('input.missing', { field })
  throw new AppError('server.invalid', { values: { message }, fields: { [field]: message } })
}

/** Of alternatives the first one's: it is the one that is described first. */
const pathsOf = (issues: readonly z.core.$ZodIssue[]): PropertyKey[][] =>
  issues.flatMap((issue) => {
    const inner = issue.code === 'invalid_union' ? (issue.errors[0] ?? []) : []
    return inner.length > 0
      ? pathsOf(inner).map((path) => [...issue.path, ...path])
      : [[...issue.path]]
  })

function isMissing(body: unknown, path: readonly PropertyKey[]): boolean {
  let value = body
  for (const name of path) {
    const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    value = isThere ? (value as Record<PropertyKey, unknown>)[name] : undefined
  }
  return value === undefined || value === null || value === ''
}
