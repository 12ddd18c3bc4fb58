// What the application form sends, and its schema.
import { z } from 'zod'
import { PERSON_NAME_MAX } from '../accounts/accounts.ts'
import { t } from '../texts/text.ts'
import { tooLong } from '../too-long.ts'
import {
  applicationFields,
  fieldNames,
  isOf,
  type ApplicationField,
  type FieldOf,
  type ValueOf,
} from './application-fields.ts'
import { completeAddress, isWebAddress, wholeYears } from './typed-values.ts'

const optional = (
  field: FieldOf<'line' | 'address' | 'text'>,
  complete = (typed: string): string => typed,
) => {
  const { max } = applicationFields[field]
  return (
    z
      .string()
      // Browsers send line ends as CRLF and count them as one character: so do we.
      .transform((text) => complete(text.replace(/\r\n?/g, '\n').trim()))
      .pipe(z.string().max(max, tooLong(field, max)))
      .nullish()
      .transform((text) => text || null)
  )
}

const optionalUrl = (field: FieldOf<'address'>) =>
  optional(field, (typed) => {
    // A longer text is refused by its length, unread.
    return typed.length > applicationFields[field].max ? typed : completeAddress(field, typed)
  }).refine((text) => text === null || isWebAddress(text), {
    error: () => t('application.urlInvalid'),
  })

const personName = z
  .string({ error: () => t('application.nameRequired') })
  .trim()
  .min(1, { error: () => t('application.nameRequired') })
  .max(PERSON_NAME_MAX, tooLong('aName', PERSON_NAME_MAX))

const years = (field: FieldOf<'years'>) => {
  const { min, max } = applicationFields[field]
  const outside = { error: () => t('application.experienceRange') }
  return z.preprocess((value) => {
    if (typeof value !== 'string') return value ?? null
    return value.trim() === '' ? null : wholeYears(value)
  }, z.number(outside).int(outside).min(min, outside).max(max, outside).nullable())
}

function typedSchema(field: ApplicationField): z.ZodType<ValueOf<ApplicationField>> {
  // Null of a person with one name, as `withOneName` writes it.
  if (field === 'lastName') return personName.nullable().transform((name) => name ?? '')
  if (isOf(field, 'name')) return personName
  if (isOf(field, 'years')) return years(field)
  if (isOf(field, 'address')) return optionalUrl(field)
  return optional(field)
}

const ONE_NAME = { oneName: z.string().max(10).nullish() }

/** These fields as typed, and whether the person has one name. */
export const typedFields = <Field extends ApplicationField>(fields: readonly Field[]) =>
  z.object({
    ...(Object.fromEntries(fields.map((field) => [field, typedSchema(field)])) as {
      [Of in Field]: z.ZodType<ValueOf<Of>>
    }),
    ...ONE_NAME,
  })

/** The form's fields as typed (docs/specification.md §3.4); the email and the job come from the grant, never from here. */
export const applicationInput = typedFields(fieldNames)
export type ApplicationInput = z.infer<typeof applicationInput>

/** What a form sends: the fields, and the choice of those with one name. */
export const typedNames = [...fieldNames, 'oneName'] as const
export type TypedName = (typeof typedNames)[number]

/** The form's unvalidated values, so that a refused form can be shown again unchanged. */
export type ApplicationValues = Partial<Record<TypedName, string>>
