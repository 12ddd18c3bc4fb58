// The texts about a customer: the label (docs/specification.md §9.1), duration, amount, and place.
import { describe, expect, test } from 'vitest'
import { addressLines, money, purchaseFrequency, tenureText } from './customers.ts'

const now = new Date('2026-08-15T12:00:00Z')
const monthsAgo = (months: number) =>
  new Date(now.getTime() - months * (365.25 / 12) * 86_400_000).toISOString()

// shows: 9-4
describe('the purchase frequency', () => {
  test.each([
    [0, 24, 'first-time buyer'],
    [1, 24, 'first-time buyer'],
    [2, 0, 'Multiple times per month'],
    [10, 9.9, 'Multiple times per month'],
    [10, 10.1, 'Monthly'],
    [10, 29.9, 'Monthly'],
    [10, 30.1, 'Every 3 months'],
    [10, 59.9, 'Every 3 months'],
    [10, 60.1, 'Every 6 months'],
    [10, 119.9, 'Every 6 months'],
    [10, 120.1, 'Annually'],
    [2, 240, 'Annually'],
  ])('of %i orders in %f months', (ordersCount, months, label) => {
    expect(purchaseFrequency({ ordersCount, customerSince: monthsAgo(months) }, now)).toBe(label)
  })

  test('is not guessed where the beginning is not known', () => {
    for (const customerSince of [null, 'long ago']) {
      expect(purchaseFrequency({ ordersCount: 3, customerSince }, now)).toBe('')
    }
  })
})

// shows: 3-9
describe('the tenure', () => {
  test.each([
    ['2026-08-15T12:00:00Z', 'less than a month'],
    ['2026-07-16T00:00:00Z', 'less than a month'],
    ['2026-07-15T00:00:00Z', '1 month'],
    ['2025-08-15T00:00:00Z', '1 year'],
    ['2024-05-02T00:00:00Z', '2 years, 3 months'],
    ['2030-01-01T00:00:00Z', 'less than a month'],
    [null, ''],
    ['long ago', ''],
  ])('since %s', (since, text) => {
    expect(tenureText(since, now)).toBe(text)
  })
})

// shows: 9-5
describe('money', () => {
  test.each([
    [1240.5, null, 'GBP', '£1,240.50'],
    [1240.5, null, 'USD', '$1,240.50'],
    [1240.5, 'EUR', 'GBP', '€1,240.50'],
    [0, 'nonsense', 'GBP', '£0.00'],
    [1200, 'JPY', 'GBP', '¥1,200.00'],
  ] as const)('%f in %s', (amount, currency, otherwise, text) => {
    expect(money(amount, currency, otherwise)).toBe(text)
  })
})

// shows: 3-9
test('an address has four parts or more', () => {
  expect(addressLines('1 Mill Lane, Leeds, LS1 4AB, United Kingdom')).toEqual([
    '1 Mill Lane',
    'Leeds',
    'LS1 4AB',
    'United Kingdom',
  ])
  expect(addressLines('Leeds, UK')).toEqual([])
  expect(addressLines(null)).toEqual([])
})
