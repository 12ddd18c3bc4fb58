// The errors that the check of translations finds, and that our own translations have none.
import { describe, expect, test } from 'vitest'
import { languages } from '../src/domain/texts/locale.ts'
import { catalogueOf, missingTexts, textFaults } from './translations.ts'

const english = {
  a: '{count, plural, one {# job} other {# jobs}}',
  b: '{name} left <b>today</b>',
  c: 'Save',
}

test('the check finds what is missing, unknown, unreadable, and values, tags and plurals that differ', () => {
  expect(missingTexts('de', english, { a: 'x' })).toEqual(['b', 'c'])
  expect(missingTexts('en-US', english, {})).toEqual([])
  const polish = {
    a: '{count, plural, one {# oferta} few {# oferty} other {# ofert}}',
    b: '{nom} est parti',
    c: '{',
    d: 'y',
  }
  expect(textFaults('pl', english, polish)).toEqual([
    "a has no plural for 'many'",
    'b has no value {nom}',
    'b lacks {name}',
    'b lacks <b>',
    expect.stringContaining('c cannot be read'),
    'd is unknown',
  ])
})

describe('each language', () => {
  test.each(languages)('%s has the values, tags and plurals of English', (language) => {
    expect(textFaults(language, catalogueOf('en-GB'), catalogueOf(language))).toEqual([])
  })

  // What is missing is read in English. `npm run translations -- de` prints it for translators.
  test.each(languages)('%s has every text', (language) => {
    expect(missingTexts(language, catalogueOf('en-GB'), catalogueOf(language))).toEqual([])
  })
})
