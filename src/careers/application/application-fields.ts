// What both application forms share: the order of their fields, and which of them are wrong.
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import type { FieldProblem } from '../steps/problem.tsx'

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
