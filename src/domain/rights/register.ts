// The register of requests as staff see it, and the actions in it.
import { z } from 'zod'
import { emailAddress } from '../accounts/accounts.ts'
import { fieldsOf } from '../applicants/application-fields.ts'
import { typedFields } from '../applicants/application-input.ts'
import { t } from '../texts/text.ts'
import {
  requestOrigins,
  requestOutcomes,
  requestProofs,
  requestWords,
  rightsKinds,
  staffProofs,
  type RightsKind,
} from './rights.ts'

const rightsRequest = z.object({
  id: z.string(),
  kind: z.enum(rightsKinds),
  came_by: z.enum(requestOrigins),
  verified_by: z.enum(requestProofs).nullable(),
  requested_at: z.string(),
  due_at: z.string(),
  completed_at: z.string().nullable(),
  /** Null when the person did it themselves, or the member's account was deleted. */
  completed_by_name: z.string().nullable(),
  outcome: z.enum(requestOutcomes).nullable(),
  /** Null when the name may not be shown: the data is restricted, or erased. */
  applicant: z.object({ id: z.string(), name: z.string(), role_title: z.string() }).nullable(),
  /** There is an application, and its data is restricted. */
  is_restricted: z.boolean(),
  /** For owners: the address in a store's request, the person's text, and the reason of a decision. */
  email: z.string().nullable(),
  words: z.string().nullable(),
  reason: z.string().nullable(),
  /** Of an erasure. */
  receipt: z.string().nullable(),
})
export type RightsRequest = z.output<typeof rightsRequest>

const requestStates = ['open', 'done'] as const
export const registerQuery = z.object({
  state: z.enum(requestStates).default('open'),
  cursor: z.string().optional(),
})
export const REQUESTS_PER_PAGE = 50
export const register = z.object({
  /** Open ones by urgency, completed ones newest first. */
  requests: z.array(rightsRequest),
  next_cursor: z.string().nullable(),
  open: z.number(),
  overdue: z.number(),
})
export type Register = z.output<typeof register>

export const requestCounts = register.pick({ open: true, overdue: true })
export type RequestCounts = z.output<typeof requestCounts>

export const findPersonInput = z.object({ email: emailAddress })
/**
 * The applications under one exact address. A restricted one has no name: staff who know the address can still act for
 * the person.
 */
export const foundPerson = z.object({
  applications: z.array(
    z.object({
      id: z.string(),
      role_title: z.string(),
      created_at: z.string(),
      name: z.string().nullable(),
      is_restricted: z.boolean(),
    }),
  ),
})
export type FoundPerson = z.output<typeof foundPerson>

/** The actions that staff can carry out for a person, and the right of each. */
export const staffActs = {
  access: 'access',
  portability: 'portability',
  rectification: 'rectification',
  erasure: 'erasure',
  restriction: 'restriction',
  'lift-restriction': 'restriction',
  objection: 'objection',
  withdrawal: 'consent_withdrawal',
  'no-contact': 'no_contact',
  'allow-contact': 'no_contact',
} as const satisfies Record<string, RightsKind>
export type StaffAct = keyof typeof staffActs
export const staffActNames = Object.keys(staffActs) as [StaffAct, ...StaffAct[]]
export const staffActLabel = (act: StaffAct): string => t(`rights.act.${act}`)

const day = z.iso.date({ error: () => t('rights.dayInvalid') })

/** A request that came by post: recorded, and, except for a copy of the data, carried out immediately. */
export const postalRequestInput = z.object({
  applicantId: z.uuid({ error: () => t('applicant.missing') }),
  act: z.enum(staffActNames),
  verified_by: z.enum(staffProofs, { error: () => t('rights.proofRequired') }),
  received_on: day,
  /** For a correction. */
  details: typedFields([...fieldsOf('name'), ...fieldsOf('line')]).optional(),
  /** For an objection. */
  words: requestWords.nullish(),
})
export type PostalRequestInput = z.output<typeof postalRequestInput>
export type PostalRequestSent = z.input<typeof postalRequestInput>

const reason = requestWords.pipe(z.string().min(1, { error: () => t('rights.reasonRequired') }))
export const objectionDecisionInput = z.object({ upheld: z.boolean(), reason })
export const refusalInput = z.object({ reason })
/** Whether applicants are asked, before the six months end, to keep their application for another six. */
export const keepSettingInput = z.object({ asks_to_keep: z.boolean() })
/** Null: the organization's general setting. */
export const keepQuestionInput = z.object({ ask: z.boolean().nullable() })
