// The lists of a shop's open jobs for programs: readers of feeds, and job boards. Each can be switched off.
import { z } from 'zod'
import { careersPath } from '../careers/careers-pages.ts'
import { isTimeZone } from '../mails/notifications.ts'
import { localeInAddress } from '../texts/locale.ts'
import { t } from '../texts/text.ts'

/** `boards`: XML in the shape that Indeed reads, and most other job boards too. */
export const feedKinds = ['rss', 'atom', 'json', 'boards'] as const
export type FeedKind = (typeof feedKinds)[number]

/** Those for people, which a page of jobs names to their programs. */
export const readerFeeds = ['rss', 'atom', 'json'] as const satisfies readonly FeedKind[]

export const feeds: Readonly<Record<FeedKind, { file: string; type: string }>> = {
  rss: { file: 'jobs.rss', type: 'application/rss+xml' },
  atom: { file: 'jobs.atom', type: 'application/atom+xml' },
  json: { file: 'jobs.json', type: 'application/feed+json' },
  boards: { file: 'jobs.xml', type: 'application/xml' },
}

/** No job's address has a dot, so none can have the same. */
export const feedHref = (organization: { slug: string }, kind: FeedKind): string =>
  `${careersPath(organization)}/${feeds[kind].file}${inLanguage()}`

/** A page in a language names the feeds in that language. */
const inLanguage = (): string => {
  const lang = localeInAddress()
  return lang ? `?lang=${lang}` : ''
}

/** The newest so many: a job board takes more, but no shop has them. */
export const FEED_JOBS_MAX = 500
/** What one sitemap may hold: https://www.sitemaps.org/protocol.html */
export const SITEMAP_MAX = 50_000

export const feedSettings = z.object({
  /** Those that the shop does not publish. */
  feeds_off: z.array(z.enum(feedKinds)),
  /** Where its days end; null: UTC. */
  time_zone: z.string().nullable(),
})
export type FeedSettings = z.output<typeof feedSettings>

export const feedSettingsInput = z.object({
  feeds_off: z
    .array(z.enum(feedKinds))
    .max(feedKinds.length)
    .transform((kinds) => [...new Set(kinds)])
    .optional(),
  time_zone: z
    .string()
    .max(64)
    .refine(isTimeZone, { error: () => t('organization.zoneUnknown') })
    .nullable()
    .optional(),
})
export type FeedSettingsInput = z.output<typeof feedSettingsInput>
