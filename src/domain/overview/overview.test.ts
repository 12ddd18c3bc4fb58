import { describe, expect, it } from 'vitest'
import { openBreach, quietAttention } from '#test/input/samples.ts'
import { MEGABYTE } from '../cvs/cv-space.ts'
import type { LimitName } from '../organizations/organization-limits.ts'
import { inShort, mondayOf, shareOf, type Attention } from './overview.ts'
import { MOST_SENTENCES } from './overview.ts'
import { needsAttention } from './overview.ts'

const quiet: Attention = {
  ...quietAttention,
  retention: { ...quietAttention.retention, total: 100 },
}
const now = Date.parse('2026-08-12T12:00:00Z')
const texts = (attention: Partial<Attention>) =>
  needsAttention({ ...quiet, ...attention }, now).map(({ text }) => text)

describe('what needs attention', () => {
  it('is nothing where nothing is', () => expect(texts({})).toEqual([]))

  it('is said in sentences, the most pressing first', () => {
    const retention = {
      due: 30,
      soon: 12,
      first_on: '2026-08-14',
      total: 1200,
      is_stopped: true,
      goes_on: '2026-08-08',
    }
    expect(texts({ waiting: 1234, pending: 3, incidents: [openBreach], retention })).toEqual([
      'Critical incident open, 41 of 72 hours left',
      'An owner must confirm the deletion of 30 of 1,200 applications',
      '1,234 applicants have waited more than 5 days',
      '3 people wait for approval',
      '12 applications will be deleted within 14 days',
    ])
  })

  it('speaks of the store, of its pages and of mails that did not arrive', () => {
    const undelivered = { count: 2, applicant_id: 'a1' }
    const all = { ...quiet, is_store_lost: true, inactive_linked: 2, undelivered, waiting: 4 }
    expect(needsAttention(all, now)).toEqual([
      { about: 'store-lost', text: 'Store connection lost' },
      { about: 'undelivered', text: '2 emails to applicants were not delivered', id: 'a1' },
      { about: 'waiting', text: '4 applicants have waited more than 5 days' },
      { about: 'linked-pages', text: '2 inactive jobs are still linked to a store page' },
    ])
    expect(texts({ inactive_linked: 1, undelivered: { ...undelivered, count: 1 } })).toEqual([
      '1 email to an applicant was not delivered',
      '1 inactive job is still linked to a store page',
    ])
  })

  it('speaks of room for CVs, first of none and later of little', () => {
    expect(texts({ waiting: 1, cv_space: 'none' })).toEqual([
      'The space for CVs is full: applications come without a file',
      '1 applicant has waited more than 5 days',
    ])
    expect(texts({ waiting: 1, cv_space: 'little' })).toEqual([
      '1 applicant has waited more than 5 days',
      'The space for CVs is nearly full',
    ])
  })

  it('speaks of the limits of the organization: reached ones before people who wait, near ones after', () => {
    const of = (about: LimitName, used: number, most: number) =>
      texts({ waiting: 1, limits: [{ about, used, most }] })
    expect(of('mails-day', 10_000, 10_000)).toEqual([
      '10,000 emails went out in 24 hours; 10,000 is the limit. After it emails wait; codes still go out at once.',
      '1 applicant has waited more than 5 days',
    ])
    expect(of('tasks', 16_000, 20_000)[1]).toBe(
      '16,000 background tasks of your organization wait; 20,000 is the limit. Write to many people only when they are done.',
    )
    expect(of('reads', 9600, 12_000)[1]).toMatch(
      /^Within one minute .* at least 9,600 times; 12,000 is/,
    )
    expect(of('changes', 2400, 3000)[1]).toMatch(/^Within one minute .* 2,400 changes; 3,000 is/)
    expect(of('mails-hour', 1600, 2000)[1]).toMatch(/^1,600 emails went out in this hour; 2,000 is/)
  })

  it('says of the space for CVs what is used, and when applications come without one', () => {
    const space = (used: number) =>
      texts({ limits: [{ about: 'cv-space', used: used * MEGABYTE, most: 5000 * MEGABYTE }] })[0]
    expect(space(4100)).toMatch(/^CVs take 4,100 of 5,000 MB\./)
    expect(space(5000)).toMatch(
      /^CVs take 5,000 MB; .* at 6,000 MB applications come without a file/,
    )
    expect(space(5995)).toMatch(/^CVs take 5,995 MB, and no more fit/)
  })

  it('speaks of a clock that is wrong', () => {
    expect(texts({ is_clock_wrong: true })).toEqual([
      'Nothing is deleted, because the server’s clock may be wrong. The operator of this server must check it.',
    ])
  })

  it('speaks of malware', () => {
    const infected = { count: 1, applicant_id: 'a1' }
    expect(needsAttention({ ...quiet, infected }, now)).toEqual([
      { about: 'infected', text: '1 CV contains malware and cannot be opened', id: 'a1' },
    ])
    expect(texts({ infected: { ...infected, count: 1200 } })).toEqual([
      '1,200 CVs contain malware and cannot be opened',
    ])
  })

  it('speaks of one as one', () => {
    expect(texts({ waiting: 1, pending: 1, retention: { ...quiet.retention, soon: 1 } })).toEqual([
      '1 applicant has waited more than 5 days',
      '1 person waits for approval',
      '1 application will be deleted within 14 days',
    ])
  })

  it('ends after five', () => {
    const incidents = ['a', 'b', 'c'].map((id) => ({ ...openBreach, id }))
    const retention = { ...quiet.retention, soon: 1, is_stopped: true }
    const sentences = texts({ waiting: 1, pending: 1, incidents, retention })
    expect(sentences).toHaveLength(MOST_SENTENCES)
    expect(sentences[3]).toContain('An owner must confirm')
  })
})

describe('shares and times', () => {
  const funnel = { seen: 900, applied: 61, reviewing: 38, interviewed: 17, hired: 6, rejected: 19 }
  it('a step is a share of the one before', () => {
    expect(shareOf(funnel, 'applied')).toBeUndefined()
    expect(shareOf(funnel, 'reviewing')).toBe('62% of applied')
    expect(shareOf(funnel, 'hired')).toBe('35% of interviewed')
  })
  it('nothing has no share', () => {
    expect(shareOf({ ...funnel, reviewing: 0, interviewed: 0 }, 'interviewed')).toBeUndefined()
  })

  it.each([
    [5, '1 min'],
    [12 * 60, '12 min'],
    [3 * 3600 + 20 * 60, '3 h 20 min'],
    [3 * 3600 + 20, '3 h'],
    [28 * 3600, '1 d 4 h'],
    [48 * 3600 + 100, '2 d'],
  ])('%i seconds are %s', (seconds, text) => expect(inShort(seconds)).toBe(text))

  it.each([
    ['2026-08-10', '2026-08-10'],
    ['2026-08-16', '2026-08-10'],
    ['2026-03-01', '2026-02-23'],
  ])('the week of %s begins on %s', (day, monday) => expect(mondayOf(day)).toBe(monday))
})
