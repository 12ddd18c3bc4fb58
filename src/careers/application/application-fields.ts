// What both application forms share: the order of their fields, and which of them are wrong.
import { answerFields, fieldsOf, isOf } from '#domain/applicants/application-fields.ts'
import type { ApplicationErrors } from '#domain/careers/widget.ts'
import { inNameOrder } from '#domain/texts/name-order.ts'
import type { FieldProblem } from '../steps/problem.tsx'

/** In the order of the fields on the screen: the file is asked for before the long texts. */
const onScreen = (): readonly (keyof ApplicationErrors)[] => {
  const short = answerFields.filter((field) => !isOf(field, 'text'))
  return [...inNameOrder('firstName', 'lastName'), ...short, 'cvFile', ...fieldsOf('text')]
}

export const problemsOf = (errors: ApplicationErrors): FieldProblem[] =>
  onScreen().flatMap((field) => {
    const text = errors[field]
    return text ? [{ field, text }] : []
  })
