// Tags: words that a team attaches to applicants to find them again.
import { z } from 'zod'
import { t } from '../texts/text.ts'
import { tooLong, tooLongText } from '../too-long.ts'

export const TAG_MAX = 30
/** On one applicant. */
export const TAGS_OF_ONE = 10
/** Most different tags in an organization: with more they are no help. */
export const TAGS_IN_USE = 100

/** Two spellings with the same key are one tag. */
export const tagKey = (tag: string): string => tag.normalize('NFC').toLowerCase()

export const asTag = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim()

/** Why a tag is invalid, or nothing. Without a schema, so that a screen need not load the schema library. */
export function tagFault(tag: string): string | undefined {
  if (tag === '') return t('tag.required')
  if (tag.length > TAG_MAX) return tooLongText('aTag', TAG_MAX)
  // Exported tables separate tags by commas.
  return tag.includes(',') ? t('tag.comma') : undefined
}

const tag = z
  .string({ error: () => t('tag.required') })
  .transform(asTag)
  .pipe(
    z
      .string()
      .max(TAG_MAX, tooLong('aTag', TAG_MAX))
      .refine((text) => !tagFault(text), { error: ({ input }) => tagFault(String(input)) }),
  )

/** A tag as a filter names it: by its key, so that every spelling finds the same people. */
export const tagFilter = tag.transform(tagKey)

const some = z
  .array(tag)
  .max(TAGS_OF_ONE, { error: () => t('tag.tooMany', { max: TAGS_OF_ONE }) })
  .default([])
/** Only differences are sent, so that tags which two people add at once are both saved. */
export const tagsInput = z.object({ add: some, remove: some })
export type TagsInput = z.output<typeof tagsInput>

/** A tag in use, and how many applicants have it. */
export const tagInUse = z.object({ tag: z.string(), key: z.string() })
export type TagInUse = z.output<typeof tagInUse>
