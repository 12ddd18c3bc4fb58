// What the check of a translation finds.
import { expect, test } from 'vitest'
import { translationFaults } from './text-types.ts'

test('a language has every text of English, no other, and no value that is not given', () => {
  const english = { a: '{count, plural, one {# job} other {# jobs}}', b: '{name} left', c: 'Save' }
  expect(translationFaults(english, { ...english, a: '{count} Stellen', c: 'Sichern' })).toEqual([])
  expect(translationFaults(english, { a: 'x', b: '{nom} est parti', d: 'y' })).toEqual([
    'c is missing',
    'b has no value {nom}',
    'd is unknown',
  ])
})
