// An ad that was translated by a machine: what the AI server may answer, and what of it is refused.
import { z } from 'zod'
import { AppError } from '../errors.ts'
import { plainText } from './job-descriptions.ts'
import { jobTextFields, type JobTextInput } from './job-texts.ts'
import { JOB_LIMITS } from './jobs.ts'

/** Some models answer a list where a text of several lines is asked for. */
const words = z
  .union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))])
  .default('')

/** Of the right shape; what it says is checked against the original. */
export const translationAnswer = z.object({
  title: z.string(),
  description: words,
  requirements: words,
  benefits: words,
})

/** Nothing of a translation is shown before it is complete. */
export const growingTranslation = z.unknown()

const markup = /<[a-z/!]/i

/**
 * The answer as the fields of an ad take it. A field that is missing, that nobody wrote in the original, or that holds markup makes
 * the whole answer unusable: half a translation would be taken for all of it.
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
