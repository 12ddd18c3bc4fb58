// Feeds of a shop's open jobs for programs: feed readers and job boards. Each can be switched off.
import { z } from 'zod'
import { careersPath } from '../careers/careers-pages.ts'
import { isTimeZone } from '../mails/notifications.ts'
import { localeInAddress } from '../texts/locale.ts'
import { t } from '../texts/text.ts'

/** `boards`: XML in Indeed's format, which most other job boards accept too. */
export const feedKinds = ['rss', 'atom', 'json', 'boards'] as const
export type FeedKind = (typeof feedKinds)[number]

/** Those for people, which the page of a shop's jobs announces to feed readers. */
export const readerFeeds = ['rss', 'atom', 'json'] as const satisfies readonly FeedKind[]

export const feeds: Readonly<Record<FeedKind, { file: string; type: string }>> = {
  rss: { file: 'jobs.rss', type: 'application/rss+xml' },
  atom: { file: 'jobs.atom', type: 'application/atom+xml' },
  json: { file: 'jobs.json', type: 'application/feed+json' },
  boards: { file: 'jobs.xml', type: 'application/xml' },
}

/** No job's slug contains a dot, so none can be the same. */
export const feedHref = (organization: { slug: string }, kind: FeedKind): string =>
  `${careersPath(organization)}/${feeds[kind].file}${inLanguage()}`

/** A page in a language links to the feeds in that language. */
const inLanguage = (): string => {
  const lang = localeInAddress()
  return lang ? `?lang=${lang}` : ''
}

/** At most this many, newest first: a job board accepts more, but no shop has them. */
export const FEED_JOBS_MAX = 500
/** And so many characters of their texts: 500 jobs of 3,000 each. */
export const FEED_TEXTS_MAX = 1_500_000
/** The limit of one sitemap: https://www.sitemaps.org/protocol.html */
export const SITEMAP_MAX = 50_000

export const feedSettings = z.object({
  /** The feeds that the shop has switched off. */
  feeds_off: z.array(z.enum(feedKinds)),
  /** Its time zone; null: UTC. */
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
