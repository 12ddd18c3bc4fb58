// The texts of an ad in further languages, and the choice for a reader.
import { z } from 'zod'
import { WHOLE_MAX } from '../bounds.ts'
import { AppError } from '../errors.ts'
import { currentLocale, languages } from '../texts/locale.ts'
import { wordFields } from './jobs.ts'

export const jobTextInput = z.object(wordFields)
export type JobTextInput = z.output<typeof jobTextInput>
export const jobTextFields = [
  'title',
  'description',
  'requirements',
  'benefits',
] as const satisfies readonly (keyof JobTextInput)[]

/** What a person saves. */
export const jobTextEdit = jobTextInput.extend({
  /** Machine-made and not read by a person yet. */
  is_machine_made: z.boolean().default(false),
  /** If given, the save is refused when the text was saved since this revision; 0: when there was no text. */
  revision: z.int().min(0).max(WHOLE_MAX).optional(),
})
export type JobTextEdit = z.output<typeof jobTextEdit>

const textLanguage = z.enum(languages)
export type TextLanguage = z.output<typeof textLanguage>

/** In an address. */
export function readTextLanguage(tag: string): TextLanguage {
  const { data } = textLanguage.safeParse(tag)
  if (!data) throw new AppError('job.languageUnknown')
  return data
}

export const jobText = z.object({
  language: textLanguage,
  title: z.string(),
  description: z.string(),
  requirements: z.string(),
  benefits: z.string(),
  changed_at: z.string(),
  is_machine_made: z.boolean(),
  /** Incremented by each save. */
  revision: z.number(),
})
export type JobText = z.output<typeof jobText>

/** A job as public pages read it: in a list the texts may contain only titles. */
export type WithTexts = {
  /** The language of its original text; null: its shop's. */
  language: string | null
  texts: readonly ({ language: string; is_machine_made?: boolean } & Partial<JobTextInput>)[]
}

/** 'en-GB' and 'en-US' are one language for readers of an ad. */
export const isSameLanguage = (one: string, other: string): boolean => baseOf(one) === baseOf(other)
const baseOf = (tag: string): string => tag.split('-', 1)[0] ?? tag

/** The language of a job's first words, from its post, else from its shop; null when neither has one. */
export const firstLanguage = <Tag extends string>(
  job: { language: Tag | null },
  shopLanguage: Tag | null,
): Tag | null => job.language ?? shopLanguage

/** The text in the language of the page; undefined when its readers get the original text. */
export function textForReader<Text extends { language: string }>(
  job: { language: string | null; texts: readonly Text[] },
  shopLanguage: string | null,
): Text | undefined {
  const wanted = currentLocale()
  if (isWrittenIn(wanted, job, shopLanguage)) return undefined
  return (
    job.texts.find(({ language }) => language === wanted) ??
    job.texts.find(({ language }) => isSameLanguage(language, wanted))
  )
}

function isWrittenIn(
  wanted: string,
  job: { language: string | null },
  shopLanguage: string | null,
): boolean {
  const first = firstLanguage(job, shopLanguage)
  return first !== null && isSameLanguage(first, wanted)
}

/** The job in the language of the page, if its shop wrote it in that; else its original text, with their language. */
export function inReadersWords<Job extends WithTexts>(
  { texts, ...job }: Job,
  shopLanguage: string | null,
): Omit<Job, 'texts'> & { lang: string | null; byMachine: { original: string | null } | null } {
  const first = firstLanguage(job, shopLanguage)
  if (isWrittenIn(currentLocale(), job, shopLanguage))
    return { ...job, lang: null, byMachine: null }
  const own = textForReader({ language: job.language, texts }, shopLanguage)
  if (!own) return { ...job, lang: first, byMachine: null }
  const { language: _, is_machine_made, ...words } = own
  const byMachine = is_machine_made ? { original: first ?? unwritten(texts) } : null
  return { ...job, ...words, lang: null, byMachine }
}

/** A language whose readers get the original text. */
const unwritten = (texts: WithTexts['texts']): string | null =>
  languages.find((each) => !texts.some(({ language }) => isSameLanguage(language, each))) ?? null

/** Jobs in the language of the page before the others; both keep their order. */
export const readableFirst = <Job extends { lang?: string | null }>(jobs: readonly Job[]): Job[] =>
  jobs.toSorted((one, other) => Number(Boolean(one.lang)) - Number(Boolean(other.lang)))

/** The first jobs, as long as their texts have no more characters together: a page costs what its texts cost. */
export function withinLength<Job extends Omit<JobTextInput, 'title'>>(
  jobs: readonly Job[],
  most: number,
): Job[] {
  let length = 0
  const end = jobs.findIndex(({ description, requirements, benefits }) => {
    length += description.length + requirements.length + benefits.length
    return length > most
  })
  return end === -1 ? [...jobs] : jobs.slice(0, end)
}
