// Staff invite the customers of a segment of their store to apply for a job: the choice of jobs, the preview with
// numbers, and the start.
import type { z } from 'zod'
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import { jobInvitationUses, rateLimited, segmentCountUses } from '#domain/limits.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import {
  invitableSentences,
  MOST_COUNTED,
  nothingCounted,
  runSentences,
  type invitableView,
  type invitationRunView,
  type segmentJobInput,
  type segmentJobsView,
} from '#domain/store/job-invitations.ts'
import { CUSTOMERS_SCOPE, rightOf, storeProblem } from '#domain/store/store.ts'
import { t } from '#domain/texts/text.ts'
import { findJob } from '#data/jobs/jobs.ts'
import { insertUses } from '#data/rate-limits.ts'
import {
  findInvitationRun,
  insertInvitationRun,
  type StoredRun,
} from '#data/store/job-invitation-runs.ts'
import {
  findInvitedJob,
  insertInvitationKey,
  listInvitableJobs,
} from '#data/store/job-invitations.ts'
import { countTasks } from '#data/tasks/turns.ts'
import { newInvitationKey } from '#gateways/store/invitation-keys.ts'
import { customerSegment } from '#gateways/store/shopify-operations.ts'
import type { Stores } from '#gateways/store/shopify.ts'
import type { Deps } from '../../deps.ts'
import { readProvenShop } from '../customers/read-proven-shop.ts'
import { findOpenedKey, judgeMembers, readMembers } from './judge-members.ts'

/** As many as a list to choose from can be read. */
const MOST_JOBS = 200
/** Retry after some of the queue is done. */
const RETRY_SECONDS = 300

type SegmentJob = z.output<typeof segmentJobInput>
type RunView = z.output<typeof invitationRunView>

/**
 * Throws AppError store.sessionEnded, like all use cases here that take a token: the token names the shop of the
 * segment.
 */
export async function readSegmentJobs(
  deps: Deps,
  actor: Actor | undefined,
  token: string | undefined,
): Promise<z.output<typeof segmentJobsView>> {
  const { organizationId } = approvedMember(actor)
  await readProvenShop(deps, token)
  const jobs = await deps.db.readForOrganization(organizationId, (tx) =>
    listInvitableJobs(tx, organizationId, MOST_JOBS),
  )
  return { jobs }
}

/** Reads the beginning of a large segment. Throws what `Stores.ask` throws, and AppError of `checkChoice`. */
export async function countInvitable(
  deps: Deps,
  actor: Actor | undefined,
  token: string | undefined,
  choice: SegmentJob,
): Promise<z.output<typeof invitableView>> {
  const { organizationId } = approvedMember(actor)
  const { stores, shop } = await readProvenShop(deps, token)
  const over = await insertUses(deps.db.queries, segmentCountUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  const signal = stores.app.deadline(deps.closing)
  await checkChoice(deps, organizationId, { stores, shop, signal }, choice)
  const counts = nothingCounted()
  let after: string | null = null
  do {
    const page = await readMembers(stores, { shop, segment: choice.segment, after }, signal)
    const judged = await deps.db.includingRestricted(organizationId, async (tx) =>
      judgeMembers(tx, organizationId, {
        members: page.members,
        jobId: choice.job,
        key: await findOpenedKey(deps, tx, organizationId),
      }),
    )
    counts.total = page.total
    counts.looked_at += page.members.length
    counts.invited += judged.invitable.length
    for (const reason of judged.leftOut) counts[reason] += 1
    after = page.after
  } while (after !== null && counts.looked_at < MOST_COUNTED)
  return { invitable: counts.invited, sentences: invitableSentences(counts) }
}

/** Throws what `Stores.ask` throws, and AppError organization.taskLimit, jobInvitation.limit and those of `checkChoice`. */
export async function beginInvitation(
  deps: Deps,
  actor: Actor | undefined,
  token: string | undefined,
  choice: SegmentJob,
): Promise<RunView> {
  const { organizationId, userId } = approvedMember(actor)
  const { stores, shop } = await readProvenShop(deps, token)
  const signal = stores.app.deadline(deps.closing)
  await checkChoice(deps, organizationId, { stores, shop, signal }, choice)
  const most = deps.organizationLimits.tasks
  if ((await countTasks(deps.db.queries, organizationId, most)) >= most) {
    deps.metrics?.countLimit('tasks')
    throw new AppError('organization.taskLimit', { retryAfter: RETRY_SECONDS })
  }
  const over = await insertUses(deps.db.queries, jobInvitationUses(organizationId))
  if (over) throw rateLimited(over, deps.clock.now())
  return deps.db.forOrganization(organizationId, async (tx) => {
    await insertInvitationKey(tx, organizationId, newInvitationKey(deps.secrets))
    return viewOf(
      await insertInvitationRun(tx, organizationId, {
        shop,
        segment_id: choice.segment,
        job_post_id: choice.job,
        begun_by: userId,
      }),
    )
  })
}

export async function readInvitationRun(
  deps: Deps,
  actor: Actor | undefined,
  id: string,
): Promise<RunView> {
  const { organizationId } = approvedMember(actor)
  const run = await deps.db.readForOrganization(organizationId, (tx) =>
    findInvitationRun(tx, organizationId, id),
  )
  if (!run) throw new AppError('jobInvitation.missing')
  return viewOf(run)
}

const viewOf = (run: StoredRun): RunView => ({
  id: run.id,
  status: run.status,
  sentences: runSentences(run, problemOf(run)),
})

/** A sentence, in the language of the request. */
const problemOf = ({ problem }: StoredRun): string | null =>
  problem === 'store.scopeMissing'
    ? t(problem, { right: rightOf(CUSTOMERS_SCOPE) })
    : storeProblem(problem)

/** Throws AppError job.missing, jobInvitation.jobClosed, jobInvitation.segmentMissing. */
async function checkChoice(
  deps: Deps,
  organizationId: OrganizationId,
  { stores, shop, signal }: { stores: Stores; shop: string; signal: AbortSignal },
  { segment: id, job: jobId }: SegmentJob,
): Promise<void> {
  const { job, isOpen } = await deps.db.readForOrganization(organizationId, async (tx) => ({
    job: await findJob(tx, organizationId, jobId),
    isOpen: (await findInvitedJob(tx, organizationId, jobId)) !== undefined,
  }))
  if (!job) throw new AppError('job.missing')
  if (!isOpen) throw new AppError('jobInvitation.jobClosed')
  const { segment } = await stores.ask(shop, customerSegment, { id }, signal)
  if (!segment) throw new AppError('jobInvitation.segmentMissing')
}
