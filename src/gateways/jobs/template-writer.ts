// The built-in writer of job descriptions: a template, for installations without an AI server.
import type { JobBrief, JobDescription } from '#domain/jobs/job-descriptions.ts'
import type { EmploymentType, ExperienceLevel } from '#domain/jobs/jobs.ts'

const kinds: Record<EmploymentType, string> = {
  'full-time': 'This is a full-time job',
  'part-time': 'This is a part-time job',
  contract: 'You work with us on a contract',
  intern: 'This is an internship',
}

/** Texts for each level. They name no number of years, because the shop decides that. */
const experience: Record<ExperienceLevel, { sentence: string; qualification: string }> = {
  'entry-level': {
    sentence: 'You need no experience to start: we show you everything.',
    qualification: 'Willingness to learn on the job',
  },
  'mid-level': {
    sentence: 'You have done similar work before and know how to organise your day.',
    qualification: 'Experience in a similar role',
  },
  'senior-level': {
    sentence: 'You have done this work for years and like to pass on what you know.',
    qualification: 'Several years of experience in a similar role',
  },
  executive: {
    sentence: 'You have led people and answered for results before.',
    qualification: 'Experience of leading a team and a budget',
  },
}

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

/** Ends the user's text with a period when it has no final punctuation. */
const asSentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/** The same fields always give the same text. It promises little, because the shop must keep the promises. */
export function fillTemplate(brief: JobBrief): JobDescription {
  const { jobTitle, companyName, location, employmentType, keySkills, additionalContext } = brief
  const level = experience[brief.experienceLevel ?? 'mid-level']
  const where = location ? ` in ${location}` : ''
  const paragraphs = [
    `${companyName} is looking for a new colleague: ${jobTitle}${where}.`,
    [
      employmentType ? `${kinds[employmentType]}.` : '',
      level.sentence,
      keySkills.length > 0 ? `What matters most to us: ${listed(keySkills)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
    additionalContext ? asSentence(additionalContext) : '',
    'Does that sound like you? Apply in a minute; a CV is welcome but not needed.',
  ]
  return {
    fullDescription: paragraphs.filter(Boolean).join('\n\n'),
    requiredQualifications: [
      ...keySkills.map((skill) => `Good at this: ${skill}`),
      level.qualification,
      'Friendly and reliable with customers and colleagues',
    ],
    benefits: ['A thorough introduction by the team', 'Working hours that are agreed in advance'],
  }
}
