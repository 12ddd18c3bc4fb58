// What the application forms share: the order of their fields, and which of them are wrong.
import { moreFields, shortFields } from '#domain/applicants/application-fields.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import type { FieldProblem } from '../steps/problem.tsx'

/** In the order of the fields on the screen: the file is last, because nothing after a refused one is read. */
const onScreen = (): readonly (keyof ApplicationErrors)[] => [
  ...inNameOrder('firstName', 'lastName'),
  ...shortFields,
  ...moreFields,
  'cvFile',
]

export const problemsOf = (errors: ApplicationErrors): FieldProblem[] =>
  onScreen().flatMap((field) => {
    const text = errors[field]
    return text ? [{ field, text }] : []
  })
