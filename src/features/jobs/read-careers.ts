// The careers pages of a shop: its open jobs, and each job in full.
import type { SocialPicture, SocialWords } from '#domain/careers/job-picture.ts'
import { t } from '#domain/texts/text.ts'
import { brandOf, colorOf, type Brand } from '#domain/organizations/brand.ts'
import {
  careersHref,
  CAREERS_JOBS,
  jobFacts,
  type ShopView,
  type JobLine,
} from '#domain/careers/careers-pages.ts'
import { feedHref, feeds, readerFeeds } from '#domain/jobs/feeds.ts'
import { profileOf, withSharedBenefits, type ShopProfile } from '#domain/organizations/profile.ts'
import type { JobSearch } from '#domain/careers/job-search.ts'
import { firstLanguage, inReadersWords, readableFirst } from '#domain/jobs/job-texts.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { Organization } from '#domain/organizations/organizations.ts'
import { continueInLanguage } from '#domain/texts/languages.ts'
import { onceForEachLanguage } from '#domain/texts/once-for-each-language.ts'
import { findJobBySlug, listOpenJobs, type FoundJob, type JobLineRow } from '#data/jobs/jobs.ts'
import { findOrganizationByShop, type PublicShop } from '#data/organizations/organizations.ts'
import type { Deps } from '../deps.ts'
import { careersReads, type CareersReads, type SearchReads } from './careers-reads.ts'
import { readFound, readSearch } from './search-jobs.ts'
import { socialPictureOf, type FoundWords } from './social-picture.ts'

/** The page, or the URL to redirect to: ids and capital letters redirect to the slug. */
export type FoundPage = { view: ShopView; organizationId: OrganizationId } | { movedTo: string }

type Shop = Pick<Organization, 'id' | 'name' | 'slug' | 'language'>
/** `store`: the Shopify domain in the visit's URL, if it belongs to this organization. */
type Visit = { shop: PublicShop; store: string | null; source: string | null }

const factsOf = onceForEachLanguage((job: JobLineRow) => jobFacts(job))

const lineOf = (
  { shop, store, source }: { shop: Shop; store: string | null; source: string | null },
  job: JobLineRow,
): JobLine => {
  const { title, lang } = inReadersWords(job, shop.language)
  return {
    title,
    href: careersHref(shop, job, { shop: store, source }),
    facts: factsOf(job),
    lang,
  }
}

/** Further parameters in the address of a list. */
type ListAsked = { after: string | undefined; search: JobSearch | null }

/** The parameters in the address of a visit. */
type Asked = { store: string | undefined; source: string | null }

/** Some open jobs of a shop, newest first. */
export async function readOpenJobs(deps: Deps, shop: Shop): Promise<JobLine[]> {
  const jobs = await listOpenJobs(deps.db.queries, shop.id, { limit: CAREERS_JOBS.others })
  return readableFirst(jobs.map((job) => lineOf({ shop, store: null, source: null }, job)))
}

/** Undefined for an unknown shop. `after`: the slug of the last job shown; an unknown one starts at the beginning. */
export async function readShopJobs(
  deps: Deps,
  word: string,
  { after, store, source, search }: Asked & ListAsked,
  reads: SearchReads,
): Promise<FoundPage | undefined> {
  const visit = await findVisit(deps, word, { store, source }, reads)
  if (!visit) return undefined
  const { shop } = visit
  continueInLanguage(shop.language, 'shop')
  if (shop.slug !== word) return { movedTo: careersHref(shop, null, { shop: visit.store, source }) }
  const last = after ? await reads.job(shop.id, after) : undefined
  const { rows, searched } = search
    ? await readFound(visit, search, last?.slug, reads)
    : await readList(visit, last, reads)
  const shown = rows.slice(0, CAREERS_JOBS.onPage)
  const end = rows.length > shown.length ? shown.at(-1) : undefined
  const frame = pageFrame(deps, visit, careersHref(shop, null, search ? {} : { after: last?.slug }))
  return {
    organizationId: shop.id,
    view: {
      ...frame,
      picture: socialPicture(deps, shop, null, frame.profile),
      state: 'jobs',
      jobs: readableFirst(shown.map((job) => lineOf(visit, job))),
      isFirst: !last,
      moreHref: end
        ? careersHref(shop, null, { after: end.slug, shop: visit.store, source, search })
        : null,
      search: searched,
    },
  }
}

async function readList(visit: Visit, last: FoundJob | undefined, reads: SearchReads) {
  const rows = await reads.openJobs(visit.shop.id, last)
  const isAll = !last && rows.length <= CAREERS_JOBS.onPage
  return { rows, searched: await readSearch(visit, rows, isAll, reads) }
}

