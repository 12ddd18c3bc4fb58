import { expect, test } from 'vitest'
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
