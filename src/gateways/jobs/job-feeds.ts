// Writes lists of jobs as RSS, Atom, JSON Feed, XML for job boards, and sitemaps.
import XMLBuilder from 'fast-xml-builder'
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith'
import { firstPlace, placesOf } from '#domain/jobs/job-facts.ts'
import { publicPay, publicPlace, type JobPost } from '#domain/jobs/jobs.ts'
import type { FeedKind } from '#domain/jobs/feeds.ts'
import { xmlText } from '#domain/plain-text.ts'
import { jobFacts } from '#domain/careers/careers-pages.ts'

export type FeedJob = JobPost & {
  url: string
  /** The whole ad. */
  html: string
  /** When visitors last saw it change. */
  changed_at: string
  /** The language of its texts, when the feed is in another. */
  lang: string | null
}
export type JobFeed = {
  title: string
  shopName: string
  /** The page of the shop's jobs. */
  pageUrl: string
  feedUrl: string
  language: string
  /** When the list last changed, also by a job that is no longer in it. Null for a shop that has had none. */
  changedAt: string | null
  /** Newest first. */
  jobs: readonly FeedJob[]
}

/** Jobs that have been in no feed yet. */
const EPOCH = new Date(0)

const postedOf = (job: FeedJob): Date => new Date(job.created_at)
const changedOf = (job: FeedJob): Date => new Date(job.changed_at)

function rss({ title, pageUrl, feedUrl, language, changedAt, jobs }: JobFeed): string {
  return generateRssFeed({
    title,
    link: pageUrl,
    description: title,
    language,
    ...(changedAt && { lastBuildDate: new Date(changedAt) }),
    atom: { links: [{ href: feedUrl, rel: 'self', type: 'application/rss+xml' }] },
    items: jobs.map((job) => ({
      title: `${job.title} · ${jobFacts(job)}`,
      link: job.url,
      guid: { value: job.url, isPermaLink: true },
      pubDate: postedOf(job),
      description: job.html,
    })),
  })
}

function atom({ title, shopName, pageUrl, feedUrl, changedAt, jobs }: JobFeed): string {
  return generateAtomFeed({
    id: feedUrl,
    title: { value: title },
    updated: changedAt ? new Date(changedAt) : EPOCH,
    authors: [{ name: shopName }],
    links: [
      { href: pageUrl, rel: 'alternate', type: 'text/html' },
      { href: feedUrl, rel: 'self', type: 'application/atom+xml' },
    ],
    entries: jobs.map((job) => ({
      id: job.url,
      title: { value: job.title },
      summary: { value: jobFacts(job) },
      updated: changedOf(job),
      published: postedOf(job),
      links: [{ href: job.url, rel: 'alternate', type: 'text/html' }],
      content: { type: 'html', value: job.html },
    })),
  })
}

function json({ title, shopName, pageUrl, feedUrl, language, jobs }: JobFeed): string {
  const feed = generateJsonFeed({
    title,
    home_page_url: pageUrl,
    feed_url: feedUrl,
    language,
    authors: [{ name: shopName, url: pageUrl }],
    items: jobs.map((job) => ({
      id: job.url,
      url: job.url,
      title: job.title,
      summary: jobFacts(job),
      content_html: job.html,
      date_published: postedOf(job),
      date_modified: changedOf(job),
      language: job.lang ?? undefined,
    })),
  })
  return JSON.stringify(feed)
}

const CDATA = '__cdata'
/** The builder escapes XML characters in names and texts; job boards want every text in a CDATA section. */
const xml = new XMLBuilder({
  cdataPropName: CDATA,
  ignoreAttributes: false,
  suppressEmptyNode: true,
})
const declared = (content: object): string =>
  xmlText(`<?xml version="1.0" encoding="utf-8"?>${xml.build(content)}`)

/** The builder splits text that would end the section. */
const cdata = (text: string | null) => (text ? { [CDATA]: text } : undefined)

const boardTypes: Readonly<Record<JobPost['employment_type'], string>> = {
  'full-time': 'fulltime',
  'part-time': 'parttime',
  contract: 'contract',
  intern: 'internship',
}

/** https://docs.indeed.com/indeed-apply/xml-feed (read 2026-11-23). */
function boards({ shopName, pageUrl, jobs }: JobFeed): string {
  const job = jobs.flatMap((each) => {
    const [only] = each.remote_countries
    const [first, ...others] = placesOf(each)
    const places = [first ?? firstPlace(each), ...others]
    // A job there has one place: a job in several shops is listed once for each.
    return places.map((place, number) => ({
      title: cdata(each.title),
      date: cdata(each.created_at),
      referencenumber: cdata(number === 0 ? each.id : `${each.id}-${number + 1}`),
      url: cdata(each.url),
      company: cdata(shopName),
      city: cdata(each.is_remote ? null : (place.town ?? publicPlace(each))),
      state: cdata(place.region),
      country: cdata(place.country ?? (each.is_remote ? (only ?? null) : null)),
      postalcode: cdata(place.postcode),
      streetaddress: cdata(place.street),
      remotetype: cdata(each.is_remote ? 'Fully remote' : null),
      description: cdata(each.html),
      salary: cdata(publicPay(each)),
      jobtype: cdata(boardTypes[each.employment_type]),
      expirationdate: cdata(each.closes_on),
    }))
  })
  const source = { publisher: cdata(shopName), publisherurl: cdata(pageUrl), job }
  return declared({ source })
}

const writers: Readonly<Record<FeedKind, (feed: JobFeed) => string>> = { rss, atom, json, boards }

/**
 * What is in the database from before texts were cleaned must not end all of a shop's feed. Before it is written: a character that is
 * removed afterwards could leave the end of a section behind.
 */
const cleaned = (feed: JobFeed): JobFeed =>
  JSON.parse(JSON.stringify(feed), (_, value: unknown) =>
    typeof value === 'string' ? xmlText(value) : value,
  ) as JobFeed

export const writeFeed = (kind: FeedKind, feed: JobFeed): string => writers[kind](cleaned(feed))

export const writeSitemap = (pages: readonly { url: string; changedAt: string | null }[]): string =>
  declared({
    urlset: {
      '@_xmlns': 'http://www.sitemaps.org/schemas/sitemap/0.9',
      url: pages.map(({ url, changedAt }) => ({ loc: url, lastmod: changedAt ?? undefined })),
    },
  })
