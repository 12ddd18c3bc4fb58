// The message for invalid input whose schema has none: which field, and what is wrong with it.
import type { z } from 'zod'
import { t } from './texts/text.ts'

const kinds: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
}

const problems: Record<string, (issue: z.core.$ZodRawIssue, field: string) => string> = {
  invalid_type: (issue, field) =>
    issue.input === undefined
      ? t('input.missing', { field })
      : t('input.wrongKind', { field, kind: kinds[String(issue.expected)] ?? 'something else' }),
  invalid_value: ({ values }, field) =>
    t('input.notOneOf', { field, values: (values as unknown[]).map(String).join(', ') }),
  too_big: (_, field) => t('input.tooMuch', { field }),
  too_small: (_, field) => t('input.tooLittle', { field }),
  unrecognized_keys: ({ keys }) => t('input.unknown', { field: String(keys) }),
}

/** For zod: asked for issues whose schema says nothing itself. */
export function describeInputProblem(issue: z.core.$ZodRawIssue): string {
  // A whole body has no name.
  const field = issue.path?.map(String).join('.') || 'The body'
  const message = problems[issue.code]?.(issue, field) ?? t('input.unfit', { field })
  return t('server.invalid', { message })
}
