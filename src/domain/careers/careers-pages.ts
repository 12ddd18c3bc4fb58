// A shop's public pages: /careers/{organization} with its open jobs, and one of each job.
import type { Brand } from '../organizations/brand.ts'
import { publicPlace, jobFieldLabel, type JobPost } from '../jobs/jobs.ts'
import { localeInAddress } from '../texts/locale.ts'
import { t } from '../texts/text.ts'

/** The public address of a shop's jobs, or of one of them. `shop`: the store by which the visit comes. */
export function careersHref(
  organization: { slug: string },
  job?: { slug: string } | null,
  { shop = null, after }: { shop?: string | null; after?: string | undefined } = {},
): string {
  const path = [organization.slug, ...(job ? [job.slug] : [])].map(encodeURIComponent).join('/')
  const query = Object.entries({ after, shop, lang: localeInAddress() }).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return `/careers/${path}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** An open job among others. */
export type JobLine = { title: string; href: string; facts: string }

type Factual = Pick<JobPost, 'location' | 'employment_type' | 'experience_level' | 'salary_range'>

/** 'Leeds · Part-time · £12.50 per hour' */
export const jobFacts = (job: Pick<Factual, 'location' | 'employment_type' | 'salary_range'>) =>
  [publicPlace(job), jobFieldLabel(job.employment_type), job.salary_range]
    .filter((fact) => fact)
    .join(' · ')

/** What is known of a job besides its words, each with its name. */
export const namedFacts = (job: Factual): readonly (readonly [name: string, fact: string])[] => [
  [t('job.fact.location'), publicPlace(job)],
  [t('job.fact.type'), jobFieldLabel(job.employment_type)],
  [t('job.fact.level'), jobFieldLabel(job.experience_level)],
  ...(job.salary_range ? [[t('job.fact.pay'), job.salary_range] as const] : []),
]

/** A job as its public page shows it: all of it. */
export type JobAd = Factual &
  Pick<JobPost, 'title' | 'description' | 'requirements' | 'benefits' | 'created_at'>

/** How many jobs a page of a shop's jobs names, and how many others a job's page does. */
export const CAREERS_JOBS = { onPage: 50, others: 5 } as const

/** A public page of a shop's jobs. */
export type CareersView =
  | ({
      shop: { name: string; href: string; brand: Brand }
      /** The page's own address, in full. */
      canonical: string
      /** Open jobs: all of this page, or some beside what it is about. */
      jobs: JobLine[]
    } & (
      | { state: 'jobs'; isFirst: boolean; moreHref: string | null }
      | { state: 'job'; job: JobAd; applyHref: string }
      | { state: 'closed' }
      | { state: 'missing' }
    ))
  | { state: 'unavailable'; message: string; reference: string; againHref: string }

export type ViewOf<State extends CareersView['state']> = Extract<CareersView, { state: State }>
/** Of a shop that exists. */
export type ShopView = Exclude<CareersView, { state: 'unavailable' }>
