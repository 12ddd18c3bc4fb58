import { expect, test } from 'vitest'
import { fullName, greetedName, ownName } from '#domain/full-name.ts'
import { problemsOf } from './application-fields.ts'
import { inLocale } from '#domain/texts/locale.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'

test('the family name is asked for first in Japanese, and problems are named in the order of the fields', () => {
  const orders = (['de', 'ja'] as const).map((language) =>
    inLocale(language, () => [
      ...inNameOrder('given', 'family'),
      ...problemsOf({ firstName: 'A', lastName: 'B', phone: 'C' }).map(({ field }) => field),
    ]),
  )
  expect(orders).toEqual([
    ['given', 'family', 'firstName', 'lastName', 'phone'],
    ['family', 'given', 'lastName', 'firstName', 'phone'],
  ])
})

test.each([
  ['en-GB', 'Hanako', 'Yamada', 'Hanako Yamada', 'Hanako'],
  ['en-GB', '花子', '山田', '山田 花子', '花子'],
  ['ja', 'Hanako', 'Yamada', 'Yamada Hanako', 'Yamada Hanako'],
  ['ja', '花子', '山田', '山田 花子', '山田 花子'],
  ['ja', 'マヤ', 'オカフォー', 'オカフォー マヤ', 'オカフォー マヤ'],
  ['ja', 'Suharto', '', 'Suharto', 'Suharto'],
] as const)(
  'in %s, %s %s reads their name as they typed it, and is greeted as people are there',
  (language, first_name, last_name, own, greeted) => {
    const names = { first_name, last_name }
    inLocale(language, () => {
      expect([ownName(names), greetedName(names)]).toEqual([own, greeted])
    })
    // What others read does not depend on their language, so that one person has one name.
    expect(inLocale(language, () => fullName(names))).toBe(fullName(names))
  },
)
