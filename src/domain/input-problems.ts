// The message for invalid input whose schema has none: the field and the problem.
import type { z } from 'zod'
import { t } from './texts/text.ts'

const kinds = ['string', 'number', 'int', 'boolean', 'array', 'object', 'record', 'date'] as const
const kindLabel = (expected: unknown): string =>
  t(`input.kind.${kinds.find((kind) => kind === expected) ?? 'other'}`)

const problems: Record<string, (issue: z.core.$ZodRawIssue, field: string) => string> = {
  invalid_type: (issue, field) =>
    issue.input === undefined
      ? t('input.missing', { field })
      : t('input.wrongKind', { field, kind: kindLabel(issue.expected) }),
  invalid_value: ({ values }, field) =>
    t('input.notOneOf', { field, values: (values as unknown[]).map(String).join(', ') }),
  too_big: (_, field) => t('input.tooMuch', { field }),
  too_small: (_, field) => t('input.tooLittle', { field }),
  unrecognized_keys: ({ keys }) => t('input.unknown', { field: String(keys) }),
}

/** Called by zod for issues without a message in the schema. */
export function describeInputProblem(issue: z.core.$ZodRawIssue): string {
  // A whole body has no name.
  const field = issue.path?.map(String).join('.') || t('input.body')
  const message = problems[issue.code]?.(issue, field) ?? t('input.unfit', { field })
  return t('server.invalid', { message })
}
