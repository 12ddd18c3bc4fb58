import { expect, test } from 'vitest'
import { meantStore } from './meant-store.ts'

const tea = { shop: 'tea.myshopify.com' }
const bikes = { shop: 'bikes.myshopify.com' }
const both = [tea, bikes]

test('in the admin of a store it is this one or none', () => {
  expect(meantStore(both, { ...bikes, by: 'admin' })).toBe(bikes)
  expect(meantStore([tea], { ...bikes, by: 'admin' })).toBeUndefined()
  expect(meantStore([], { ...bikes, by: 'admin' })).toBeUndefined()
})

test('elsewhere it is the chosen one, or the only one where nobody has chosen', () => {
  expect(meantStore(both, { ...tea, by: 'choice' })).toBe(tea)
  expect(meantStore([tea], undefined)).toBe(tea)
  expect(meantStore([], undefined)).toBeUndefined()
})

test('it is never guessed', () => {
  expect(meantStore(both, undefined)).toBe('choose')
  expect(meantStore([tea], { ...bikes, by: 'choice' })).toBe('choose')
})
