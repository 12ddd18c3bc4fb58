// What programs read of open jobs: the feeds of a shop, and the sitemap of the installation.
import { setImmediate } from 'node:timers/promises'
import { careersHref } from '#domain/careers/careers-pages.ts'
import {
  FEED_JOBS_MAX,
  FEED_TEXTS_MAX,
  feedHref,
  SITEMAP_MAX,
  type FeedKind,
} from '#domain/jobs/feeds.ts'
import {
  firstLanguage,
  inReadersWords,
  withinLength,
  type WithTexts,
} from '#domain/jobs/job-texts.ts'
import type { OrganizationId } from '#domain/organizations/organization-id.ts'
import type { JobPost } from '#domain/jobs/jobs.ts'
import { adHtml } from '#domain/jobs/job-posting.ts'
import { storedLanguage } from '#domain/texts/languages.ts'
import { currentLocale, inLocale, localeInAddress, languageOrigin } from '#domain/texts/locale.ts'
import { t } from '#domain/texts/text.ts'
import {
  findFeedSettings,
  findJobsChangedAt,
  listPublishedJobs,
  listSitemapJobs,
} from '#data/jobs/published-jobs.ts'
import { findOrganizationByWord } from '#data/organizations/organizations.ts'
import type { FeedJob } from '#gateways/jobs/job-feeds.ts'
import type { Deps } from '../deps.ts'

/** Of the largest, in 2 ms. */
const ADS_AT_ONCE = 5

/**
 * In the language of the address, else in the shop's; the language of the caller does not matter. Undefined for an
 * unknown shop, and for a feed that the shop has switched off.
 */
export async function readFeed(
  deps: Deps,
  word: string,
  kind: FeedKind,
): Promise<{ text: string; organizationId: OrganizationId } | undefined> {
  const db = deps.db.queries
  const shop = await findOrganizationByWord(db, word)
  if (!shop || (await findFeedSettings(db, shop.id)).feeds_off.includes(kind)) return undefined
  const jobs = await listPublishedJobs(db, shop.id, FEED_JOBS_MAX)
  const changedAt = latest([await findJobsChangedAt(db, shop.id), ...jobs.map(changeOf)])
  const { writeFeed } = await import('#gateways/jobs/job-feeds.ts')
  const write = async () => {
    const shown = withinLength(
      jobs.map((job) => inFeedWords(job, shop.language)),
      FEED_TEXTS_MAX,
    )
    const feedJobs: FeedJob[] = []
    for (const job of shown) {
      feedJobs.push({ ...job, url: deps.appUrl + careersHref(shop, job), html: adHtml(job) })
      // Other requests go on meanwhile: all ads of a large feed take a tenth of a second.
      if (feedJobs.length % ADS_AT_ONCE === 0) await setImmediate()
    }
    return writeFeed(kind, {
      title: t('careers.pageTitle.jobs', { name: shop.name }),
      shopName: shop.name,
      pageUrl: deps.appUrl + careersHref(shop),
      feedUrl: deps.appUrl + feedHref(shop, kind),
      language: currentLocale(),
      changedAt,
      jobs: feedJobs,
    })
  }
  const text = await inLocale(
    localeInAddress() ?? storedLanguage(shop.language),
    write,
    languageOrigin(),
  )
  return { text, organizationId: shop.id }
}

const changeOf = ({ changed_at }: { changed_at: string }) => changed_at

/** Of moments as the database writes them, which sort as text; null without any. */
const latest = (moments: readonly (string | null)[]): string | null =>
  moments.reduce((last, moment) => ((moment ?? '') > (last ?? '') ? moment : last), null)

/** A feed cannot mark a machine translation, so it has the original text until a person has read the translation. */
function inFeedWords(
  job: JobPost & WithTexts & { changed_at: string },
  shopLanguage: string | null,
): JobPost & { changed_at: string; lang: string | null } {
  const { byMachine, ...read } = inReadersWords(job, shopLanguage)
  return byMachine ? { ...job, lang: firstLanguage(job, shopLanguage) } : read
}

/** The page of every shop that has open jobs, and of each of them. */
export async function readSitemap(deps: Deps): Promise<string> {
  const jobs = await listSitemapJobs(deps.db.queries, SITEMAP_MAX / 2)
  const { writeSitemap } = await import('#gateways/jobs/job-feeds.ts')
  const shops = Map.groupBy(jobs, ({ organization }) => organization)
  return writeSitemap([
    ...[...shops].map(([slug, ofShop]) => ({
      url: deps.appUrl + careersHref({ slug }),
      changedAt: latest(ofShop.flatMap((job) => [job.jobs_changed_at, job.changed_at])),
    })),
    ...jobs.map(({ organization, slug, changed_at }) => ({
      url: deps.appUrl + careersHref({ slug: organization }, { slug }),
      changedAt: changed_at,
    })),
  ])
}
