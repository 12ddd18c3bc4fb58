// Machine translations of an ad: the accepted answers of the AI server, and the checks that refuse one.
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { plainText } from './job-descriptions.ts'
import { jobTextFields, type JobTextInput } from './job-texts.ts'
import { JOB_LIMITS } from './jobs.ts'

/** Some models return an array for a text of several lines. */
const words = z
  .union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))])
  .default('')

/** Valid by its shape; its content is compared with the original. */
export const translationAnswer = z.object({
  title: z.string(),
  description: words,
  requirements: words,
  benefits: words,
})

/** A translation is shown only when it is complete. */
export const growingTranslation = z.unknown()

const markup = /<[a-z/!]/i

/**
 * The answer as the fields of an ad. A missing field, one that the original does not have, or one with markup makes the
 * whole answer unusable: a partial translation would be mistaken for a complete one.
 */
export function readTranslation(answer: JobTextInput, original: JobTextInput): JobTextInput {
  const read = { ...answer }
  for (const field of jobTextFields) {
    const given = answer[field]
    if (given.length > 2 * JOB_LIMITS[field]) throw new AppError('writer.translationTooLong')
    const text = plainText(given)
    const plain = field === 'title' ? text.replace(/\s+/g, ' ') : text
    const isWanted = original[field].trim() !== ''
    if (markup.test(given) || isWanted !== (plain !== ''))
      throw new AppError('writer.translationNonsense')
    if (plain.length > JOB_LIMITS[field]) throw new AppError('writer.translationTooLong')
    read[field] = plain
  }
  return read
}
