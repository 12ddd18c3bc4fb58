// Marks stand on the letters that were found, also where signs before them fold to more or fewer letters.
import { expect, test } from 'vitest'
import { markedParts } from './marked-parts.ts'

test.each([
  ['capitals', 'Im LAGER', 'im lager', 'LAGER'],
  ['accents', 'Größe, LÄGER', 'grosse, lager', 'LÄGER'],
  [
    'one sign that folds to two letters, and one to none',
    'Straße Lager ❤\uFE0F',
    'strasse lager ❤',
    'Lager',
  ],
  ['a sign that is written for three', '㈱ Lager', '(株) lager', 'Lager'],
])('%s', (_, shown, letters, found) => {
  const marked = markedParts(shown, letters, ['lager']).filter(({ is_found }) => is_found)
  expect(marked.map(({ text }) => text)).toEqual([found])
})
