import { expect, test } from 'vitest'
import { applicantsSearch } from './applicants/applicants-url.ts'
import { auditSearch } from './audit/audit-url.ts'

test('filters of an address that are unknown are dropped, not refused', () => {
  expect(applicantsSearch({})).toEqual({})
  expect(
    applicantsSearch({
      tab: 'x',
      position: '1',
      customer: 'y',
      contact: [],
      q: 'x'.repeat(201),
      sort: 'size',
      applicant: 'x',
    }),
  ).toEqual({})
  expect(applicantsSearch({ tab: 'all', contact: 'not-contacted', q: ' tea ' })).toEqual({
    tab: 'all',
    contact: 'not-contacted',
    q: 'tea',
  })
  expect(
    auditSearch({ from: '2026-02-30', to: '2026-02-28', person: 'me', action: ' cv ' }),
  ).toEqual({ to: '2026-02-28', action: 'cv' })
})
