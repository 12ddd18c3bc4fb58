// A shop's public pages: its open jobs, and each job with everything its owner wrote.
import {
  brandOf,
  careersHref,
  CAREERS_JOBS,
  jobFacts,
  type ShopView,
  type JobLine,
} from '#domain/careers-pages.ts'
import type { Organization } from '#domain/organizations.ts'
import { readWidgetOptions, widgetHref } from '#domain/widget.ts'
import { findJobBySlug, listOpenJobs, type JobLineRow } from '#data/jobs.ts'
import { findOrganizationByWord } from '#data/organizations.ts'
import type { Deps } from '../deps.ts'

/** The page, or the address it has: words in capitals and ids of organizations lead to it. */
export type FoundPage = { view: ShopView } | { movedTo: string }

type Shop = Pick<Organization, 'id' | 'name' | 'slug'>

/** The first step of an application for this job, in this shop's look. */
const applyHref = (shop: Shop, job: { id: string }): string =>
  widgetHref(readWidgetOptions({ org: shop.slug }), 'consent', { roleId: job.id })

const lineOf = (shop: Shop, job: JobLineRow): JobLine => ({
  title: job.title,
  href: careersHref(shop, job),
  facts: jobFacts(job),
})

/** Some open jobs of a shop, newest first, but not the one that is looked at. */
export async function readOtherJobs(
  deps: Deps,
  shop: Shop,
  but: { id?: string; most: number } = { most: CAREERS_JOBS.others },
): Promise<JobLine[]> {
  const jobs = await listOpenJobs(deps.db.queries, shop.id, {
    ...(but.id && { except: but.id }),
    limit: but.most,
  })
  return jobs.map((job) => lineOf(shop, job))
}

/** Undefined for a shop that does not exist. `after` is the word of the last job that was seen; an unknown one begins anew. */
export async function readShopJobs(
  deps: Deps,
  word: string,
  after: string | undefined,
): Promise<FoundPage | undefined> {
  const db = deps.db.queries
  const shop = await findShop(deps, word)
  if (!shop) return undefined
  if (shop.slug !== word) return { movedTo: careersHref(shop) }
  const last = after ? await findJobBySlug(db, shop.id, after) : undefined
  const rows = await listOpenJobs(db, shop.id, {
    after: last && { value: last.created_at, id: last.id },
    // One more than is shown tells whether there is a next page.
    limit: CAREERS_JOBS.onPage + 1,
  })
  const shown = rows.slice(0, CAREERS_JOBS.onPage)
  const end = rows.length > shown.length ? shown.at(-1) : undefined
  const here = last ? `?after=${encodeURIComponent(last.slug)}` : ''
  return {
    view: {
      ...around(deps, shop, careersHref(shop) + here),
      state: 'jobs',
      jobs: shown.map((job) => lineOf(shop, job)),
      isFirst: !last,
      moreHref: end ? `${careersHref(shop)}?after=${encodeURIComponent(end.slug)}` : null,
    },
  }
}

/** Undefined for a shop that does not exist. A closed job keeps its words to itself: it may never have been open. */
export async function readShopJob(
  deps: Deps,
  word: string,
  jobWord: string,
): Promise<FoundPage | undefined> {
  const shop = await findShop(deps, word)
  if (!shop) return undefined
  const job = await findJobBySlug(deps.db.queries, shop.id, jobWord)
  if (job && (shop.slug !== word || job.slug !== jobWord)) {
    return { movedTo: careersHref(shop, job) }
  }
  const page = around(deps, shop, careersHref(shop, job ?? { slug: jobWord }))
  const jobs = await readOtherJobs(deps, shop, {
    ...(job && { id: job.id }),
    most: CAREERS_JOBS.others,
  })
  if (!job) return { view: { ...page, jobs, state: 'missing' } }
  if (!job.is_active) return { view: { ...page, jobs, state: 'closed' } }
  return { view: { ...page, jobs, state: 'job', job, applyHref: applyHref(shop, job) } }
}

async function findShop(deps: Deps, word: string): Promise<Organization | undefined> {
  const db = deps.db.queries
  return (
    (await findOrganizationByWord(db, word)) ??
    (await findOrganizationByWord(db, word.toLowerCase()))
  )
}

const around = (deps: Deps, shop: Organization, path: string) => ({
  shop: { name: shop.name, href: careersHref(shop), brand: brandOf(shop) },
  canonical: `${deps.appUrl}${path}`,
})
