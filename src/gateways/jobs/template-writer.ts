// The built-in writer of job descriptions: a template, for installations without an AI server.
import { describesWork, type JobBrief, type JobDescription } from '#domain/jobs/job-descriptions.ts'
import { placeKindOf, RESPONSIBILITIES } from '#domain/jobs/jobs.ts'
import { listText } from '#domain/texts/formats.ts'
import { currentLocale } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'

/**
 * The same fields always give the same text. It says what it was given and nothing else, because the shop must keep what
 * its ad promises: without a word about the work it is one sentence.
 */
export function fillTemplate(brief: JobBrief): JobDescription {
  const { keySkills, additionalContext, employmentType, experienceLevel } = brief
  const phrases = keySkills.filter((skill) => isPhrase(skill))
  const words = keySkills.filter((skill) => !isPhrase(skill))
  const skills = words.length > 0 && t('template.skills', { skills: listText(words) })
  // A line of the list of requirements says several things, or it is a word that nobody can read anything from.
  const isLine = words.length > 1
  const paragraphs = [
    [opening(brief), employmentType && t(`template.type.${employmentType}`)],
    [additionalContext && workText(additionalContext)],
    [
      // The texts for each level name no number of years, because the shop decides that.
      experienceLevel && t(`template.level.${experienceLevel}`),
      !isLine && skills,
    ],
    [describesWork(brief) && t('template.closing')],
  ]
  return {
    fullDescription: paragraphs
      .map((sentences) => sentences.filter(Boolean).join(' '))
      .filter(Boolean)
      .join('\n\n'),
    requiredQualifications: [...(isLine && skills ? [skills] : []), ...phrases],
    benefits: [],
  }
}

function opening({ companyName, jobTitle, location }: JobBrief): string {
  const values = { company: companyName, job: jobTitle }
  if (!location) return t('template.opening', values)
  return placeKindOf(location) === 'remote'
    ? `${t('template.opening', values)} ${t('template.remote')}`
    : t('template.openingIn', { ...values, place: location })
}

/** Sentences and lists stay as they were typed; notes get a beginning and an end. */
const workText = (text: string): string =>
  /[.!?…؟](?:\s|$)|[。！？\n]/u.test(text) ? text : t('template.work', { tasks: text })

/** Long enough for an item of the list, which the widget shows too; single words are one sentence together. */
function isPhrase(skill: string): boolean {
  if (skill.length < RESPONSIBILITIES.shortest) return false
  const words = new Intl.Segmenter(currentLocale(), { granularity: 'word' }).segment(skill)
  return Array.from(words).filter(({ isWordLike }) => isWordLike).length > 2
}
