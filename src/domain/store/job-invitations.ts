// Inviting the customers of a segment to apply for a job: who may be invited, how many at a time, and what staff are told of it.
import { z } from 'zod'
import { t } from '../texts/text.ts'

/** At most so many in one act: staff who want more invite again, after a look at what came of the first. */
export const MOST_INVITED = 1000
/** The platform gives so many at once. */
export const MEMBERS_AT_ONCE = 250
/** How many are counted while somebody waits for the answer; whoever comes after them is looked at in the background. */
export const MOST_COUNTED = 1000
/** How many are looked at in one act. A segment in which so many cannot be invited is better made smaller. */
export const MOST_LOOKED_AT = 20_000
/** What came of an act is told for so long. */
export const RUN_KEPT_DAYS = 30

/** Ids of the platform. */
export const segmentId = z
  .string()
  .max(60)
  .regex(/^gid:\/\/shopify\/Segment\/\d{1,20}$/)
export const segmentQuery = z.object({ segment: segmentId })

const jobId = z.uuid({ error: () => t('job.missing') })
export const segmentJobInput = z.object({ segment: segmentId, job: jobId })

/** In the order in which they are judged: whoever did not agree is asked nothing more about. */
export const leftOutReasons = ['not_consented', 'declined', 'invited_before', 'applied'] as const
export type LeftOutReason = (typeof leftOutReasons)[number]
export type LeftOut = Record<LeftOutReason, number>

/** What is known of one customer of a segment. */
export type Invitable = {
  /** The shop has their yes to marketing by email. */
  hasConsented: boolean
  /** Unsubscribed from invitations, wants no contact about an application, or had its data restricted. */
  hasDeclined: boolean
  wasInvited: boolean
  hasApplied: boolean
}

export function whyLeftOut(person: Invitable): LeftOutReason | undefined {
  const { hasConsented, hasDeclined, wasInvited, hasApplied } = person
  const said: Record<LeftOutReason, boolean> = {
    not_consented: !hasConsented,
    declined: hasDeclined,
    invited_before: wasInvited,
    applied: hasApplied,
  }
  return leftOutReasons.find((reason) => said[reason])
}

export const segmentJobsView = z.object({
  /** Open ones, the newest first. */
  jobs: z.array(z.object({ id: z.string(), title: z.string() })),
})

/** Sentences in the language of the request: the dialog in the admin has no texts of ours. */
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

/** What staff read while they are invited, and afterwards. `problem`: why it has failed. */
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
