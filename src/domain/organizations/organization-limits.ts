// The limits of one organization, so that it never delays another one. Why:
// docs/decisions/0068-sliding-windows.md.
import { z } from 'zod'

const limitNames = [
  'reads',
  'changes',
  'codes',
  'mails-hour',
  'mails-day',
  'cv-space',
  'tasks',
] as const
export type LimitName = (typeof limitNames)[number]

/** The limits of an organization, set by the operator. */
export type OrganizationLimits = Readonly<{
  /** Read requests of its staff, per minute and process. */
  readsPerMinute: number
  /** Write requests of its staff, likewise. */
  changesPerMinute: number
  /** Codes that applicants asked for and did not use. */
  codesPerDay: number
  mailsPerHour: number
  mailsPerDay: number
  /** Waiting background tasks. At the limit staff send no mails to many people until some are done. */
  tasks: number
}>

/** A limit as owners see it. `most` can be exceeded where applicants would otherwise suffer. */
export const limitUse = z.object({
  about: z.enum(limitNames),
  used: z.number(),
  most: z.number(),
})
export type LimitUse = z.output<typeof limitUse>

/** Owners are warned from here on. */
const NEAR = 0.8
export const nearLimit = (most: number): number => Math.ceil(most * NEAR)
export const isNearLimit = ({ used, most }: LimitUse): boolean => used >= nearLimit(most)

/** Owners see peaks of this period. */
export const PEAK_HOURS = 24

/** The share of all connections that one organization's staff, and its visitors, may hold at once. Less than one together. */
export const CONNECTION_SHARES = { staff: 0.4, visitors: 0.5 } as const
export const CONNECTION_WAIT_MS = 5000
