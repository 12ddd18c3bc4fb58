// Invalid input is reported in words for people, never in those of the validation library.
import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeInputProblem } from './input-problems.ts'

const schema = z.strictObject({
  name: z.string().min(1).max(3),
  count: z.number().int().optional(),
  kind: z.enum(['one', 'two']).optional(),
  list: z.array(z.object({ id: z.uuid() })).optional(),
  own: z.string('Its own sentence.').optional(),
})

test.each<[unknown, string]>([
  [{}, 'name is missing.'],
  [null, 'The body must be an object.'],
  [[], 'The body must be an object.'],
  [{ name: 5 }, 'name must be a text.'],
  [{ name: null }, 'name must be a text.'],
  [{ name: '' }, 'name is too short or too small.'],
  [{ name: 'long' }, 'name is too long or too large.'],
  [{ name: 'a', count: 'b' }, 'count must be a number.'],
  [{ name: 'a', count: 1.5 }, 'count must be a whole number.'],
  [{ name: 'a', kind: 'three' }, 'kind must be one of one, two.'],
  [{ name: 'a', list: {} }, 'list must be a list.'],
  [{ name: 'a', list: [{ id: 'b' }] }, 'list.0.id has a form that is not known here.'],
  [{ name: 'a', more: 1 }, 'more is not known here.'],
])('%j', (input, sentence) => {
  const { error } = schema.safeParse(input, { error: describeInputProblem })
  expect(error?.issues.map(({ message }) => message)).toEqual([
    `Some of what was sent cannot be used: ${sentence}`,
  ])
})

test('a sentence of the schema itself stays', () => {
  const { error } = schema.safeParse({ name: 'a', own: 1 }, { error: describeInputProblem })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Its own sentence.'])
})
