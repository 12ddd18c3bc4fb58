// A job for search engines: JobPosting of schema.org, as JSON-LD in the page of the job, which shows all of it.
import { htmlOfText, linesHtml } from '../store/store-page-bodies.ts'
import { t } from '../texts/text.ts'
import { hoursText } from './facts-in-words.ts'
import { placesOf, type JobFacts, type JobPlace } from './job-facts.ts'
import type { JobPost } from './jobs.ts'
import { isPostable, postingTypes } from './posting-rules.ts'

export type PostedJob = JobFacts &
  Pick<
    JobPost,
    | 'title'
    | 'description'
    | 'requirements'
    | 'benefits'
    | 'employment_type'
    | 'created_at'
    | 'closes_at'
  >

/** The whole ad as HTML with the tags that job boards accept: paragraphs and lists. */
export const adHtml = (job: Pick<PostedJob, 'description' | 'requirements' | 'benefits'>): string =>
  [
    htmlOfText(job.description),
    ...(job.requirements.trim()
      ? [`<p>${t('careers.requirements')}</p>`, linesHtml(job.requirements)]
      : []),
    ...(job.benefits.trim() ? [`<p>${t('careers.benefits')}</p>`, linesHtml(job.benefits)] : []),
  ].join('\n')

const country = (name: string) => ({ '@type': 'Country', name })

function placeOf(job: PostedJob) {
  if (job.is_remote) {
    return {
      jobLocationType: 'TELECOMMUTE',
      applicantLocationRequirements: job.remote_countries.map(country),
    }
  }
  const places = placesOf(job).map(placeData)
  return { jobLocation: places.length === 1 ? places[0] : places }
}

const placeData = ({ street, town, region, postcode, country }: JobPlace) => ({
  '@type': 'Place',
  address: {
    '@type': 'PostalAddress',
    streetAddress: street ?? undefined,
    addressLocality: town ?? undefined,
    addressRegion: region ?? undefined,
    postalCode: postcode ?? undefined,
    addressCountry: country ?? undefined,
  },
})

function salaryOf({ salary_from: from, salary_to: to, salary_currency, salary_period }: JobFacts) {
  if ((from === null && to === null) || !salary_currency || !salary_period) return undefined
  const figures =
    from !== null && from === to
      ? { value: from }
      : { minValue: from ?? undefined, maxValue: to ?? undefined }
  return {
    '@type': 'MonetaryAmount',
    currency: salary_currency,
    value: { '@type': 'QuantitativeValue', ...figures, unitText: salary_period.toUpperCase() },
  }
}

/**
 * Null when a property that search engines require is unknown: they report an incomplete posting as an error, but not a
 * missing one.
 */
export function jobPosting(
  job: PostedJob,
  { shop, url }: { shop: { name: string; logoUrl: string | null }; url: string },
): Record<string, unknown> | null {
  if (!isPostable(job)) return null
  return {
    '@context': 'https://schema.org/',
    '@type': 'JobPosting',
    title: job.title,
    description: adHtml(job),
    datePosted: job.created_at.slice(0, 10),
    validThrough: job.closes_at ?? undefined,
    employmentType: postingTypes[job.employment_type],
    hiringOrganization: {
      '@type': 'Organization',
      name: shop.name,
      logo: shop.logoUrl ?? undefined,
    },
    identifier: { '@type': 'PropertyValue', name: shop.name, value: url },
    url,
    directApply: true,
    ...placeOf(job),
    baseSalary: salaryOf(job),
    workHours: job.weekly_hours === null ? undefined : hoursText(job.weekly_hours),
    totalJobOpenings: job.openings ?? undefined,
    jobStartDate: job.starts_on ?? undefined,
  }
}

/**
 * For the inside of a script element: no text of a shop can close it, and a template language of the surrounding page
 * finds no opening delimiter. Adjacent braces occur only in texts.
 */
export const jsonLdText = (data: Record<string, unknown>): string =>
  JSON.stringify(data)
    .replace(/[<>&\u2028\u2029]/g, escaped)
    .replace(/(?<=\{)[{%]/g, escaped)

export const jsonLd = (data: Record<string, unknown>): string =>
  `<script type="application/ld+json">${jsonLdText(data)}</script>`

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
