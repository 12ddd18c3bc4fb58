// The built-in writer of job descriptions: a template, for installations without an AI server.
import type { JobBrief, JobDescription } from '#domain/jobs/job-descriptions.ts'
import { listText } from '#domain/texts/formats.ts'
import { t } from '#domain/texts/text.ts'

/** Ends the user's text with a period when it has no final punctuation. */
const asSentence = (text: string): string => (/[.!?…]$/u.test(text) ? text : `${text}.`)

/** The same fields always give the same text. It promises little, because the shop must keep the promises. */
export function fillTemplate(brief: JobBrief): JobDescription {
  const { jobTitle, companyName, location, employmentType, keySkills, additionalContext } = brief
  // The texts for each level name no number of years, because the shop decides that.
  const level = brief.experienceLevel ?? 'mid-level'
  const opening = { company: companyName, job: jobTitle }
  const paragraphs = [
    location
      ? t('template.openingIn', { ...opening, place: location })
      : t('template.opening', opening),
    [
      employmentType ? t(`template.type.${employmentType}`) : '',
      t(`template.level.${level}`),
      keySkills.length > 0 ? t('template.skills', { skills: listText(keySkills) }) : '',
    ]
      .filter(Boolean)
      .join(' '),
    additionalContext ? asSentence(additionalContext) : '',
    t('template.closing'),
  ]
  return {
    fullDescription: paragraphs.filter(Boolean).join('\n\n'),
    requiredQualifications: [
      ...keySkills.map((skill) => t('template.goodAt', { skill })),
      t(`template.qualification.${level}`),
      t('template.friendly'),
    ],
    benefits: [t('template.benefit.introduction'), t('template.benefit.hours')],
  }
}
