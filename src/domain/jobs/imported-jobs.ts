// Products of a store as job posts: how one is converted, and which side wins when both have changed it.
import { z } from 'zod'
import {
  employmentTypes,
  experienceLevels,
  JOB_LIMITS,
  jobInput,
  type EmploymentType,
  type ExperienceLevel,
} from './jobs.ts'
import { tooLongText } from '../too-long.ts'

/** Any body is accepted; the session determines the organization. */
export const syncJobsInput = z.object({})

/** A product as the platform returns it. */
export type JobProduct = {
  id: string
  title: string
  descriptionHtml: string
  tags: readonly string[]
  status: string
  location: string | null
}

/** The fields of a job post that a product has. */
export type ImportedJob = {
  title: string
  description: string
  requirements: string
  location: string | null
  employment_type: EmploymentType
  experience_level: ExperienceLevel
  is_active: boolean
}

export const jobsSync = z.object({
  created: z.number(),
  updated: z.number(),
  unchanged: z.number(),
  deactivated: z.number(),
})
export type JobsSync = z.output<typeof jobsSync>

/** A product that cannot become a job post, and the reason. */
export const leftOut = z.object({ title: z.string(), reason: z.string() })
export type LeftOut = z.output<typeof leftOut>

/** A store lets a description have half a million characters; what word processors wrap around a text fits into this. */
const HTML_MAX = 100_000
const TAG_MAX = 255

/** A product converted to a job post, or the sentence why it cannot be one. */
export function jobOfProduct(product: JobProduct): { job: ImportedJob } | { reason: string } {
  // No description that fits into a job post is that long, and a cut one would silently miss text.
  if (product.descriptionHtml.length > HTML_MAX) {
    return { reason: tooLongText('description', JOB_LIMITS.description) }
  }
  const { description, requirements } = textsOf(product.descriptionHtml)
  const words = product.tags.map((tag) =>
    tag
      .slice(0, TAG_MAX)
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  )
  const tagged = <Value extends string>(
    values: readonly Value[],
    otherNames: ReadonlyMap<string, Value>,
    fallback: Value,
  ): Value => {
    for (const word of words) {
      const found = values.find((value) => value === word) ?? otherNames.get(word)
      if (found) return found
    }
    return fallback
  }
  const read = jobInput.safeParse({
    title: product.title,
    description,
    requirements,
    location: product.location?.trim() || null,
    employment_type: tagged(employmentTypes, new Map([['internship', 'intern']]), 'full-time'),
    experience_level: tagged(
      experienceLevels,
      new Map([
        ['entry', 'entry-level'],
        ['mid', 'mid-level'],
        ['senior', 'senior-level'],
      ]),
      'mid-level',
    ),
    is_active: product.status === 'ACTIVE',
  })
  if (!read.success) return { reason: read.error.issues[0]?.message ?? '' }
  const { title, location, employment_type, experience_level, is_active } = read.data
  return {
    job: {
      title,
      description: read.data.description,
      requirements: read.data.requirements,
      location,
      employment_type,
      experience_level,
      is_active,
    },
  }
}

/** The fields that the store changed since the last import. A field that was edited here in the meantime keeps that edit. */
export function changesFrom(
  imported: ImportedJob,
  current: ImportedJob,
  product: ImportedJob,
): Partial<ImportedJob> {
  const isOurs = (field: keyof ImportedJob) => current[field] !== imported[field]
  return Object.fromEntries(
    Object.entries(product).filter(
      ([name, value]) =>
        !isOurs(name as keyof ImportedJob) && current[name as keyof ImportedJob] !== value,
    ),
  )
}

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '–',
    mdash: '—',
    rsquo: '’',
    lsquo: '‘',
    rdquo: '”',
    ldquo: '“',
    hellip: '…',
    bull: '•',
    pound: '£',
    euro: '€',
  }),
)

/** Entities of HTML, named or numeric; unknown ones stay as they were typed. */
function withoutEntities(text: string): string {
  const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi
  return text.replace(entity, (all: string, ten?: string, hex?: string, name?: string) => {
    const code = ten ? Number(ten) : hex ? Number.parseInt(hex, 16) : undefined
    if (code === undefined) return names.get(name?.toLowerCase() ?? '') ?? all
    // NUL and half surrogate pairs are not text.
    const isText = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isText ? String.fromCodePoint(code) : ''
  })
}

const oneLine = (text: string): string =>
  withoutEntities(text)
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/** The content of these elements is not text, up to their end or the end of the input. */
const unread: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script[\s/>]/gi],
  ['style', /<\/style[\s/>]/gi],
  ['template', /<\/template[\s/>]/gi],
  ['noscript', /<\/noscript[\s/>]/gi],
])
const blocks = new Set([
  'p',
  'div',
  'section',
  'blockquote',
  'tr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
])
const itemEnds = new Set(['/li', '/ul', '/ol'])

/** `name` is '' for text, and '/p' for the end of a paragraph. */
type Piece = { name: string; text: string }

/** Text and tags in their order. Every character is read once, however broken the markup is. */
function* piecesOf(html: string): Generator<Piece> {
  let at = 0
  while (at < html.length) {
    const open = html.indexOf('<', at)
    if (open < 0) break
    if (open > at) yield { name: '', text: html.slice(at, open) }
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4)
      if (end < 0) return
      at = end + 3
      continue
    }
    const close = html.indexOf('>', open)
    if (close < 0) {
      at = open
      break
    }
    const [name = ''] =
      /^\/?[a-z][a-z\d]*/i.exec(html.slice(open + 1, Math.min(close, open + 20))) ?? []
    yield { name: name.toLowerCase() || '?', text: '' }
    at = close + 1
    const end = unread.get(name.toLowerCase())
    if (!end) continue
    end.lastIndex = at
    const found = end.exec(html)
    if (!found) return
    at = found.index
  }
  // An unclosed tag is text.
  if (at < html.length) yield { name: '', text: html.slice(at) }
}

/**
 * The text of a description and its lists, which are the requirements. The result is plain text and is only shown as text, so
 * this function parses HTML and need not make it safe.
 */
export function textsOf(html: string): { description: string; requirements: string } {
  const requirements: string[] = []
  const rest: string[] = []
  let item: string[] | undefined
  const endItem = () => {
    const text = oneLine(item?.join('') ?? '')
    if (text) requirements.push(text)
    item = undefined
  }
  for (const { name, text } of piecesOf(html)) {
    if (name === 'li' || itemEnds.has(name)) {
      endItem()
      if (name === 'li') item = []
      else rest.push(' ')
    } else if (item) item.push(text.replace(/\s+/g, ' ') || ' ')
    else if (name === '') rest.push(text.replace(/\s+/g, ' '))
    else if (name === 'br') rest.push('\n')
    else rest.push(name.startsWith('/') && blocks.has(name.slice(1)) ? '\n\n' : ' ')
  }
  endItem()
  const description = rest
    .join('')
    .split('\n')
    .map(oneLine)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  // A description that consists only of a list keeps the list.
  if (description === '') return { description: requirements.join('\n'), requirements: '' }
  return { description, requirements: requirements.join('\n') }
}
