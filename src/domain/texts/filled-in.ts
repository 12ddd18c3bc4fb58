// Values as they stand in a text, whose direction they must not change.
import type { CompiledMessage, FormatValues } from 'icu-minify/format'
import { shownEmailAddress } from '../accounts/email-address.ts'
import { directionOf } from './direction.ts'
import { currentLocale } from './locale.ts'

const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u
/** A letter of another script, or a telephone number, whose plus would go to its other end. */
const LEFT_TO_RIGHT =
  /(?![\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}])\p{L}|^\+\d/u
/** How icu-minify marks a part of a message that begins with `select`. */
const TYPE_SELECT = 1
/** Mail programs make links of the first two, and would take the mark at the end for a part of them; a variable is filled in later. */
const STAYS_PLAIN = /^https?:|^[^\s@]+@[^\s@]+$|^\{\w+\}$/

/** Between marks that keep its direction to itself, if it reads the other way than the text. */
export function isolated(value: string): string {
  const other = directionOf(currentLocale()) === 'rtl' ? LEFT_TO_RIGHT : RIGHT_TO_LEFT
  return other.test(value) && !STAYS_PLAIN.test(value) ? `\u2068${value}\u2069` : value
}

/** For what is no sentence: the name of a file, a title that is kept. */
export const withoutIsolates = (text: string): string => text.replace(/[\u2066-\u2069]/g, '')

/** `select` compares such a value with its cases. */
function choosesBy(part: unknown, name: string): boolean {
  if (typeof part !== 'object' || part === null) return false
  if (Array.isArray(part) && part[0] === name && part[1] === TYPE_SELECT) return true
  return Object.values(part).some((inside) => choosesBy(inside, name))
}

export function filledIn<Part>(
  message: CompiledMessage,
  values: FormatValues<Part> | undefined,
): FormatValues<Part> | undefined {
  if (!values) return undefined
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value !== 'string') return [name, value]
      const shown = isolated(/email$/i.test(name) ? shownEmailAddress(value) : value)
      return [name, shown === value || choosesBy(message, name) ? value : shown]
    }),
  )
}
