// The staff's list of job posts, and what visitors see of them.
import { approvedOrganization, type Actor } from '#domain/access.ts'
import { jobView, type JobPostRow, type JobView } from '#domain/jobs.ts'
import { findActiveJob, listActiveJobs, listJobs, type PublicJob } from '#data/jobs.ts'
import { findOrganizationByShop, findOrganizationByWord } from '#data/organizations.ts'
import type { Deps } from '../deps.ts'

export function readJobs(deps: Deps, actor: Actor | undefined): Promise<JobPostRow[]> {
  const organizationId = approvedOrganization(actor)
  return deps.db.forOrganization(organizationId, (tx) => listJobs(tx, organizationId))
}

export type PublicJobs = {
  /** Null where every organization's jobs are listed, or the named one is unknown. */
  shopName: string | null
  organizationId: string | null
  jobs: JobView[]
}

/** `shop` wins over `org`; neither: every organization's open jobs; an unknown one: none. */
export async function readPublicJobs(
  deps: Deps,
  source: { shop: string | null; org: string | null },
): Promise<PublicJobs> {
  const db = deps.db.queries
  if (!source.shop && !source.org) {
    return {
      shopName: null,
      organizationId: null,
      jobs: (await listActiveJobs(db, null)).map(jobView),
    }
  }
  const organization = source.shop
    ? await findOrganizationByShop(db, source.shop)
    : await findOrganizationByWord(db, source.org ?? '')
  if (!organization) return { shopName: null, organizationId: null, jobs: [] }
  const jobs = await listActiveJobs(db, organization.id)
  return { shopName: organization.name, organizationId: organization.id, jobs: jobs.map(jobView) }
}

/** An open job, or undefined when it is closed or gone. */
export const readPublicJob = (
  deps: Deps,
  id: string,
): Promise<(PublicJob & { organization_name: string }) | undefined> =>
  findActiveJob(deps.db.queries, id)
