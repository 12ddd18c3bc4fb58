// Each field of the application form, once. Whatever checks, stores, reads, exports, copies, mails or shows an application goes
// through these rows in their order, so a field that is not stored does not exist. A new one is a row here, its column in a migration
// and its label.
import { ownName } from '../full-name.ts'
import { t } from '../texts/text.ts'

type Shared = {
  /** In the table `applicants`. */
  column: string
  /** Always in sight; the others are asked for under 'Add more'. */
  isShort?: true
}

type Row = Shared &
  (
    | { kind: 'name' }
    /** Asked for beside the names. */
    | { kind: 'line'; max: number; type: string; autoComplete: string; dir: 'ltr' }
    | { kind: 'years'; min: number; max: number }
    | { kind: 'address'; max: number; placeholder: string }
    /** `isLetter`: the application page calls it a letter, and counts its characters instead of calling it optional. */
    | { kind: 'text'; max: number; rows: number; isLetter?: true }
  )

export const applicationFields = {
  firstName: { column: 'first_name', kind: 'name', isShort: true },
  /** Empty for a person with one name (one-name.ts). */
  lastName: { column: 'last_name', kind: 'name', isShort: true },
  phone: {
    column: 'phone',
    kind: 'line',
    max: 40,
    type: 'tel',
    autoComplete: 'tel',
    dir: 'ltr',
    isShort: true,
  },
  experienceYears: { column: 'experience_years', kind: 'years', min: 0, max: 50 },
  linkedinUrl: {
    column: 'linkedin_url',
    kind: 'address',
    max: 500,
    placeholder: 'https://linkedin.com/in/…',
    isShort: true,
  },
  websiteUrl: {
    column: 'website_url',
    kind: 'address',
    max: 500,
    placeholder: 'https://…',
  },
  coverLetter: {
    column: 'cover_letter',
    kind: 'text',
    max: 4000,
    rows: 4,
    isLetter: true,
    isShort: true,
  },
  additionalInfo: { column: 'additional_info', kind: 'text', max: 4000, rows: 3 },
} as const satisfies Record<string, Row>

type Fields = typeof applicationFields
export type ApplicationField = keyof Fields
type Kind = Row['kind']
export type FieldOf<Wanted extends Kind> = {
  [Field in ApplicationField]: Fields[Field]['kind'] extends Wanted ? Field : never
}[ApplicationField]
export type NameField = FieldOf<'name'>
/** All but the names. */
export type AnswerField = Exclude<ApplicationField, NameField>

/** What is stored of each kind; null where nothing was typed. */
type Stored = {
  name: string
  line: string | null
  years: number | null
  address: string | null
  text: string | null
}
export type ValueOf<Field extends ApplicationField> = Stored[Fields[Field]['kind']]
export type ColumnOf<Field extends ApplicationField> = Fields[Field]['column']
/** The columns of these fields, as they are stored. */
export type Columns<Field extends ApplicationField> = { [Of in Field as ColumnOf<Of>]: ValueOf<Of> }

export const fieldNames = Object.keys(applicationFields) as readonly ApplicationField[]
/** Without the literal types, to read what only some rows have. */
export const rowOf = (field: ApplicationField): Row => applicationFields[field]
export const columnOf = <Field extends ApplicationField>(field: Field): ColumnOf<Field> =>
  applicationFields[field].column

export const isOf = <Wanted extends Kind>(
  field: ApplicationField,
  kind: Wanted,
): field is FieldOf<Wanted> => applicationFields[field].kind === kind
export const fieldsOf = <Wanted extends Kind>(kind: Wanted): readonly FieldOf<Wanted>[] =>
  fieldNames.filter((field): field is FieldOf<Wanted> => isOf(field, kind))
export const answerFields = fieldNames.filter((field): field is AnswerField => !isOf(field, 'name'))
export const shortFields = answerFields.filter((field) => rowOf(field).isShort)
export const moreFields = answerFields.filter((field) => !rowOf(field).isShort)

const columnsOf = <Field extends ApplicationField>(
  fields: readonly Field[],
): readonly ColumnOf<Field>[] => fields.map(columnOf)
export const fieldColumns = columnsOf(fieldNames)

// Each by its code: one that is put together would bring every text of 'field' to the browser.
const labels: Record<AnswerField, () => string> = {
  phone: () => t('field.phone'),
  experienceYears: () => t('field.experienceYears'),
  linkedinUrl: () => t('field.linkedinUrl'),
  websiteUrl: () => t('field.websiteUrl'),
  /** The letter answers a question; only the application page calls it a letter (docs/specification.md §2.5). */
  coverLetter: () => t('careers.form.whyInterested'),
  additionalInfo: () => t('field.additionalInfo'),
}
export const labelOf = (field: AnswerField): string => labels[field]()

/** Values of a form by their columns; what is not given is left out. */
export const byColumn = <
  Values extends { [Field in ApplicationField]?: ValueOf<Field> | undefined },
>(
  values: Values,
) =>
  Object.fromEntries(
    fieldNames.flatMap((field) =>
      values[field] === undefined ? [] : [[columnOf(field), values[field]]],
    ),
  ) as Columns<ApplicationField & keyof Values>

/** The answers of a stored application. */
export const answersOf = (row: Columns<AnswerField>): Columns<AnswerField> =>
  Object.fromEntries(
    answerFields.map((field) => [columnOf(field), row[columnOf(field)]]),
  ) as Columns<AnswerField>

/** What a person sent, as that person reads it: without what was left empty. */
export function sentLines(
  row: Columns<ApplicationField> & { email: string },
): { label: string; value: string }[] {
  return [
    { label: t('field.name'), value: ownName(row) },
    { label: t('field.email'), value: row.email },
    ...answerFields.flatMap((field) => {
      const value = row[columnOf(field)]
      return value === null ? [] : [{ label: labelOf(field), value: String(value) }]
    }),
  ]
}
