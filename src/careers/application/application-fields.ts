// What both application forms share: names of fields, their limits, and which of them are wrong.
import type { APPLICATION_LIMITS, EXPERIENCE_YEARS } from '#domain/applicants/applicants.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import type { FieldProblem } from '../steps/problem.tsx'

// Only types are imported: the values would bring the validation library into the browser.
export const textLimits: typeof APPLICATION_LIMITS = {
  phone: 40,
  linkedinUrl: 500,
  websiteUrl: 500,
  coverLetter: 4000,
  additionalInfo: 4000,
}
export const yearLimits: typeof EXPERIENCE_YEARS = { min: 0, max: 50 }

/** In the order of the fields on the screen. */
const onScreen = () =>
  [
    ...inNameOrder('firstName', 'lastName'),
    'phone',
    'experienceYears',
    'linkedinUrl',
    'websiteUrl',
    'cvFile',
    'coverLetter',
    'additionalInfo',
  ] as const satisfies readonly (keyof ApplicationErrors)[]

export const problemsOf = (errors: ApplicationErrors): FieldProblem[] =>
  onScreen().flatMap((field) => {
    const text = errors[field]
    return text ? [{ field, text }] : []
  })
