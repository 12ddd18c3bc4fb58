// Names and other values in sentences of the other direction: takes its cases from the catalogue of every language.
import type { FormatValues } from 'icu-minify/format'
import { describe, expect, test } from 'vitest'
import { compiledMessage, readCataloguesBy, type Catalogue } from './compiled-messages.ts'
import { formatRich } from './format-message.ts'
import en from './en.json' with { type: 'json' }
import { inLocale, languages, type Language } from './locale.ts'
import { t } from './text.ts'

const files = import.meta.glob<Catalogue>('./*.json', { eager: true, import: 'default' })
readCataloguesBy((language) => files[`./${language.toLowerCase()}.json`] ?? {})

/** What icu-minify writes for the kinds of placeholders. */
const [SELECT, NUMBERS] = [1, new Set([2, 3, 4])]

/** Values for all that a message asks for: `text` where it is shown, elsewhere one that it can choose by. */
function valuesFor(part: unknown, text: string, values: Record<string, unknown> = {}) {
  if (typeof part !== 'object' || part === null) return values
  if (Array.isArray(part) && typeof part[0] === 'string') {
    const [name, kind, cases] = part as [string, unknown, object?]
    if (part.length === 1) values[name] ??= text
    else if (kind === SELECT) values[name] = Object.keys(cases ?? {})[0]
    else if (NUMBERS.has(kind as number)) values[name] = 2
    else if (typeof kind !== 'number') values[name] ??= (inside: string[]) => inside.join('')
  }
  for (const inside of Object.values(part)) valuesFor(inside, text, values)
  return values
}

function filled(language: Language, code: string, text: string): string {
  return inLocale(language, () => {
    const message = compiledMessage(language, code)
    const list: unknown = typeof message === 'string' ? message : [...message]
    const values = Array.isArray(list)
      ? Object.assign({}, ...list.map((part: unknown) => valuesFor(part, text)))
      : {}
    return formatRich(message, values as FormatValues<string>).join('')
  })
}

const codes = Object.keys(en)
const without = (text: string) => text.replaceAll('\u2068', '').replaceAll('\u2069', '')

describe.each(languages)('in %s', (language) => {
  const [own, other] = language === 'ar' ? ['مريم', 'Maya'] : ['Maya', 'مريم']

  test('a name of the other direction is kept apart wherever it stands', () => {
    const seen = codes
      .map((code) => filled(language, code, other))
      .filter((text) => text.includes(other))
    expect(seen.length).toBeGreaterThan(200)
    const open = new RegExp(`(?<!\u2068)${other}|${other}(?!\u2069)`)
    expect(seen.filter((text) => open.test(text))).toEqual([])
  })

  test('a name of its own direction stands as it is', () => {
    const texts = codes.map((code) => filled(language, code, own))
    expect(texts.filter((text) => without(text) !== text)).toEqual([])
  })
})

test.each([
  ['en-GB', 'maya@xn--mnchen-3ya.de', 'maya@münchen.de'],
  ['ar', 'maya@xn--mnchen-3ya.de', 'maya@münchen.de'],
] as const)('in %s an address is shown in its own letters', (language, email, shown) => {
  const text = inLocale(language, () => t('success.invitationSent', { email }))
  expect(text).toContain(shown)
  expect(without(text)).toBe(text)
})

test.each([
  // A mail program makes a link of it, to the first character that cannot be in one.
  ['https://shop.example/me', false],
  ['+44 7700 900123', true],
  ['الهاتف', false],
  ['2026', false],
])('in Arabic %j is kept apart: %s', (text, isApart) => {
  const shown = inLocale('ar', () => t('applicant.reject', { name: text }))
  expect(shown.includes(`\u2068${text}\u2069`)).toBe(isApart)
  expect(shown).toContain(text)
})

test('what chooses between sentences still does', () => {
  const choices = codes.filter((code) =>
    /, select,/.test((en as Record<string, string>)[code] ?? ''),
  )
  expect(choices.length).toBeGreaterThan(5)
  for (const code of choices) expect(filled('ar', code, 'Maya')).not.toBe('')
})
