// Everything about one applicant. Apart from applicants.ts, so that lists do not bring the form's fields to the browser.
import { z } from 'zod'
import {
  answerFields,
  applicationFields,
  columnOf,
  type AnswerField,
  type ColumnOf,
  type ValueOf,
} from './application-fields.ts'
import { applicantRow, applicantStatuses } from './applicants.ts'
import { applicantNote } from './notes.ts'
import { keptCustomer } from '../store/customers.ts'
import { cvCheck } from '../cvs/cvs.ts'
import { timelineEntry } from './timeline.ts'

const storedSchemas: Record<
  'line' | 'years' | 'address' | 'text',
  z.ZodType<string | number | null>
> = {
  line: z.string().nullable(),
  years: z.number().nullable(),
  address: z.string().nullable(),
  text: z.string().nullable(),
}
const storedAnswers = Object.fromEntries(
  answerFields.map((field) => [columnOf(field), storedSchemas[applicationFields[field].kind]]),
) as { [Field in AnswerField as ColumnOf<Field>]: z.ZodType<ValueOf<Field>> }

/** Everything that staff see in the profile. */
const applicant = applicantRow.omit({ has_cv: true }).extend({
  ...storedAnswers,
  cv_url: z.string().nullable(),
  cv_name: z.string().nullable(),
  cv_size: z.number().nullable(),
  /** The language of the page on which they applied, as a tag; null for older applications. */
  language: z.string().nullable(),
  /** The address wants no mail from this organization. */
  no_contact_at: z.string().nullable(),
  /** When the person was asked whether the application may be kept for another six months, and when they agreed. */
  keep_asked_at: z.string().nullable(),
  kept_at: z.string().nullable(),
  /** Whether to ask this person; null for the organization's general setting. */
  keep_question: z.boolean().nullable(),
  updated_at: z.string(),
})
export type Applicant = z.output<typeof applicant>

const statusChange = z.object({
  id: z.string(),
  from_status: z.enum(applicantStatuses).nullable(),
  to_status: z.enum(applicantStatuses),
  /** The change that this one took back. */
  undoes: z.string().nullable(),
  changed_by: z.string().nullable(),
  changed_by_name: z.string().nullable(),
  changed_at: z.string(),
})
export type StatusChange = z.output<typeof statusChange>

/** Another application of the same address in the same organization. */
const otherApplication = z.object({
  id: z.string(),
  role_title: z.string(),
  status: z.enum(applicantStatuses),
  created_at: z.string(),
})
export type OtherApplication = z.output<typeof otherApplication>

export const applicantProfile = z.object({
  applicant: applicant,
  history: z.array(statusChange),
  notes: z.array(applicantNote),
  /** Everything that happened, newest first. */
  timeline: z.array(timelineEntry(z.enum(applicantStatuses))),
  others: z.array(otherApplication),
  /** The results of the CV's checks; null without a CV. */
  cv: cvCheck.nullable(),
  /** The store's last answer about the person; null without one. */
  customer: keptCustomer.nullable(),
})
export type ApplicantProfile = z.output<typeof applicantProfile>
