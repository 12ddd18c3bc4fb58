// The queries behind the careers pages of a shop: for one visit, or cached for a moment across visits.
import { CAREERS_JOBS } from '#domain/careers/careers-pages.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import { findJobBySlug, listOpenJobs, type FoundJob, type JobLineRow } from '#data/jobs/jobs.ts'
import { findPublicShop, type PublicShop } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import { CachedReads } from './cached-reads.ts'
import { SearchedTexts } from './searched-texts.ts'

export type CareersReads = {
  shop(word: string): Promise<PublicShop | undefined>
  job(organizationId: OrganizationId, slug: string): Promise<FoundJob | undefined>
  /** The newest, or those after `last`; one more than a page shows tells whether there is a next page. */
  openJobs(organizationId: OrganizationId, last?: FoundJob): Promise<JobLineRow[]>
}

export const careersReads = ({ db: { queries } }: Deps): CareersReads => ({
  shop: (word) => findPublicShop(queries, word),
  job: (organizationId, slug) => findJobBySlug(queries, organizationId, slug),
  openJobs: (organizationId, last) =>
    listOpenJobs(queries, organizationId, { after: last, limit: CAREERS_JOBS.onPage + 1 }),
})

/** A shop's jobs that are searched, and its language. */
export type SearchedList = { language: string | null; rows: readonly JobLineRow[] }

export type SearchReads = CareersReads & {
  /** The newest thousand. */
  searched(shop: PublicShop): Promise<SearchedList>
  texts: SearchedTexts
}

/** A list of a thousand jobs takes a megabyte, and half of one in each language in which it is searched. */
const SEARCHED_MAX = 10

/** The pages of a shop differ in language and source, and name the same jobs. */
export function cachedCareersReads(deps: Deps): SearchReads {
  const reads = careersReads(deps)
  const shops = new CachedReads<PublicShop | undefined>(deps)
  const jobs = new CachedReads<FoundJob | undefined>(deps)
  const lists = new CachedReads<JobLineRow[]>(deps)
  const searched = new CachedReads<SearchedList>(deps, SEARCHED_MAX)
  return {
    shop: (word) =>
      shops.get(
        word,
        () => reads.shop(word),
        ({ id }) => id,
      ),
    job: (organizationId, slug) =>
      jobs.get(
        `${organizationId} ${slug}`,
        () => reads.job(organizationId, slug),
        () => organizationId,
      ),
    openJobs: (organizationId, last) =>
      lists.get(
        `${organizationId} ${last?.id ?? ''}`,
        () => reads.openJobs(organizationId, last),
        () => organizationId,
      ),
    searched: ({ id, language }) =>
      searched.get(
        `${id} ${language}`,
        async () => {
          const limit = CAREERS_JOBS.searched
          return { language, rows: await listOpenJobs(deps.db.queries, id, { limit }) }
        },
        () => id,
      ),
    texts: new SearchedTexts(deps),
  }
}