/** Undefined for an unknown shop. The page of a closed job does not show its text: it may never have been public. */
export async function readShopJob(
  deps: Deps,
  word: string,
  jobWord: string,
  asked: Asked,
  reads: CareersReads = careersReads(deps),
): Promise<FoundPage | undefined> {
  const visit = await findVisit(deps, word, asked, reads)
  if (!visit) return undefined
  const { shop, source } = visit
  const [job, open] = await Promise.all([reads.job(shop.id, jobWord), reads.openJobs(shop.id)])
  continueAsWritten(shop, job)
  if (job && (shop.slug !== word || job.slug !== jobWord)) {
    return { movedTo: careersHref(shop, job, { shop: visit.store, source }) }
  }
  const others = open.filter(({ id }) => id !== job?.id).slice(0, CAREERS_JOBS.others)
  const page = {
    ...pageFrame(deps, visit, careersHref(shop, job ?? { slug: jobWord })),
    jobs: readableFirst(others.map((row) => lineOf(visit, row))),
  }
  const organizationId = shop.id
  if (!job) return { organizationId, view: { ...page, state: 'missing' } }
  if (!job.is_open) return { organizationId, view: { ...page, state: 'closed' } }
  const applyHref = careersHref(shop, job, { shop: visit.store, step: 'consent', source })
  const read = inReadersWords(job, shop.language)
  const picture = socialPicture(deps, shop, read, page.profile)
  const original = read.byMachine?.original
  const originalHref = original
    ? careersHref(shop, job, { shop: visit.store, source, lang: original })
    : null
  const ad = {
    ...read,
    benefits: withSharedBenefits(read.benefits, shop.benefits),
    byMachine: read.byMachine && { originalHref },
  }
  return { organizationId, view: { ...page, picture, state: 'job', job: ad, applyHref } }
}

/** A job that is applied for at its own page; it may have been closed meanwhile. */
export type JobOfSteps = Visit & {
  job: { id: string; slug: string; title: string }
  brand: Brand
  facts: string
}

/** Undefined for an unknown shop or job. */
export async function readJobOfSteps(
  deps: Deps,
  word: string,
  jobWord: string,
  { store }: { store: string | undefined },
): Promise<JobOfSteps | undefined> {
  const visit = await findVisit(deps, word, { store, source: null })
  const job = visit && (await findJobBySlug(deps.db.queries, visit.shop.id, jobWord))
  if (!job) return undefined
  continueAsWritten(visit.shop, job)
  const read = inReadersWords(job, visit.shop.language)
  return { ...visit, job: read, brand: brandOf(visit.shop), facts: jobFacts(job) }
}

/** A visitor without a language, such as a search engine, gets the ad in the language of its original text. */
const continueAsWritten = (shop: Organization, job: JobPost | null | undefined): void =>
  continueInLanguage(job ? firstLanguage(job, shop.language) : shop.language, 'shop')

async function findVisit(
  deps: Deps,
  word: string,
  { store, source }: Asked,
  reads: CareersReads = careersReads(deps),
): Promise<Visit | undefined> {
  const shop = (await reads.shop(word)) ?? (await reads.shop(word.toLowerCase()))
  if (!shop) return undefined
  const owner = store ? await findOrganizationByShop(deps.db.queries, store) : undefined
  return { shop, store: owner?.id === shop.id && store ? store.toLowerCase() : null, source }
}

function pageFrame(deps: Deps, { shop, store, source }: Visit, path: string) {
  return {
    shop: {
      name: shop.name,
      href: careersHref(shop, null, { shop: store, source }),
      brand: brandOf(shop),
    },
    profile: profileOf(shop),
    canonical: `${deps.appUrl}${path}`,
    feeds: readerFeeds
      .filter((kind) => !shop.feeds_off.includes(kind))
      .map((kind) => ({ type: feeds[kind].type, href: feedHref(shop, kind) })),
    picture: null,
  }
}

/** The shop's own picture for its list; of a job always one with its title. */
function socialPicture(
  deps: Deps,
  shop: Organization,
  job: Pictured | null,
  profile: ShopProfile,
): SocialPicture {
  if (!job && profile.picture) {
    const { href, width, height } = profile.picture
    return { href: `${deps.appUrl}${href}`, width, height }
  }
  return socialPictureOf(deps, shop, job, wordsOf(shop, job, profile))
}

type Pictured = Parameters<typeof jobFacts>[0] & { title: string; slug: string }

function wordsOf(shop: Organization, job: Pictured | null, profile: ShopProfile): SocialWords {
  const brand = brandOf(shop)
  return {
    shop: shop.name,
    title: job ? job.title : t('careers.picture.hiring'),
    facts: job ? jobFacts(job) : '',
    color: colorOf(brand),
    brand,
    photo: profile.picture?.href ?? null,
  }
}

/** The data of the page of an open job, or of the list when no job is named; undefined when there is no such page. */
export async function readSocialWords(
  deps: Deps,
  word: string,
  jobWord: string | null,
): Promise<FoundWords | undefined> {
  const visit = await findVisit(deps, word, { store: undefined, source: null })
  if (!visit) return undefined
  const { shop } = visit
  const job = jobWord === null ? null : await findJobBySlug(deps.db.queries, shop.id, jobWord)
  if (job === undefined || job?.is_open === false) return undefined
  continueAsWritten(shop, job)
  const words = wordsOf(shop, job && inReadersWords(job, shop.language), profileOf(shop))
  const isListed = job === null || !job.is_unlisted
  const { href } = socialPictureOf(deps, shop, job, words)
  return { organizationId: shop.id, words, href, isListed }
}
