// The built-in template, in every language: what it was given is in the ad, and nothing else is.
import { describe, expect, test } from 'vitest'
import type { JobBrief } from '#domain/jobs/job-descriptions.ts'
import { employmentTypes, experienceLevels } from '#domain/jobs/jobs.ts'
import { readCataloguesBy } from '#domain/texts/compiled-messages.ts'
import { withoutIsolates } from '#domain/texts/filled-in.ts'
import { inLocale, languages } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import { readCatalogue } from '../texts/catalogues.ts'
import { fillTemplate } from './template-writer.ts'

readCataloguesBy(readCatalogue)

const bare: JobBrief = {
  jobTitle: 'Saturday Bookseller',
  companyName: 'Tiny Tea Shop',
  location: null,
  employmentType: null,
  experienceLevel: null,
  keySkills: [],
  additionalContext: null,
}
const sentences = 'You serve customers at the till. At four you read to the children.'
const cases: [string, Partial<JobBrief>][] = [
  ['a title', {}],
  ['a place', { location: 'Leeds' }],
  ['no place', { location: 'Remote' }],
  ['single words', { keySkills: ['Reading', 'cash desk', 'patience'] }],
  ['one word', { keySkills: ['Patience'] }],
  [
    'phrases',
    { keySkills: ['Some experience with a till', 'Reading', 'Fluent French and English'] },
  ],
  ['notes', { additionalContext: 'serve customers, fill the shelves' }],
  ['sentences', { additionalContext: sentences, location: 'Leeds' }],
  ['a list', { additionalContext: '- Serve customers\n- Fill the shelves' }],
  ...employmentTypes.map((employmentType): [string, Partial<JobBrief>] => [
    employmentType,
    { employmentType, additionalContext: sentences },
  ]),
  ...experienceLevels.map((experienceLevel): [string, Partial<JobBrief>] => [
    experienceLevel,
    { experienceLevel, keySkills: ['Tea', 'Patience'], location: 'Leeds' },
  ]),
]

const aboutTypes = () => employmentTypes.map((type) => t(`template.type.${type}`))
const aboutLevels = () => experienceLevels.map((level) => t(`template.level.${level}`))

describe.each(languages)('in %s', (language) => {
  test.each(cases)('from %s', (_, values) => {
    inLocale(language, () => {
      const brief = { ...bare, ...values }
      const { requiredQualifications, benefits, ...text } = fillTemplate(brief)
      // In Arabic each value of Latin letters stands between marks.
      const fullDescription = withoutIsolates(text.fullDescription)
      const whole = [fullDescription, ...requiredQualifications].join('\n')
      const place = brief.location === 'Remote' ? t('template.remote') : brief.location
      for (const fact of [
        brief.companyName,
        brief.jobTitle,
        place ?? '',
        brief.additionalContext ?? '',
        ...brief.keySkills,
      ]) {
        expect(whole).toContain(fact)
      }
      // What was chosen is said, and what was not chosen is not.
      const { employmentType: type, experienceLevel: level } = brief
      const given = [type && t(`template.type.${type}`), level && t(`template.level.${level}`)]
      expect([...aboutTypes(), ...aboutLevels()].filter((text) => whole.includes(text))).toEqual(
        given.filter(Boolean),
      )
      expect(benefits).toEqual([])
      // No line is a single word: it has three words of its own, or is about several of those that were given.
      const isThin = (item: string) =>
        !/\S \S+ \S/.test(item) &&
        brief.keySkills.filter((skill) => item.includes(skill)).length < 2
      expect(requiredQualifications.filter(isThin)).toEqual([])
      const parts = whole.split(/(?<=[.!?。])\s*|\n+/u).filter(Boolean)
      expect(parts).toEqual([...new Set(parts)])
      expect(whole).not.toMatch(/null|undefined|false| {2}|\n{3}| \.|\.\.|Remote/)
    })
  })
})

test('a title alone is one sentence, and each word about the work makes it an ad', () => {
  expect(fillTemplate(bare).fullDescription).toBe(
    'Tiny Tea Shop is looking for a new colleague: Saturday Bookseller.',
  )
  const { fullDescription, requiredQualifications } = fillTemplate({
    ...bare,
    keySkills: ['Reading', 'patience'],
  })
  expect(requiredQualifications).toEqual(['What matters most to us: Reading and patience.'])
  expect(fullDescription.split('\n\n')).toHaveLength(2)
})
