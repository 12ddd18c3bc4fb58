// Inviting the customers of a segment to apply for a job: who may be invited, the limits, and the results for staff.
import { z } from 'zod'
import { t } from '../texts/text.ts'

/** The most invitations in one run: staff who want more start another, after a look at the results. */
export const MOST_INVITED = 1000
/** The platform's page size. */
export const MEMBERS_AT_ONCE = 250
/** The most customers that are checked while a person waits for the answer; the rest is checked in the background. */
export const MOST_COUNTED = 1000
/**
 * The most customers that are checked in one run. A segment with so many ineligible customers should be made smaller.
 */
export const MOST_LOOKED_AT = 20_000
/** The result of a run is shown for this long. */
export const RUN_KEPT_DAYS = 30

/** Ids of the platform. */
const segmentId = z
  .string()
  .max(60)
  .regex(/^gid:\/\/shopify\/Segment\/\d{1,20}$/)
export const segmentQuery = z.object({ segment: segmentId })

const jobId = z.uuid({ error: () => t('job.missing') })
export const segmentJobInput = z.object({ segment: segmentId, job: jobId })

/** In the order of the checks: without consent nothing else is checked. */
const leftOutReasons = ['not_consented', 'declined', 'invited_before', 'applied'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]
export type LeftOut = Record<LeftOutReason, number>

/** The data about one customer of a segment. */
export type Invitable = {
  /** The customer agreed to marketing by email in the shop. */
  hasConsented: boolean
  /** Unsubscribed from invitations, opted out of contact about an application, or is restricted. */
  hasDeclined: boolean
  wasInvited: boolean
  hasApplied: boolean
}

export function whyLeftOut(person: Invitable): LeftOutReason | undefined {
  const { hasConsented, hasDeclined, wasInvited, hasApplied } = person
  const applies: Record<LeftOutReason, boolean> = {
    not_consented: !hasConsented,
    declined: hasDeclined,
    invited_before: wasInvited,
    applied: hasApplied,
  }
  return leftOutReasons.find((reason) => applies[reason])
}

export const segmentJobsView = z.object({
  /** Open ones, the newest first. */
  jobs: z.array(z.object({ id: z.string(), title: z.string() })),
})

/** Sentences in the language of the request, because the dialog in the admin has no texts of ours. */
const sentences = z.array(z.string())

export const invitableView = z.object({ invitable: z.number(), sentences })

export const runStatuses = ['running', 'failed', 'finished'] as const
export type RunStatus = (typeof runStatuses)[number]
export const invitationRunView = z.object({
  id: z.string(),
  status: z.enum(runStatuses),
  sentences,
})

export type RunCounts = LeftOut & { total: number; looked_at: number; invited: number }
export const nothingCounted = (): RunCounts => ({
  total: 0,
  looked_at: 0,
  invited: 0,
  not_consented: 0,
  declined: 0,
  invited_before: 0,
  applied: 0,
})

const leftOutSentences = (counts: LeftOut): string[] =>
  leftOutReasons
    .filter((reason) => counts[reason] > 0)
    .map((reason) => t(`jobInvitation.leftOut.${reason}`, { count: counts[reason] }))

/** What staff read before they invite. */
export function invitableSentences(counts: RunCounts): string[] {
  const { total, looked_at: looked, invited } = counts
  if (total === 0) return [t('jobInvitation.emptySegment')]
  const isPart = looked < total
  return [
    isPart
      ? t('jobInvitation.invitableOfFirst', { count: invited, looked, total })
      : t('jobInvitation.invitable', { count: invited }),
    ...leftOutSentences(counts),
    ...(isPart ? [t('jobInvitation.atATime', { count: MOST_INVITED })] : []),
  ]
}

/** The progress and the result for staff. `problem`: why it failed. */
export function runSentences(
  run: RunCounts & { status: RunStatus },
  problem: string | null,
): string[] {
  const { total, looked_at: looked, invited, status } = run
  const left = Math.max(0, total - looked)
  // Before the first page is read.
  if (status === 'running' && total === 0) return []
  if (status === 'running') return [t('jobInvitation.running', { looked, total })]
  return [
    ...(status === 'failed' && problem ? [problem] : []),
    t('jobInvitation.invited', { count: invited }),
    ...leftOutSentences(run),
    ...(left > 0 ? [t('jobInvitation.notLookedAt', { count: left })] : []),
  ]
}
