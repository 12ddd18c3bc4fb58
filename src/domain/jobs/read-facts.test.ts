import { expect, test } from 'vitest'
import { publicPay, publicPlace, salaryText, structuredFacts } from './facts-in-words.ts'
import { dayIn, factProblems, noFacts } from './job-facts.ts'
import { readPlace, readSalary, readWeeklyHours } from './read-facts.ts'

test.each([
  ['£12.50 per hour', [12.5, 12.5, 'GBP', 'hour']],
  ['£12 to £14 an hour', [12, 14, 'GBP', 'hour']],
  ['£26,600 to £28,200 a year', [26_600, 28_200, 'GBP', 'year']],
  ['£25-30k p.a.', [25_000, 30_000, 'GBP', 'year']],
  ['€1.200,50 per month', [1200.5, 1200.5, 'EUR', 'month']],
  ['From $18 an hour', [18, null, 'USD', 'hour']],
  ['Up to 30,000 PLN a year', [null, 30_000, 'PLN', 'year']],
  ['£220 per day', [220, 220, 'GBP', 'day']],
  ['£12.50', [12.5, 12.5, 'GBP', null]],
  ['£500 bonus after 3 months', [500, 500, 'GBP', null]],
  ['Competitive', null],
  ['Band 4', null],
  ['£30 to £20 per hour', null],
  ['9'.repeat(120), null],
])('reads the salary of %s', (text, expected) => {
  const read = readSalary(text)
  expect(
    read && [read.salary_from, read.salary_to, read.salary_currency, read.salary_period],
  ).toEqual(expected)
})

test.each([
  ['20 hours a week', 20],
  ['You work 37.5 hours per week.', 37.5],
  ['A 40-hour week', 40],
  ['16 hrs/week', 16],
  ['200 hours a week', null],
  ['Open 12 hours a day', null],
])('reads the hours of %s', (text, hours) => expect(readWeeklyHours(text)).toBe(hours))

test.each([
  ['Leeds', { town: 'Leeds', country: null }],
  ['Leeds, West Yorkshire, UK', { town: 'Leeds', region: 'West Yorkshire', country: 'GB' }],
  [
    '12 Park Row, Leeds LS1 5HN',
    { street: '12 Park Row', town: 'Leeds', postcode: 'LS1 5HN', country: 'GB' },
  ],
  ['Remote, UK and Ireland only', { is_remote: true, remote_countries: ['GB', 'IE'] }],
  ['Remote', { is_remote: true, remote_countries: [] }],
])('reads the place of %s', (text, expected) => expect(readPlace(text)).toMatchObject(expected))

test.each(['', 'Leeds or York', 'Leeds; York'])('reads no place of ‘%s’', (text) =>
  expect(readPlace(text)).toBeNull(),
)

const hourly = { salary_currency: 'GBP', salary_period: 'hour' } as const

test.each([
  [12.5, 14, '£12.50 to £14 per hour'],
  [12.5, 12.5, '£12.50 per hour'],
  [12, null, 'From £12 per hour'],
  [null, 14, 'Up to £14 per hour'],
])('says the salary from %s to %s', (salary_from, salary_to, text) =>
  expect(salaryText({ ...hourly, salary_from, salary_to })).toBe(text),
)

test('the own words of a shop stay as long as they say the same', () => {
  const pay = { ...hourly, salary_from: 12.5, salary_to: 12.5 }
  const payOf = (salary_range: string | null) => publicPay({ ...pay, salary_range })
  expect(payOf('£12.50 an hour')).toBe('£12.50 an hour')
  expect(payOf('£13 an hour')).toBe('£12.50 per hour')
  expect(payOf('Competitive')).toBe('£12.50 per hour')
  expect(payOf(null)).toBe('£12.50 per hour')
  expect(publicPay({ ...noFacts, salary_range: 'Competitive' })).toBe('Competitive')

  const placeOf = (location: string | null, facts = {}) =>
    publicPlace({ ...noFacts, location, ...facts })
  expect(placeOf('Leeds city centre', { town: 'Leeds' })).toBe('Leeds city centre')
  expect(placeOf('York', { town: 'Leeds' })).toBe('Leeds')
  expect(placeOf('Leeds', { is_remote: true })).toBe('Remote')
  expect(placeOf(null, { country: 'GB' })).toBe('United Kingdom')
  expect(placeOf(null)).toBe('Remote')
})

test('each fact has a name, and what is not known is left out', () => {
  expect(structuredFacts({ ...noFacts, town: 'Leeds' })).toEqual([])
  expect(
    structuredFacts({
      ...noFacts,
      street: '12 Park Row',
      town: 'Leeds',
      country: 'GB',
      weekly_hours: 37.5,
      openings: 3,
      closes_on: '2026-12-31',
      contact: 'Ruth, 0113 496 0000',
    }),
  ).toEqual([
    ['Address', '12 Park Row, Leeds, United Kingdom'],
    ['Hours', '37.5 hours a week'],
    ['Open positions', '3'],
    ['Closes', '31 December 2026'],
    ['Contact', 'Ruth, 0113 496 0000'],
  ])
  const remote = { ...noFacts, is_remote: true, remote_countries: ['GB', 'IE'] }
  expect(structuredFacts(remote)).toEqual([['Work from', 'United Kingdom and Ireland']])
})

test('an ad can be corrected after its closing day, and opened again only with a later one', () => {
  const ended = { ...noFacts, closes_on: '2026-11-01', is_active: false }
  const problemsOf = (job: typeof ended, before: typeof ended | null) =>
    factProblems(job, { before, today: '2026-11-02' })
  expect(problemsOf(ended, ended)).toEqual({})
  expect(problemsOf({ ...ended, is_active: true }, ended)).toEqual({
    closes_on: 'The closing date of this job has passed. Choose a later one to open it again.',
  })
  expect(Object.keys(problemsOf(ended, null))).toEqual(['closes_on'])
  expect(problemsOf({ ...ended, closes_on: '2026-11-02', is_active: true }, ended)).toEqual({})
})

test('a day ends where the shop is', () => {
  const now = new Date('2026-11-22T23:30:00Z')
  expect(dayIn(now, 'Asia/Tokyo')).toBe('2026-11-23')
  expect(dayIn(now, null)).toBe('2026-11-22')
  expect(dayIn(now, 'Nowhere/Here')).toBe('2026-11-22')
})
