// The limits of one organization, so that it never keeps another one waiting. Why: docs/decisions/0101-limits-of-each-organization.md.
import { z } from 'zod'

export const limitNames = [
  'reads',
  'changes',
  'mails-hour',
  'mails-day',
  'cv-space',
  'tasks',
] as const
export type LimitName = (typeof limitNames)[number]

/** How much an organization may use: set by the operator. */
export type OrganizationLimits = Readonly<{
  /** Requests of its staff that read, in a minute and for each process. */
  readsPerMinute: number
  /** Requests of its staff that change something, likewise. */
  changesPerMinute: number
  mailsPerHour: number
  mailsPerDay: number
  /** Background tasks that wait. Staff then send no mails to many people until some are done. */
  tasks: number
}>

/** What owners are shown of a limit. `most` can be passed where applicants would pay for the limit. */
export const limitUse = z.object({
  about: z.enum(limitNames),
  used: z.number(),
  most: z.number(),
})
export type LimitUse = z.output<typeof limitUse>

/** Owners are told from here on. */
const NEAR = 0.8
export const nearLimit = (most: number): number => Math.ceil(most * NEAR)
export const isNearLimit = ({ used, most }: LimitUse): boolean => used >= nearLimit(most)

/** For so long owners see what a minute came to. */
export const PEAK_HOURS = 24

/** The share of all connections that one organization's staff, and its visitors, may hold at once. Less than one together. */
export const CONNECTION_SHARES = { staff: 0.4, visitors: 0.5 } as const
export const CONNECTION_WAIT_MS = 5000
