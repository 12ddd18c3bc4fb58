// Formats a compiled message with its values, by the plural rules and number formats of the reader's language.
import format, { type CompiledMessage, type FormatValues } from 'icu-minify/format'
import { dateFormat, numberFormat, pluralRules } from './formats.ts'
import { filledIn } from './filled-in.ts'
import { currentLocale } from './locale.ts'

const formatters = {
  getDateTimeFormat: (locale?: Intl.LocalesArgument, options?: Intl.DateTimeFormatOptions) =>
    dateFormat(options, String(locale)),
  getNumberFormat: (locale?: Intl.LocalesArgument, options?: Intl.NumberFormatOptions) =>
    numberFormat(options, String(locale)),
  getPluralRules: (locale?: Intl.LocalesArgument, options?: Intl.PluralRulesOptions) =>
    pluralRules(options, String(locale)),
}

export function formatMessage(message: CompiledMessage, values?: FormatValues<string>): string {
  const text = format(message, currentLocale(), filledIn(message, values), { formatters })
  // icu-minify returns an empty array when nothing remains of a message with placeholders.
  return Array.isArray(text) ? text.join('') : text
}

/** With the elements that its tags create, such as links, in their places. */
export function formatRich<Part>(
  message: CompiledMessage,
  values: FormatValues<Part>,
): (string | Part)[] {
  const parts = format(message, currentLocale(), filledIn(message, values), { formatters })
  return Array.isArray(parts) ? parts : [parts]
}
