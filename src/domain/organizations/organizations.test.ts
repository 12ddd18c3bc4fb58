// The slug of an organization in addresses.
import { describe, expect, test } from 'vitest'
import { organizationInput, slugOf } from './organizations.ts'

describe('slugOf', () => {
  test.each([
    ['Tiny Tea Shop', 'tiny-tea-shop'],
    ['  Café  Müller & Söhne!  ', 'cafe-muller-sohne'],
    ['茶の店', '茶の店'],
    ['№ 5', 'no-5'],
    ['--- !!! ---', 'shop'],
    ['🍵', 'shop'],
    ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
    ['İstanbul', 'istanbul'],
    [`${'a'.repeat(59)} bcd`, 'a'.repeat(59)],
    ['𠮷'.repeat(80), '𠮷'.repeat(60)],
  ])('of %j is %j', (name, slug) => {
    expect(slugOf(name)).toBe(slug)
    expect(slugOf(name).isWellFormed()).toBe(true)
  })
})

test('a name is more than blanks and at most 120 characters', () => {
  expect(organizationInput.parse({ name: '  Shop ' })).toEqual({ name: 'Shop' })
  for (const name of ['', '   ', 'x'.repeat(121), undefined, 1]) {
    expect(organizationInput.safeParse({ name }).success).toBe(false)
  }
})
