// The demo's store and its applicants are the same people.
import { expect, test } from 'vitest'
import { demoApplicants } from './demo-applicants.ts'
import { demoCustomers } from './demo-customers.ts'

const now = new Date('2026-11-21T12:00:00Z')

test('whoever the demo calls a customer is one of its store', () => {
  const customers = demoCustomers(now)
  const expected = demoApplicants(now).filter((applicant) => applicant.is_existing_customer)
  expect(expected.length).toBeGreaterThan(10)
  expect(customers.map(({ email }) => email)).toEqual(expected.map(({ email }) => email))
  expect(new Set(customers.map(({ id }) => id)).size).toBe(customers.length)
  for (const { orders, spent, created_at } of customers) {
    expect(orders).toBeGreaterThanOrEqual(1)
    expect(spent).toMatch(/^\d+\.\d\d$/)
    expect(Date.parse(created_at)).toBeLessThan(now.getTime())
  }
})
