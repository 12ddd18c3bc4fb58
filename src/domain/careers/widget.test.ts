// The widget's options: the parameters of a page's address, and that no step loses them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  readWidgetOptions,
  widgetColor,
  widgetHref,
  widgetLanguage,
  widgetSteps,
  widgetStyles,
  widgetThemes,
  type WidgetOptions,
} from './widget.ts'
import { directionOf } from '../texts/direction.ts'

// shows: 2-54, 9-11
test.each([
  [undefined, '8B5CF6'],
  ['', '8B5CF6'],
  ['008060', '008060'],
  ['#ec4899', 'EC4899'],
  ['f0a', 'FF00AA'],
  ['#F0A', 'FF00AA'],
  ['red', '8B5CF6'],
  ['red;}', '8B5CF6'],
  ['fff;}body{display:none', '8B5CF6'],
  ['ffff', '8B5CF6'],
  ['fffffff', '8B5CF6'],
  ['##ffffff', '8B5CF6'],
  ['ffffff\n', '8B5CF6'],
  ['\uFF46\uFF46\uFF46', '8B5CF6'],
  ['url(//x)', '8B5CF6'],
])('the color %j is %s', (text, color) => {
  expect(widgetColor(text)).toBe(color)
})

test.each([
  ['de', 'de', 'ltr'],
  ['PT-br', 'pt-BR', 'ltr'],
  ['ar', 'ar', 'rtl'],
  ['he-IL', 'he-IL', 'rtl'],
  ['pa-arab-pk', 'pa-Arab-PK', 'rtl'],
  ['az-Latn', 'az-Latn', 'ltr'],
  ['ug-Cyrl', 'ug-Cyrl', 'ltr'],
  ['arn', 'arn', 'ltr'],
])('the language %j is %s, written %s', (text, lang, direction) => {
  expect(widgetLanguage(text)).toBe(lang)
  expect(directionOf(lang)).toBe(direction)
})

test.each([undefined, '', 'x', 'english', 'en-', 'en_GB', 'de-de-de', '"><script>', 'en\n'])(
  'the language %j is none',
  (text) => {
    expect(widgetLanguage(text)).toBeNull()
  },
)

// shows: 9-11
test('an address without options is the full widget with our name under it', () => {
  const options: WidgetOptions = {
    style: 'full',
    theme: 'light',
    lang: null,
    color: null,
    powered: true,
    shop: null,
    org: null,
    store: null,
    source: null,
    search: null,
    page: null,
  }
  expect(readWidgetOptions({})).toEqual(options)
  expect(widgetHref(options)).toBe('/embed')
  expect(
    readWidgetOptions({ style: 'popup', theme: 'pink', lang: '<b>', powered: 'no', shop: '' }),
  ).toEqual(options)
  expect(readWidgetOptions({ style: 'button', powered: 'false' })).toMatchObject({
    style: 'button',
    powered: false,
  })
  expect(widgetHref({ ...options, org: 'tea' }, 'email', { roleId: '1', v: '' })).toBe(
    '/embed?org=tea&step=email&roleId=1',
  )
})

describe('any options', () => {
  const text = fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }))
  const options: fc.Arbitrary<WidgetOptions> = fc.record({
    style: fc.constantFrom(...widgetStyles),
    theme: fc.constantFrom(...widgetThemes),
    lang: fc.constantFrom(null, 'de', 'pt-BR', 'ar'),
    color: fc
      .tuple(fc.nat(255), fc.nat(255), fc.nat(255))
      .map((bytes) => Buffer.from(bytes).toString('hex').toUpperCase()),
    powered: fc.boolean(),
    shop: text,
    org: text,
    store: text,
    source: fc.constantFrom(null, 'poster', 'shop-window'),
    search: fc.constantFrom(null, {
      q: 'tea & milk',
      place: 'York',
      type: '',
      pay: '12.5-GBP-hour',
    }),
    page: fc.constant(null),
  })

  // shows: 2-60
  test('come back from the address of every step', () => {
    fc.assert(
      fc.property(options, fc.constantFrom(...widgetSteps), (given, step) => {
        const url = new URL(widgetHref(given, step, { roleId: 'a&b=c' }), 'https://jobs.example')
        const query = Object.fromEntries(url.searchParams)
        expect(url.pathname).toBe('/embed')
        expect(readWidgetOptions(query)).toEqual(given)
        expect(query.step ?? 'list').toBe(step)
        expect(query.roleId).toBe('a&b=c')
      }),
      { numRuns: 500 },
    )
  })
})
