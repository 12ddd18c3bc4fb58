// Generated job descriptions: the prompt, the accepted answers of the AI server, and their conversion into the text of
// a job post.
import { z } from 'zod'
import { employmentTypes, experienceLevels, JOB_LIMITS, type JobPost } from './jobs.ts'
import { t } from '../texts/text.ts'
import { tooLong, type FieldName } from '../too-long.ts'

export const BRIEF_LIMITS = {
  companyName: 120,
  keySkills: 20,
  keySkill: 80,
  additionalContext: 2000,
} as const

/** Optional values. */
const optionalText = (label: FieldName, max: number) =>
  z
    .string()
    .trim()
    .max(max, tooLong(label, max))
    .nullish()
    .transform((text) => text || null)

/** The body of generate-job-description. */
export const briefInput = z.object({
  jobTitle: z
    .string({ error: () => t('job.titleForDescription') })
    .trim()
    .min(1, { error: () => t('job.titleForDescription') })
    .max(JOB_LIMITS.title, tooLong('title', JOB_LIMITS.title)),
  companyName: optionalText('companyName', BRIEF_LIMITS.companyName),
  location: optionalText('location', JOB_LIMITS.location),
  employmentType: z
    .preprocess(
      (value) => (value === 'internship' ? 'intern' : value || null),
      z.enum(employmentTypes).nullable(),
    )
    .optional(),
  experienceLevel: z
    .preprocess(
      (value) => (value === 'senior' ? 'senior-level' : value || null),
      z.enum(experienceLevels).nullable(),
    )
    .optional(),
  keySkills: z
    .array(
      z.string().trim().max(BRIEF_LIMITS.keySkill, tooLong('aKeySkill', BRIEF_LIMITS.keySkill)),
    )
    .max(BRIEF_LIMITS.keySkills, { error: () => t('job.tooManySkills') })
    .nullish()
    .transform((skills) => (skills ?? []).filter(Boolean)),
  additionalContext: optionalText('additionalContext', BRIEF_LIMITS.additionalContext),
})

export type BriefInput = z.output<typeof briefInput>

/** Everything that is sent to the AI server: the job's own fields and the employer's name. */
export type JobBrief = Omit<BriefInput, 'companyName'> & { companyName: string }

/** Whether there is more than a title, without which the built-in template would have to invent. */
export const describesWork = ({
  keySkills,
  additionalContext,
}: Pick<JobBrief, 'keySkills' | 'additionalContext'>): boolean =>
  keySkills.length > 0 || Boolean(additionalContext?.trim())

/** Typed key skills: separated by commas or line ends. */
export const skillsOf = (text: string): string[] =>
  text
    .split(/[,;\n、，；،؛]/)
    .map((skill) => skill.trim().replace(/[.。]$/u, ''))
    .filter(Boolean)

/** The writer's text, as plain text and short enough for the fields of a job post. */
export const jobDescription = z.object({
  fullDescription: z.string(),
  requiredQualifications: z.array(z.string()),
  benefits: z.array(z.string()),
})
export type JobDescription = z.output<typeof jobDescription>
export const emptyDescription: JobDescription = {
  fullDescription: '',
  requiredQualifications: [],
  benefits: [],
}

/** The author: shown on the screen, so that a template is recognised as one. */
export const writerName = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('template') }),
  z.object({ kind: z.literal('ai'), model: z.string() }),
])
export type WriterName = z.output<typeof writerName>

/** The messages of the streaming call, one in a line. */
export const descriptionEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('start'), writer: writerName }),
  z.object({ type: z.literal('partial'), description: jobDescription }),
  z.object({ type: z.literal('done'), description: jobDescription, writer: writerName }),
  z.object({
    type: z.literal('error'),
    error: z.object({ code: z.string(), message: z.string(), request_id: z.string() }),
  }),
])
export type DescriptionEvent = z.output<typeof descriptionEvent>

const ITEMS_MAX = 20
const ITEM_MAX = 300
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
}

/** Several times the maximum of a field: the rest of a longer text would not be used. */
const WRITTEN_MAX = 20_000
/** Real text has no nested tags; more rounds than this would only cost time. */
const ROUNDS = 8

/**
 * Fields of a job post are plain text: removes HTML and Markdown that a model adds and keeps its content, also an incomplete
 * tag at the end.
 */
export function plainText(text: string): string {
  let plain = text
    .slice(0, WRITTEN_MAX)
    .replace(/\r\n?/g, '\n')
    .replace(/&#(?:39|x27);/gi, "'")
    .replace(/&(amp|lt|gt|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? '')
  // Removing a tag can create another from its surroundings.
  for (let before = '', round = 0; before !== plain; round++) {
    before = plain
    plain =
      round === ROUNDS
        ? plain.replaceAll('<', '')
        : plain
            .replace(/<(script|style)\b[^]*?(?:<\/\1\s*>|$)/gi, '')
            .replace(/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/ul|\/ol)\b[^<>]*>/gi, '\n')
            .replace(/<!--[^]*?(?:-->|$)/g, '')
            .replace(/<\/?[a-z][^<>]*>/gi, '')
  }
  return plain
    .replace(/<(?:[a-z/!][^<>]*)?$/i, '')
    .replace(/^[ \t]*#{1,6} +/gm, '')
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** One line of a list, without its bullet. */
const plainItem = (text: string): string =>
  plainText(text)
    .replace(/\s+/g, ' ')
    .replace(/^(?:[-–—•*]|\d+[.)])\s+/u, '')

const text = z.string().transform(plainText)
const items = z
  .array(z.string().transform(plainItem))
  .transform((list) => list.filter(Boolean))
  .pipe(z.array(z.string().max(ITEM_MAX)).max(ITEMS_MAX))

/**
 * Names that models use for the long text: those of the function (docs/specification.md §7.3), its callers, and the
 * shop's form.
 */
const withOneName = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const { fullDescription, jobSummary, description, ...rest } = value as Record<string, unknown>
  return { ...rest, fullDescription: fullDescription || jobSummary || description }
}

/** A complete answer: only this is put into the form. */
export const descriptionAnswer = z.preprocess(
  withOneName,
  z
    .object({
      fullDescription: text.pipe(z.string().min(1).max(JOB_LIMITS.description)),
      requiredQualifications: items.default([]),
      benefits: items.default([]),
    })
    .refine(
      ({ requiredQualifications, benefits }) =>
        requiredQualifications.join('\n').length <= JOB_LIMITS.requirements &&
        benefits.join('\n').length <= JOB_LIMITS.benefits,
    ),
)

const growingText = z
  .string()
  .transform((value) => plainText(value).slice(0, JOB_LIMITS.description))
  .catch('')
const growingItems = z
  .array(z.unknown())
  .transform((list) =>
    list
      .filter((item) => typeof item === 'string')
      .slice(0, ITEMS_MAX)
      .map((item) => plainItem(item).slice(0, ITEM_MAX))
      .filter(Boolean),
  )
  .catch([])

/** A partial answer: the part that can already be shown. */
export const growingAnswer = z
  .preprocess(
    withOneName,
    z.object({
      fullDescription: growingText,
      requiredQualifications: growingItems,
      benefits: growingItems,
    }),
  )
  .catch(emptyDescription)

/** The answer in the format of the form's fields: one item per line. */
export const fieldsOf = (
  description: JobDescription,
): Pick<JobPost, 'description' | 'requirements' | 'benefits'> => ({
  description: description.fullDescription,
  requirements: description.requiredQualifications.join('\n'),
  benefits: description.benefits.join('\n'),
})
