// The staff's list of job posts, and what visitors see of them.
import { approvedMember, type Actor } from '#domain/accounts/access.ts'
import { AppError } from '#domain/errors.ts'
import {
  JOBS_PER_PAGE,
  type JobFilter,
  type JobPage,
  type JobPost,
  type JobTitle,
} from '#domain/jobs/jobs.ts'
import {
  countJobs,
  findActiveJob,
  findJobBySlug,
  findJob,
  listJobs,
  listJobTitles,
  type PublicJobOfShop,
} from '#data/jobs/jobs.ts'
import { isUuid } from '#domain/uuid.ts'
import type { Deps } from '../deps.ts'
import { findListOwner, type ListOwner } from './public-lists.ts'

export function readJobs(
  deps: Deps,
  actor: Actor | undefined,
  filter: JobFilter,
  cursor: string | undefined,
): Promise<JobPage> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const [{ rows: jobs, next_cursor }, total] = await Promise.all([
      listJobs(tx, organizationId, filter, { cursor, size: JOBS_PER_PAGE }),
      countJobs(tx, organizationId, filter.q),
    ])
    return { jobs, total, next_cursor }
  })
}

/** For filters and pickers: every job, but its name only. */
export function readJobTitles(deps: Deps, actor: Actor | undefined): Promise<JobTitle[]> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, (tx) => listJobTitles(tx, organizationId))
}

export function readJob(deps: Deps, actor: Actor | undefined, id: string): Promise<JobPost> {
  const { organizationId } = approvedMember(actor)
  return deps.db.readForOrganization(organizationId, async (tx) => {
    const job = await findJob(tx, organizationId, id)
    if (!job) throw new AppError('job.missing')
    return job
  })
}

/** An open job, or undefined when it is closed or deleted. */
export const readPublicJob = (deps: Deps, id: string): Promise<PublicJobOfShop | undefined> =>
  findActiveJob(deps.db.queries, id)

/** An open job in the address of a list: by its id or, in the list of one shop, by the slug of its public address. */
export async function readNamedJob(
  deps: Deps,
  owner: ListOwner,
  name: string,
): Promise<PublicJobOfShop | undefined> {
  if (isUuid(name)) return readPublicJob(deps, name)
  const organization = owner.shop || owner.org ? await findListOwner(deps, owner) : undefined
  const job = organization && (await findJobBySlug(deps.db.queries, organization.id, name))
  return job && readPublicJob(deps, job.id)
}
