// Where an applicant comes from: the source in the link (`?src=poster`), or the class of the referring site. It is
// passed through the steps as a plain parameter of their address; nothing about the person or the device is stored for
// it.
import { z } from 'zod'
import { t } from '../texts/text.ts'

export const SOURCE_PARAMETER = 'src'
const WORD = /^[a-z0-9][a-z0-9_.-]{0,39}$/
/** The source for an invalid word: too long, or not in plain letters. */
const UNKNOWN = 'unknown'

const referrerClasses = ['search', 'social', 'job-board', 'shop', 'direct', 'other'] as const
export type ReferrerClass = (typeof referrerClasses)[number]
/** The sources in our own links. */
const ownSources = ['poster', 'mail', 'link', 'invitation'] as const

/** The source in an address; null without one. */
export function readSource(text: string | undefined): string | null {
  const word = text?.trim().toLowerCase()
  if (!word) return null
  return WORD.test(word) ? word : UNKNOWN
}

const sites: readonly (readonly [ReferrerClass, RegExp])[] = [
  [
    'job-board',
    /(?:^|\.)(?:indeed|glassdoor|monster|stepstone|reed|totaljobs|adzuna|ziprecruiter|simplyhired|jooble|careerjet|jobrapido|infojobs|xing|kununu|hellowork|pracuj|arbeitsagentur|jobsite|cv-library|welcometothejungle|francetravail|mynavi)\.(?:com?\.)?[a-z]{2,8}$/,
  ],
  [
    'search',
    /(?:^|\.)(?:google|bing|duckduckgo|ecosia|yahoo|baidu|yandex|qwant|startpage|kagi|naver|seznam)\.(?:com?\.)?[a-z]{2,8}$|^search\.brave\.com$/,
  ],
  [
    'social',
    /(?:^|\.)(?:facebook|instagram|linkedin|twitter|reddit|pinterest|tiktok|youtube|whatsapp|telegram|threads|bsky|mastodon|snapchat|discord)\.(?:com?\.)?[a-z]{2,8}$|^(?:t\.co|x\.com|lnkd\.in|fb\.me|wa\.me|t\.me|youtu\.be)$/,
  ],
]

/** The class of a site; 'other' for an unknown one, which may be the shop's own. */
export const classOfHost = (host: string): ReferrerClass =>
  sites.find(([, pattern]) => pattern.test(host))?.[0] ?? 'other'

const isNamed = (
  source: string,
): source is ReferrerClass | (typeof ownSources)[number] | 'unknown' =>
  [...referrerClasses, ...ownSources, UNKNOWN].some((known) => known === source)

/** The label for staff; a shop's own word is shown as it is. */
export const sourceLabel = (source: string): string =>
  isNamed(source) ? t(`source.${source}`) : source

/** The source of a filter. */
export const sourceFilter = z.string().max(40).regex(WORD)

export const sourceCount = z.object({ source: z.string().nullable(), count: z.number() })
export type SourceCount = z.output<typeof sourceCount>

const BOTS =
  /bot|crawl|spider|slurp|preview|externalhit|whatsapp|telegram|curl|wget|python|java\/|go-http|headless|monitor|lighthouse|http-?client|scan|^node|undici|axios/i

/** Bots, by their user agent, and browsers that prefetch. */
export const isSeenByPerson = (agent: string | undefined, purpose: string | undefined): boolean =>
  Boolean(agent) && !BOTS.test(agent ?? '') && !/prefetch|prerender/i.test(purpose ?? '')
