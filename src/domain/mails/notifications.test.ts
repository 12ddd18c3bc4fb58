// When somebody is told: together in a rush, on the hour, and in the morning of their own clock.
import { describe, expect, test } from 'vitest'
import { dueAt, paceOf, shortName, type MailPreferences } from './notifications.ts'

const never = { lastAt: null, timeZone: null }
const at = (iso: string) => new Date(iso)

describe('at once', () => {
  const now = at('2026-11-22T10:00:00Z')
  test('means a minute later, so that whoever comes in it goes along', () => {
    expect(dueAt('application', 'at-once', now, never)).toEqual(at('2026-11-22T10:01:00Z'))
  })
  test('keeps its distance from the mail before: twenty minutes, of requests to join an hour', () => {
    const previous = { lastAt: at('2026-11-22T09:55:00Z'), timeZone: null }
    expect(dueAt('application', 'at-once', now, previous)).toEqual(at('2026-11-22T10:15:00Z'))
    expect(dueAt('waiting', 'at-once', now, previous)).toEqual(at('2026-11-22T10:55:00Z'))
    const longAgo = { lastAt: at('2026-11-21T09:55:00Z'), timeZone: null }
    expect(dueAt('application', 'at-once', now, longAgo)).toEqual(at('2026-11-22T10:01:00Z'))
  })
})

test('once an hour is at the next full hour', () => {
  expect(dueAt('application', 'hourly', at('2026-11-22T10:00:00Z'), never)).toEqual(
    at('2026-11-22T11:00:00Z'),
  )
  expect(dueAt('application', 'hourly', at('2026-11-22T10:59:59.999Z'), never)).toEqual(
    at('2026-11-22T11:00:00Z'),
  )
})

test.each([
  // Without a zone by UTC, and likewise where nobody knows it any more.
  ['2026-11-22T07:59:00Z', null, '2026-11-22T08:00:00Z'],
  ['2026-11-22T08:00:00Z', null, '2026-11-23T08:00:00Z'],
  ['2026-11-22T09:00:00Z', 'Middle/Earth', '2026-11-23T08:00:00Z'],
  ['2026-11-22T15:59:00Z', 'America/Los_Angeles', '2026-11-22T16:00:00Z'],
  ['2026-11-22T16:01:00Z', 'America/Los_Angeles', '2026-11-23T16:00:00Z'],
  // Tomorrow there is today here.
  ['2026-11-22T21:00:00Z', 'Pacific/Auckland', '2026-11-23T19:00:00Z'],
  ['2026-11-22T02:00:00Z', 'Asia/Kathmandu', '2026-11-22T02:15:00Z'],
  // The clocks change in the night between.
  ['2026-03-28T09:00:00Z', 'Europe/London', '2026-03-29T07:00:00Z'],
  ['2026-10-24T09:00:00Z', 'Europe/London', '2026-10-25T08:00:00Z'],
])('the digest of a day: from %s in %s it leaves at %s', (now, timeZone, due) => {
  expect(dueAt('application', 'daily', at(now), { lastAt: at(now), timeZone })).toEqual(at(due))
})

test('a job’s own pace stands before that of all jobs, and that before what is usual', () => {
  const staff: MailPreferences = {
    role: 'staff',
    applications: null,
    waiting: null,
    undelivered: null,
    exceptions: { barista: 'never' },
  }
  const owner: MailPreferences = { ...staff, role: 'organization_owner' }
  expect(paceOf('application', 'barista', staff)).toBe('never')
  expect(paceOf('application', 'packer', staff)).toBe('daily')
  expect(paceOf('application', null, owner)).toBe('at-once')
  expect(paceOf('application', 'packer', { ...owner, applications: 'hourly' })).toBe('hourly')
  expect(paceOf('waiting', null, owner)).toBe('at-once')
  expect(paceOf('waiting', null, { ...owner, waiting: false })).toBe('never')
  expect(paceOf('waiting', null, staff)).toBe('never')
  expect(paceOf('undelivered', null, owner)).toBe('hourly')
})

test('a name is cut to what tells people apart', () => {
  expect(shortName('Maya', 'Okafor')).toBe('Maya O.')
  expect(shortName('Thị Hương', '𝒩guyễn')).toBe('Thị Hương 𝒩.')
  expect(shortName('花子', '山田')).toBe('山. 花子')
  expect(shortName('Cher', ' ')).toBe('Cher')
})
