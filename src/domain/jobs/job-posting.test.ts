// The data for search engines, compared with their published rules (posting-rules.ts names the page).
import { expect, test } from 'vitest'
import { z } from 'zod'
import { namedFacts } from '../careers/careers-pages.ts'
import { publicPlace } from './facts-in-words.ts'
import { noFacts, payPeriods } from './job-facts.ts'
import { jobPosting, jsonLd, type PostedJob } from './job-posting.ts'
import { employmentTypes, type JobPost } from './jobs.ts'
import { isPostable, missingFields, rulesFor } from './posting-rules.ts'

const shop = { name: 'Tiny & Daughters', logoUrl: 'https://jobs.example/logos/a.png' }
const url = 'https://jobs.example/careers/tiny/baker'

const words = z.string().trim().min(1)
const figure = z.number().positive()
const country = z.strictObject({ '@type': z.literal('Country'), name: z.string().length(2) })
/** The types and vocabularies of the same page, and of schema.org for what search engines do not mention. */
const schema = z.strictObject({
  '@context': z.literal('https://schema.org/'),
  '@type': z.literal('JobPosting'),
  title: words,
  description: words.regex(/<p>|<ul>|<ol>/),
  datePosted: z.iso.date(),
  validThrough: z.iso.datetime().optional(),
  employmentType: z.enum(['FULL_TIME', 'PART_TIME', 'CONTRACTOR', 'INTERN']),
  hiringOrganization: z.strictObject({
    '@type': z.literal('Organization'),
    name: words,
    logo: z.url().optional(),
  }),
  identifier: z.strictObject({
    '@type': z.literal('PropertyValue'),
    name: words,
    value: words,
  }),
  url: z.url(),
  directApply: z.boolean(),
  jobLocationType: z.literal('TELECOMMUTE').optional(),
  applicantLocationRequirements: z.array(country).min(1).optional(),
  jobLocation: z
    .strictObject({
      '@type': z.literal('Place'),
      address: z.strictObject({
        '@type': z.literal('PostalAddress'),
        streetAddress: words.optional(),
        addressLocality: words.optional(),
        addressRegion: words.optional(),
        postalCode: words.optional(),
        addressCountry: z.string().length(2),
      }),
    })
    .optional(),
  baseSalary: z
    .strictObject({
      '@type': z.literal('MonetaryAmount'),
      currency: z.string().length(3),
      value: z
        .strictObject({
          '@type': z.literal('QuantitativeValue'),
          value: figure.optional(),
          minValue: figure.optional(),
          maxValue: figure.optional(),
          unitText: z.enum(['HOUR', 'DAY', 'WEEK', 'MONTH', 'YEAR']),
        })
        .refine(({ value, minValue, maxValue }) => value ?? minValue ?? maxValue),
    })
    .optional(),
  workHours: words.optional(),
  totalJobOpenings: z.int().positive().optional(),
  jobStartDate: z.iso.date().optional(),
})

const bare: PostedJob & Pick<JobPost, 'location' | 'salary_range' | 'experience_level'> = {
  ...noFacts,
  title: 'Baker',
  description: 'We bake.',
  requirements: 'Hands\nFeet',
  benefits: '',
  location: null,
  salary_range: 'Competitive',
  experience_level: 'entry-level',
  employment_type: 'full-time',
  created_at: '2026-11-01T09:00:00.000Z',
  closes_at: null,
}

