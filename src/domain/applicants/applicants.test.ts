// Applicants: the moves between statuses against the table of docs/specification.md §4.1, and what a form may hold.
import { answerFields } from './application-fields.ts'
import { describe, expect, test } from 'vitest'
import {
  applicantStatuses,
  canMove,
  moves,
  statusBefore,
  UNDO_SECONDS,
  type MadeChange,
} from './applicants.ts'
import { applicationInput } from './application-input.ts'

/** Written from docs/specification.md §4.1, not from the code: every pair that is allowed, and no other. */
const allowed = `
  applied→reviewing applied→rejected
  reviewing→applied reviewing→interviewed reviewing→rejected
  interviewed→reviewing interviewed→hired interviewed→rejected
  hired→interviewed hired→rejected
  rejected→applied rejected→reviewing
`
  .trim()
  .split(/\s+/)

describe('moves', () => {
  // shows: 4-11, V2.1.2
  test('are those of the specification', () => {
    const found = applicantStatuses.flatMap((from) =>
      applicantStatuses.filter((to) => canMove(from, to)).map((to) => `${from}→${to}`),
    )
    expect(found.toSorted()).toEqual(allowed.toSorted())
    // Rejecting is offered in the profile, not among the moves of a row.
    expect(Object.values(moves).flat()).not.toContain('rejected')
  })
})

// shows: 7-56
describe('taking a change back', () => {
  const made: MadeChange = {
    id: 'newest',
    from_status: 'hired',
    to_status: 'rejected',
    undoes: null,
    changed_at: '2026-11-21T10:00:00.000Z',
  }
  const at = (seconds: number) => new Date(Date.parse(made.changed_at) + seconds * 1000)

  test.each<[what: string, change: Partial<MadeChange>, last: string, seconds: number]>([
    ['another change came after it', {}, 'newer', 5],
    ['it took one back itself', { undoes: 'older' }, 'newest', 5],
    ['it is too long ago', {}, 'newest', UNDO_SECONDS + 1],
    ['it was the arrival', { from_status: null, to_status: 'applied' }, 'newest', 5],
  ])('leads nowhere when %s', (_, change, last, seconds) => {
    expect(statusBefore({ ...made, ...change }, { id: last }, at(seconds))).toBeUndefined()
  })

  test('leads to where the change began, also from rejected to hired', () => {
    expect(statusBefore(made, made, at(UNDO_SECONDS))).toBe('hired')
    expect(canMove('rejected', 'hired')).toBe(false)
  })
})

describe('the form', () => {
  const least = { firstName: 'Maya', lastName: 'Okafor' }
  const empty = { ...least, ...Object.fromEntries(answerFields.map((field) => [field, null])) }

  // shows: 3-11, 9-2
  test.each<[what: string, values: object, expected: object]>([
    ['names alone', {}, {}],
    ['blanks around names', { firstName: '  Maya\n' }, {}],
    ['empty fields', { phone: '', linkedinUrl: ' ', coverLetter: '\r\n', experienceYears: '' }, {}],
    ['nothing', { phone: null, experienceYears: undefined }, {}],
    ['years', { experienceYears: '7' }, { experienceYears: 7 }],
    ['no years', { experienceYears: '0' }, { experienceYears: 0 }],
    ['fifty years', { experienceYears: 50 }, { experienceYears: 50 }],
    ['line ends of a browser', { coverLetter: 'a\r\nb\rc' }, { coverLetter: 'a\nb\nc' }],
    [
      '4,000 lines, counted as the browser does',
      { coverLetter: `${'x\r\n'.repeat(1999)}yz` },
      { coverLetter: `${'x\n'.repeat(1999)}yz` },
    ],
    [
      'an address',
      { linkedinUrl: ' https://www.linkedin.com/in/maya?x=1#y ' },
      { linkedinUrl: 'https://www.linkedin.com/in/maya?x=1#y' },
    ],
    [
      'fields of nobody',
      { status: 'hired', email: 'x@y.zz', organization_id: '1', cv_url: 'x' },
      {},
    ],
    [
      'names from anywhere',
      { firstName: 'Nguyễn 🍵', lastName: "O'Brien-Łuczak" },
      { firstName: 'Nguyễn 🍵', lastName: "O'Brien-Łuczak" },
    ],
  ])('takes %s', (_, values, expected) => {
    expect(applicationInput.parse({ ...least, ...values })).toEqual({ ...empty, ...expected })
  })

  const names = 'First name and last name are required'
  const years = 'Years of experience must be a whole number from 0 to 50.'
  const url = 'Enter a web address such as www.example.com.'

  // shows: 5-9, 9-2, choice-5
  test.each<[what: string, values: object, message: string]>([
    ['no first name', { firstName: undefined }, names],
    ['a blank last name', { lastName: ' \t' }, names],
    ['a long name', { firstName: 'x'.repeat(101) }, 'A name can have at most 100 characters.'],
    ['51 years', { experienceYears: '51' }, years],
    ['years before birth', { experienceYears: '-1' }, years],
    ['years in words', { experienceYears: 'many' }, years],
    ['endless years', { experienceYears: 'Infinity' }, years],
    ['a long phone', { phone: '1'.repeat(41) }, 'Phone can have at most 40 characters.'],
    [
      'a long letter',
      { coverLetter: 'x'.repeat(4001) },
      'Cover Letter can have at most 4,000 characters.',
    ],
    [
      'a long address',
      { websiteUrl: `https://example.com/${'x'.repeat(500)}` },
      'Website URL can have at most 500 characters.',
    ],
    ['a script', { websiteUrl: 'javascript:alert(1)' }, url],
    ['no address', { linkedinUrl: 'n/a' }, url],
  ])('refuses %s', (_, values, message) => {
    const parsed = applicationInput.safeParse({ ...least, ...values })
    expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

// shows: privacy-8
test('a name is all that a form needs', () => {
  const { firstName, lastName, ...answers } = applicationInput.parse({
    firstName: 'Maya',
    lastName: 'Okafor',
  })
  expect([firstName, lastName]).toEqual(['Maya', 'Okafor'])
  expect(new Set(Object.values(answers))).toEqual(new Set([null]))
})
