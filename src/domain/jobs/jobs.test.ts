// Job posts as applicants see them, and the two readings of their lists.
import { describe, expect, test } from 'vitest'
import {
  jobEditInput,
  jobInput,
  jobView,
  payRange,
  placeKindOf,
  responsibilitiesOf,
} from './jobs.ts'
import { noFacts } from './job-facts.ts'
import { iconFor } from './job-icons.ts'
import { withinLength } from './job-texts.ts'
import { searchedText } from '../careers/job-choices.ts'
import { linesOf } from './requirements.ts'

const sentence = 'Details will be provided during the interview process'

describe('responsibilitiesOf', () => {
  // shows: 5-25
  test.each<[what: string, requirements: string, items: string[]]>([
    [
      'lines',
      'Greet the customers\nKeep order in the shop',
      ['Greet the customers', 'Keep order in the shop'],
    ],
    [
      'lines of a form',
      'Greet the customers\r\n\r\nKeep the order',
      ['Greet the customers', 'Keep the order'],
    ],
    ['dots', '• Greet the customers\n•Keep order here', ['Greet the customers', 'Keep order here']],
    [
      'dots in one line',
      'Greet the customers • Keep order here',
      ['Greet the customers', 'Keep order here'],
    ],
    [
      'dashes',
      '- Greet the customers\n-Keep order here',
      ['Greet the customers', 'Keep order here'],
    ],
    [
      'long dashes',
      '– Greet the customers\n— Keep order here',
      ['Greet the customers', 'Keep order here'],
    ],
    [
      'dashes in one line',
      'Greet the customers - Keep order here',
      ['Greet the customers', 'Keep order here'],
    ],
    [
      'stars',
      '* Greet the customers\n  * Keep order here',
      ['Greet the customers', 'Keep order here'],
    ],
    [
      'numbers',
      '1. Greet the customers\n2. Keep order here',
      ['1. Greet the customers', '2. Keep order here'],
    ],
    ['words with a hyphen', 'Work part-time on Saturdays', ['Work part-time on Saturdays']],
    ['spans', 'Work 9-17 or 10–18 every day', ['Work 9-17 or 10–18 every day']],
    ['ten characters and eleven', '1234567890\n12345678901', ['12345678901']],
    [
      'more than four',
      'First things\nSecond things\nThird things\nFourth things\nFifth things',
      ['First things', 'Second things', 'Third things', 'Fourth things'],
    ],
    ['short ones before long ones', 'Tea\nCake\nGreet the customers', ['Greet the customers']],
    ['none that is long enough', 'Tea\nCake', [sentence]],
    ['nothing', '', [sentence]],
    ['bullets without words', '-\n•\n* - •', [sentence]],
  ])('splits %s', (_, requirements, items) => {
    expect(responsibilitiesOf(requirements)).toEqual(items)
  })
})

test.each([
  ['Leeds', 'place'],
  ['14 High Street, Leeds', 'place'],
  ['Leeds, York and Hull', 'several'],
  ['Leeds / York', 'several'],
  ['Remote, UK only', 'remote'],
  ['remote', 'remote'],
  ['Remoteville', 'place'],
  ['Andover, Orkney', 'place'],
  ['  ', null],
])('a location speaks of: %s', (text, kind) => {
  expect(placeKindOf(text)).toBe(kind)
})

test.each([
  ['£12', '14', '£12 to £14 per hour'],
  ['28,000 €', '32,000 €', '28,000 € to 32,000 € per hour'],
  ['€28,000', '€32,000', '€28,000 to €32,000 per hour'],
  [' £12 ', '', '£12 per hour'],
  ['', '£14', 'Up to £14 per hour'],
  ['', ' ', ''],
])('pay from %s and %s', (lowest, highest, text) => {
  expect(payRange(lowest, highest, 'hour')).toBe(text)
})

test.each([
  ['Greet the customers\r\n\r\n - Tea\n-Cake', ['Greet the customers', 'Tea', 'Cake']],
  ['• Till • Tea', ['Till', 'Tea']],
  ['Shifts from 9 - 17, £10 – £12\n* Own scales', ['Shifts from 9 - 17, £10 – £12', 'Own scales']],
  ['-5 °C in the cold store', ['-5 °C in the cold store']],
  ['1. First\n---\n• •', ['1. First']],
  ['', []],
])('the lines of %j are all of them, as they were typed', (text, lines) => {
  expect(linesOf(text)).toEqual(lines)
})

