// The texts of the product, by the codes of the catalogue (en.json): `t('job.missing')`, `t('tag.tooMany', { max: 20
// })`.
import type { FormatValues } from 'icu-minify/format'
import { compiledMessage } from './compiled-messages.ts'
import type en from './en.json'
import { formatMessage, formatRich } from './format-message.ts'
import { currentLocale } from './locale.ts'
import type { RichTexts, TextValues } from './text-values.ts'

/** Those with tags are only for `rich`. */
export type TextCode = Exclude<keyof typeof en, keyof RichTexts>

/** Those without values. */
export type PlainTextCode = Exclude<TextCode, keyof TextValues>

/** The rest of the codes that begin with a prefix: `NamesIn<'field'>` is 'email' | 'phone' | ... */
export type NamesIn<
  Prefix extends string,
  Code = PlainTextCode,
> = Code extends `${Prefix}.${infer Name}` ? Name : never

type ValuesOf<Code extends TextCode> = Code extends keyof TextValues ? TextValues[Code] : unknown
/** The values that every one of several codes needs. */
type AllValues<Code extends TextCode> = (
  Code extends unknown ? (values: ValuesOf<Code>) => void : never
) extends (values: infer All) => void
  ? All
  : never

/** Nothing for a text without placeholders, else a value for each: a missing one does not compile. */
export type TextArguments<Code extends TextCode> = [Extract<Code, keyof TextValues>] extends [never]
  ? []
  : [values: AllValues<Code>]

/** The text of a code in the reader's language. */
export function t<Code extends TextCode>(code: Code, ...values: TextArguments<Code>): string {
  const [given] = values as readonly [Record<string, string | number>?]
  return formatMessage(compiledMessage(currentLocale(), code), given)
}

type RichValues<Code extends keyof RichTexts, Part> = {
  [Name in RichTexts[Code]]: (text: string[]) => Part
} & (Code extends keyof TextValues ? TextValues[Code] : unknown)

/**
 * The text of a code whose tags (`<link>here</link>`, none nested) become elements of a page; each element has its own
 * `key`.
 */
export function rich<Code extends keyof RichTexts, Part>(
  code: Code,
  values: RichValues<Code, Part>,
): (string | Part)[] {
  return formatRich<Part>(compiledMessage(currentLocale(), code), values as FormatValues<Part>)
}
