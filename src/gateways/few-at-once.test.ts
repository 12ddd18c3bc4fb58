// Expensive work: few at once, a short line, and a refusal beyond it.
import { expect, test } from 'vitest'
import { fewAtOnce } from './few-at-once.ts'

test('runs so many at once, the others in their order, and refuses those beyond the line', async () => {
  const run = fewAtOnce({ most: 2, waiting: 2 })
  const begun: number[] = []
  const works = [0, 1, 2, 3].map((place) => {
    const end = Promise.withResolvers<number>()
    const done = run(() => {
      begun.push(place)
      return end.promise
    })
    return { ...end, done }
  })
  const refused = await run(() => Promise.resolve()).catch((error: unknown) => error)
  expect(refused).toMatchObject({ kind: 'unavailable', retryAfter: 5 })
  expect(begun).toEqual([0, 1])

  works[1]?.reject(new Error('failed'))
  await expect(works[1]?.done).rejects.toThrow('failed')
  expect(begun).toEqual([0, 1, 2])
  works[0]?.resolve(10)
  expect(await works[0]?.done).toBe(10)
  for (const place of [2, 3]) works[place]?.resolve(place)
  expect(await Promise.all([works[2]?.done, works[3]?.done])).toEqual([2, 3])
  expect(begun).toEqual([0, 1, 2, 3])
  expect(await run(() => Promise.resolve('again'))).toBe('again')
})

test('lets nobody fill the line alone', async () => {
  const run = fewAtOnce({ most: 1, waiting: 3, waitingOfOne: 1 })
  const first = Promise.withResolvers<string>()
  const running = run(() => first.promise, 'one')
  const waiting = run(() => Promise.resolve('second'), 'one')
  const refused = await run(() => Promise.resolve('third'), 'one').catch((error: unknown) => error)
  expect(refused).toMatchObject({ kind: 'unavailable', retryAfter: 5 })
  const other = run(() => Promise.resolve('other'), 'another')
  first.resolve('first')
  expect(await Promise.all([running, waiting, other])).toEqual(['first', 'second', 'other'])
})
