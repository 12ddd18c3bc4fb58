// Reads values of the page's address: invalid ones are dropped, so that an old link still shows a screen.
import { isUuid } from '#domain/uuid.ts'

/** One of the allowed values of a parameter. */
export const oneOf = <Value extends string>(
  values: readonly Value[],
  value: unknown,
): Value | undefined => values.find((one) => one === value)

/** Trimmed; undefined when nothing is left, or when it is longer than the server accepts. */
export function textUpTo(characters: number, value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text && text.length <= characters ? text : undefined
}

export const uuidOf = (value: unknown): string | undefined =>
  typeof value === 'string' && isUuid(value) ? value : undefined

/** '2026-11-22', if that day exists. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return undefined
  const day = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : undefined
}

/** A value that may be the id of a row: a truncated link still shows the list. */
export const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\da-f-]{8,64}$/i.test(value) ? value : undefined
