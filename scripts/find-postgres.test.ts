// Which of several PostgreSQL installations the checks choose.
import { expect, test } from 'vitest'
import { majorVersion, pickPostgres } from './find-postgres.ts'

test.each([
  ['postgres (PostgreSQL) 15.13 (Debian 15.13-0+deb12u1)', 15],
  ['postgres (PostgreSQL) 18beta1', 18],
  ['postgres (PostgreSQL) 9.6.24', 9],
  ['something else', undefined],
])('%s is version %s', (versionLine, version) => {
  expect(majorVersion(versionLine)).toBe(version)
})

test('the newest recent one is chosen', () => {
  const candidates = [
    { bin: '/old', version: 14 },
    { bin: '/on-the-path', version: 17 },
    { bin: '/other', version: 17 },
    { bin: '/middle', version: 15 },
  ]
  expect(pickPostgres(candidates)).toBe('/on-the-path')
})

test('one before 15 is as good as none', () => {
  expect(pickPostgres([{ bin: '/old', version: 14 }])).toBeUndefined()
})
