// A shop's public pages: /careers/{organization} with its open jobs, and one page for each job.
import type { Brand } from '../organizations/brand.ts'
import {
  structuredFacts,
  type NamedFact,
  type PublicPay,
  type PublicPlace,
} from '../jobs/facts-in-words.ts'
import type { JobFacts } from '../jobs/job-facts.ts'
import {
  publicPay,
  publicPlace,
  jobFieldLabel,
  type ByMachine,
  type JobPost,
} from '../jobs/jobs.ts'
import type { ShopProfile } from '../organizations/profile.ts'
import type { SocialPicture } from './job-picture.ts'
import type { JobSearch } from './job-search.ts'
import { type WidgetStep } from './widget.ts'
import { directionOf } from '../texts/direction.ts'
import { dayText } from '../texts/formats.ts'
import { currentLocale, localeInAddress } from '../texts/locale.ts'
import { t } from '../texts/text.ts'

/** The public address of a shop's jobs, or of one of them. `shop`: the store from which the visit comes. */
export function careersHref(
  organization: { slug: string },
  job?: { slug: string } | null,
  {
    shop = null,
    after,
    step,
    source = null,
    search = null,
    lang = localeInAddress(),
  }: {
    /** The same page in another language. */
    lang?: string | null | undefined
    shop?: string | null
    after?: string | undefined
    step?: WidgetStep
    source?: string | null
    search?: JobSearch | null
  } = {},
): string {
  const given = { ...search, after, shop, step, src: source, lang }
  let href = careersPath(organization, job)
  let mark = '?'
  for (const [name, value] of Object.entries(given)) {
    if (!value) continue
    href += `${mark}${name}=${encodeURIComponent(value)}`
    mark = '&'
  }
  return href
}

/** The address without the parameters of a visit. */
export const careersPath = (
  organization: { slug: string },
  job?: { slug: string } | null,
): string => {
  const shop = `/careers/${encodeURIComponent(organization.slug)}`
  return job ? `${shop}/${encodeURIComponent(job.slug)}` : shop
}

/** An open job in a list. */
export type JobLine = {
  title: string
  href: string
  facts: string
  /** The title's language, when the page is in another. */
  lang?: string | null
}

type LineFacts = PublicPay & PublicPlace & Pick<JobPost, 'employment_type'>
type Factual = LineFacts & JobFacts & Pick<JobPost, 'experience_level'>

/** 'Leeds · Part-time · £12.50 per hour' */
export const jobFacts = (job: LineFacts) =>
  [publicPlace(job), jobFieldLabel(job.employment_type), publicPay(job)]
    .flatMap((fact) => (fact ? [isolated(fact)] : []))
    .join(' · ')

/** Isolates each part, so that beside Arabic text they keep their order. */
const isolated = (part: string) =>
  directionOf(currentLocale()) === 'rtl' ? `\u2068${part}\u2069` : part

/** The known facts of a job, each with its label. */
export const namedFacts = (job: Factual & Pick<JobPost, 'created_at'>): readonly NamedFact[] => {
  const pay = publicPay(job)
  return [
    [t('job.fact.location'), publicPlace(job)],
    [t('job.fact.type'), jobFieldLabel(job.employment_type)],
    [t('job.fact.level'), jobFieldLabel(job.experience_level)],
    ...(pay ? [[t('job.fact.pay'), pay] as const] : []),
    ...structuredFacts(job),
    [t('job.fact.posted'), dayText(new Date(job.created_at), 'UTC')],
  ]
}

/** A job as its public page shows it, complete. */
export type JobAd = Factual &
  Pick<
    JobPost,
    'title' | 'description' | 'requirements' | 'benefits' | 'created_at' | 'closes_at'
  > & {
    /** The texts' language, when the page is in another. */
    lang?: string | null
    byMachine?: ByMachine | null
  }

/** How many jobs the page of a shop's jobs lists, how many others a job's page does, and how many a search covers. */
export const CAREERS_JOBS = { onPage: 50, others: 5, searched: 1000 } as const

/** One option to narrow the list, or all jobs. */
export type SearchLink = { label: string; href: string; isChosen: boolean }

/** The options to narrow a shop's list: words in a form, the rest as links. */
export type ListSearch = {
  words: string
  action: string
  /** Parameters of the address that the form keeps. */
  kept: readonly (readonly [name: string, value: string])[]
  groups: readonly { name: string; links: readonly SearchLink[] }[]
  /** How many jobs match; null without a search. */
  found: number | null
  /** The link to all jobs. */
  allHref: string
}

/** The brand and address of the page's shop. */
export type ShopHead = { name: string; href: string; brand: Brand }

/** A public page of a shop's jobs. */
export type CareersView =
  | ({
      shop: ShopHead
      profile: ShopProfile
      /** The page's canonical address. */
      canonical: string
      /** The feeds of the shop's jobs, for feed readers. */
      feeds: readonly { type: string; href: string }[]
      /** What messengers show beside a link to it; null when the page has none. */
      picture: SocialPicture | null
      /** Open jobs: all of this page, or some others beside its subject. */
      jobs: JobLine[]
    } & (
      | { state: 'jobs'; isFirst: boolean; moreHref: string | null; search: ListSearch | null }
      | { state: 'job'; job: JobAd; applyHref: string }
      | { state: 'closed' }
      | { state: 'missing' }
    ))
  | { state: 'unavailable'; message: string; reference: string; againHref: string }

export type ViewOf<State extends CareersView['state']> = Extract<CareersView, { state: State }>
/** A page of an existing shop. */
export type ShopView = Exclude<CareersView, { state: 'unavailable' }>