const atPath = (data: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce((value: unknown, name) => (value as Record<string, unknown> | undefined)?.[name], data)

const read = (script: string): unknown =>
  JSON.parse(/^<script type="application\/ld\+json">(.*)<\/script>$/s.exec(script)?.[1] ?? '')

const places: Partial<PostedJob>[] = [
  {},
  { town: 'Leeds' },
  { country: 'GB' },
  { street: '12 Park Row', town: 'Leeds', region: 'Yorkshire', postcode: 'LS1', country: 'GB' },
  { is_remote: true },
  { is_remote: true, remote_countries: ['GB', 'IE'] },
]
const pay = { salary_currency: 'GBP' } as const
const salaries: Partial<PostedJob>[] = [
  {},
  { salary_currency: 'GBP', salary_period: 'hour' },
  ...payPeriods.map((salary_period) => ({
    ...pay,
    salary_period,
    salary_from: 12.5,
    salary_to: 14,
  })),
  { ...pay, salary_period: 'hour', salary_from: 12.5, salary_to: 12.5 },
  { ...pay, salary_period: 'hour', salary_from: 12.5 },
  { ...pay, salary_period: 'hour', salary_to: 14 },
]
const others: Partial<PostedJob>[] = [
  {},
  { closes_on: '2026-12-31', closes_at: '2027-01-01T00:00:00.000Z' },
  { weekly_hours: 37.5, openings: 2, starts_on: '2027-01-04', contact: 'Ruth' },
]
const states = places.flatMap((place) =>
  salaries.flatMap((salary) =>
    others.flatMap((other) =>
      employmentTypes.map((employment_type) => ({
        ...bare,
        ...place,
        ...salary,
        ...other,
        employment_type,
      })),
    ),
  ),
)

// shows: 2-111
test('every state of a job keeps to the rules: all that is required and all that is known, or no data', () => {
  expect(states.length).toBeGreaterThan(500)
  let posted = 0
  for (const job of states) {
    const data = jobPosting(job, { shop, url })
    const needed = rulesFor(job)
    const missing = missingFields(job)
    expect(data === null).toBe(missing.some(({ need }) => need === 'required'))
    if (!data) continue
    posted += 1
    const sent = schema.parse(read(jsonLd(data)))
    const absent = needed.filter(({ path }) => atPath(sent, path) === undefined)
    expect(absent.map(({ field }) => field)).toEqual(missing.map(({ field }) => field))
    // Only what the page shows.
    const shown = namedFacts(job)
      .map(([, fact]) => fact)
      .join('\n')
    const { jobLocation, baseSalary } = sent
    const { '@type': _type, addressCountry: _country, ...address } = jobLocation?.address ?? {}
    const figures = Object.values(baseSalary?.value ?? {}).filter((one) => typeof one === 'number')
    for (const fact of [...Object.values(address ?? {}), sent.workHours]) {
      if (fact) expect(shown).toContain(fact)
    }
    for (const one of figures) expect(shown).toContain(one === 12.5 ? '£12.50' : `£${one}`)
  }
  expect(posted).toBeGreaterThan(200)
})

// shows: 2-118
test('a job for several shops names each of them, and nothing while one lacks its country', () => {
  const place = { street: null, region: null, postcode: null }
  const york = { ...place, town: 'York', country: 'GB' }
  const job = { ...bare, town: 'Leeds', country: 'GB', further_places: [york] }
  const places = atPath(jobPosting(job, { shop, url }), 'jobLocation')
  const addressOf = (addressLocality: string) => ({
    '@type': 'Place',
    address: { '@type': 'PostalAddress', addressLocality, addressCountry: 'GB' },
  })
  expect(places).toEqual([addressOf('Leeds'), addressOf('York')])
  const facts = Object.fromEntries(namedFacts(job))
  expect([facts['Location'], facts['Address']]).toEqual([
    'Leeds, York',
    'Leeds, United Kingdom · York, United Kingdom',
  ])
  // The owner's own words count while they name each town.
  expect(publicPlace({ ...job, location: 'York and Leeds' })).toBe('York and Leeds')
  expect(publicPlace({ ...job, location: 'Leeds' })).toBe('Leeds, York')
  const open = { ...job, further_places: [york, { ...york, country: null }] }
  expect(missingFields(open)).toContainEqual({ field: 'country', need: 'required' })
  expect(jobPosting(open, { shop, url })).toBeNull()
  expect(
    jobPosting({ ...job, is_remote: true, remote_countries: ['GB'] }, { shop, url }),
  ).toMatchObject({ jobLocationType: 'TELECOMMUTE' })
})

test('an unlisted job tells search engines nothing', () => {
  const job = { ...bare, country: 'GB' }
  expect(isPostable(job)).toBe(true)
  expect(jobPosting({ ...job, is_unlisted: true }, { shop, url })).toBeNull()
})

test('no text of a shop ends the element, or opens a template of the page around it', () => {
  const evil = '</script><script>alert(1)</script> <!-- {{ shop.secret }} {% raw %} & \u2028'
  const data = jobPosting({ ...bare, country: 'GB', title: evil, description: evil }, { shop, url })
  const script = jsonLd(data ?? {})
  expect(script.match(/<|>|\{\{|\{%|&|\u2028/g)).toEqual(['<', '>', '<', '>'])
  expect(atPath(read(script), 'title')).toBe(evil)
})