// shows: 3-14
test('a job without a place is remote, and its type is in words', () => {
  const job = {
    id: 'one',
    title: 'Barista',
    description: 'Tea',
    location: null,
    employment_type: 'part-time',
    experience_level: 'entry-level',
    salary_range: null,
    ...noFacts,
    requirements: 'Greet the customers',
    benefits: 'Tea\nMore tea',
  } as const
  expect(jobView(job)).toEqual({
    id: 'one',
    title: 'Barista',
    description: 'Tea',
    location: 'Remote',
    type: 'Part-time',
    responsibilities: ['Greet the customers'],
    requirements: ['Greet the customers'],
    benefits: ['Tea', 'More tea'],
    level: 'Entry-level',
    pay: null,
    closes: null,
    href: null,
    lang: null,
    byMachine: null,
  })
  expect(jobView({ ...job, location: 'Leeds' }).location).toBe('Leeds')
  expect(jobView({ ...job, closes_on: '2026-12-31' }).closes).toBe('Closes 31 December 2026')
})

test.each([
  ['Warehouse Assistant', 'box'],
  ['Delivery Driver', 'truck'],
  ['Customer Care', 'phone'],
  ['Tea Taster', 'cup'],
  ['Product Photographer', 'camera'],
  ['Frontend Developer', 'code'],
  ['Content Writer', 'pen'],
  ['Weekend Sales Assistant', 'bag'],
  ['', 'bag'],
])('the drawing beside %j is a %s', (title, icon) => {
  expect(iconFor(title)).toBe(icon)
})

describe('the input', () => {
  const least = { title: ' Barista ', description: 'Tea' }

  // shows: 4-16
  test('has the defaults of the specification', () => {
    expect(jobInput.parse(least)).toEqual({
      title: 'Barista',
      description: 'Tea',
      requirements: '',
      benefits: '',
      location: null,
      salary_range: null,
      employment_type: 'full-time',
      experience_level: 'mid-level',
      is_active: true,
    })
  })

  // shows: choice-2
  test('takes both readings of a word', () => {
    const read = jobInput.parse({
      ...least,
      employment_type: 'internship',
      experience_level: 'senior',
    })
    expect(read).toMatchObject({ employment_type: 'intern', experience_level: 'senior-level' })
    expect(jobEditInput.parse({ employment_type: 'internship' })).toEqual({
      employment_type: 'intern',
    })
  })

  test('of an edit is what changes and no more', () => {
    expect(jobEditInput.parse({})).toEqual({})
    expect(jobEditInput.parse({ is_active: false, organization_id: 'theirs', id: 'x' })).toEqual({
      is_active: false,
    })
    expect(jobEditInput.parse({ location: ' ' })).toEqual({ location: null })
  })

  test.each([
    [{ title: '  ' }, 'Please enter a job title.'],
    [{ title: undefined }, 'Please enter a job title.'],
    [{ description: '' }, 'Please enter a description.'],
    [{ title: 'x'.repeat(121) }, ''],
    [{ description: 'x'.repeat(4001) }, ''],
    [{ employment_type: 'freelance' }, ''],
    [{ is_active: 'yes' }, ''],
  ])('refuses %j', (values, message) => {
    const parsed = jobInput.safeParse({ ...least, ...values })
    expect(parsed.success).toBe(false)
    if (message) expect(parsed.error?.issues[0]?.message).toBe(message)
  })
})

describe('the texts of many jobs', () => {
  const job = { description: 'x'.repeat(40), requirements: 'x'.repeat(40), benefits: '' }

  test('end before they are longer than a page may be', () => {
    expect(withinLength([job, job, job], 240)).toHaveLength(3)
    expect(withinLength([job, job, job], 239)).toHaveLength(2)
  })

  test('do not grow by much when they are normalised, and a Korean one is whole', () => {
    const texts = { requirements: '', benefits: '' }
    expect(searchedText({ description: '\uFDFA'.repeat(100), ...texts })).toHaveLength(306)
    expect(searchedText({ description: '\uAC01'.repeat(100), ...texts })).toContain(
      '\uAC01'.repeat(100).normalize('NFKD'),
    )
  })
})
