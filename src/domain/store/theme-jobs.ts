// The open jobs for the theme's block: metafields of the app's installation, one set for each language of the ads.
import { namedFacts } from '../careers/careers-pages.ts'
import { placeNames } from '../jobs/facts-in-words.ts'
import { jobPosting, jsonLdText } from '../jobs/job-posting.ts'
import { inReadersWords, type WithTexts } from '../jobs/job-texts.ts'
import { jobFieldLabel, publicPay, publicPlace, type JobPost } from '../jobs/jobs.ts'
import { blocksOfLines, blocksOfText, type TextBlock } from '../jobs/text-blocks.ts'
import { languageOf, storedLanguage } from '../texts/languages.ts'
import { inLocale, type Language } from '../texts/locale.ts'

/** Read by the block as `app.metafields.storehand`. */
export const THEME_NAMESPACE = 'storehand'
export const INDEX_KEY = 'index'

/**
 * A JSON metafield holds 128 KB since API version 2026-04 (shopify.dev/changelog/reduced-metafield-value-sizes). The
 * platform may serialise the value differently, so some of it is left free.
 */
export const PART_BYTES = 110_000
/** Liquid runs a loop at most this often. */
export const PART_JOBS = 50
/** For each language, so that a page of the shop never becomes slow. Older jobs are on the app's own pages. */
const PARTS_MAX = 4

/** In the small metafield of the button on every page, which shows twelve of them: some close before it is written again. */
const NEWEST_JOBS = 16

export type ThemeJob = {
  /** The handle of its own page has it. */
  id: string
  slug: string
  title: string
  /** The language of its texts, when the list is in another. */
  lang: string | null
  place: string
  /** The values of the place filter: each town of a job in several shops. */
  places: string[]
  type: string
  pay: string | null
  facts: (readonly [name: string, value: string])[]
  about: TextBlock[]
  requirements: TextBlock[]
  benefits: TextBlock[]
  /** In seconds: from then on the block hides it. */
  closes: number | null
  /** For search engines: the text of a script element. The theme prints it unescaped, so it contains no `<`. */
  posting: string | null
}

/** What the button on every page says of a job. */
type NewJob = Pick<ThemeJob, 'slug' | 'title' | 'lang' | 'place' | 'type' | 'pay' | 'closes'>

export type ThemeIndex = {
  /** The number of metafields of each language. */
  parts: Partial<Record<Language, number>>
  /** Which of these is used, by the language of the visit: 'en', 'en-GB'. */
  by: Record<string, Language>
  /** For other languages. */
  first: Language
  /** The number of open jobs in none of them. */
  left_out: number
  /** Where the shop's visitors reach the app's own pages. */
  path: string
  /** The digest of each metafield's content, by its key. */
  digests: Record<string, string>
}

/** The values to write, by their keys, the index among them. */
export type ThemeContent = {
  index: ThemeIndex
  parts: Record<string, { jobs: ThemeJob[] | NewJob[] }>
}

type Shop = { name: string; language: string | null; logoUrl: string | null }
type PublishedJob = JobPost & WithTexts

/** `jobs`: the open, listed ones, the newest first. `jobUrl`: the public address of each. */
export function themeContent(
  jobs: readonly PublishedJob[],
  shop: Shop,
  {
    path,
    jobUrl,
    digestOf,
  }: { path: string; jobUrl: (slug: string) => string; digestOf: (text: string) => string },
): ThemeContent {
  const first = storedLanguage(shop.language)
  const spoken = jobs.flatMap(({ language: own, texts }) =>
    [own, ...texts.map(({ language }) => language)].map(languageOf),
  )
  const languages = [...new Set([first, ...spoken.filter((tag) => tag !== undefined)])]
  const index: ThemeIndex = { parts: {}, by: {}, first, left_out: 0, path, digests: {} }
  const parts: ThemeContent['parts'] = {}
  for (const language of languages) {
    const written = inLocale(language, () =>
      jobs.map((job) => themeJob(job, shop, jobUrl(job.slug))),
    )
    const { filled, leftOut } = inParts(written)
    const values = [
      ...filled.map((part, place) => [partKey(language, place + 1), part] as const),
      [newestKey(language), filled.flat().slice(0, NEWEST_JOBS).map(newJob)] as const,
    ]
    for (const [key, part] of values) {
      parts[key] = { jobs: [...part] }
      index.digests[key] = digestOf(canonicalJson(parts[key]))
    }
    index.parts[language] = filled.length
    index.left_out = Math.max(index.left_out, leftOut)
    index.by[language] = language
    index.by[language.split('-', 1)[0] ?? language] ??= language
  }
  return { index, parts }
}

/** A canonical JSON text: the platform may order the keys of an object differently. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** The ads themselves are up to half a megabyte, which no page of the shop should read for a button. */
const newestKey = (language: Language): string => `newest-${language}`

const newJob = ({ slug, title, lang, place, type, pay, closes }: ThemeJob): NewJob => ({
  slug,
  title,
  lang,
  place,
  type,
  pay,
  closes,
})

const partKey = (language: Language, place: number): string => `jobs-${language}-${place}`

function themeJob(source: PublishedJob, shop: Shop, url: string): ThemeJob {
  const job = inReadersWords(source, shop.language)
  const posting = jobPosting(job, { shop, url })
  const towns = placeNames(job)
  return {
    id: job.id,
    slug: job.slug,
    title: job.title,
    lang: job.lang,
    place: publicPlace(job),
    places: towns.length > 1 ? towns : [publicPlace(job)],
    type: jobFieldLabel(job.employment_type),
    pay: publicPay(job),
    facts: [...namedFacts(job)],
    about: blocksOfText(job.description).map(readable),
    requirements: blocksOfLines(job.requirements).map(readable),
    benefits: blocksOfLines(job.benefits).map(readable),
    closes: job.closes_at ? Math.floor(Date.parse(job.closes_at) / 1000) : null,
    posting: posting && jsonLdText(posting),
  }
}

/** A list that is longer than a Liquid loop becomes a paragraph, joined in few pieces. */
function readable(block: TextBlock): TextBlock {
  if (block.lines.length <= PART_JOBS) return block
  return { kind: 'p', lines: [block.lines.join('\n')] }
}

/** The newest jobs in up to the maximum number of parts; a single job that fits in no part is left out. */
function inParts(jobs: readonly ThemeJob[]): { filled: ThemeJob[][]; leftOut: number } {
  const filled: ThemeJob[][] = [[]]
  let bytes = 0
  let leftOut = 0
  for (const job of jobs) {
    const fitting = bytesOf(job) > PART_BYTES ? { ...job, posting: null } : job
    const size = bytesOf(fitting)
    const part = filled.at(-1) ?? []
    const isFull = part.length >= PART_JOBS || bytes + size > PART_BYTES
    if (size > PART_BYTES || (isFull && filled.length >= PARTS_MAX)) {
      leftOut += 1
      continue
    }
    if (isFull) {
      filled.push([fitting])
      bytes = size
    } else {
      part.push(fitting)
      bytes += size
    }
  }
  return { filled, leftOut }
}

/** The size as UTF-8: this layer has no encoder. */
function bytesOf(job: ThemeJob): number {
  // Every non-ASCII character may be written as an escape of six characters.
  const text = JSON.stringify(job)
  const others = text.length - text.replace(/[^\u0020-\u007e]/g, '').length
  return text.length + others * 5
}
