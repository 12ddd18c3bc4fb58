// Products of a store as job posts: how one is read, and who wins where both sides changed it.
import { z } from 'zod'
import {
  employmentTypes,
  experienceLevels,
  jobInput,
  type EmploymentType,
  type ExperienceLevel,
} from './jobs.ts'

/** Whatever it is called with; which organization's says the session. */
export const syncJobsInput = z.object({})

/** A product as the platform tells it. */
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

export type JobsSync = {
  created: number
  updated: number
  unchanged: number
  deactivated: number
}

/** A product that is not a job post here, and why not. */
export type LeftOut = { title: string; reason: string }

/** What a product says as a job post, or the sentence that says why it cannot be one. */
export function jobOfProduct(product: JobProduct): { job: ImportedJob } | { reason: string } {
  const { description, requirements } = textsOf(product.descriptionHtml)
  const words = product.tags.map((tag) =>
    tag
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, '-'),
  )
  const tagged = <Value extends string>(
    values: readonly Value[],
    otherNames: Readonly<Record<string, Value>>,
    fallback: Value,
  ): Value => {
    for (const word of words) {
      const found = values.find((value) => value === word) ?? otherNames[word]
      if (found) return found
    }
    return fallback
  }
  const read = jobInput.safeParse({
    title: product.title,
    description,
    requirements,
    location: product.location?.trim() || null,
    employment_type: tagged(employmentTypes, { internship: 'intern' }, 'full-time'),
    experience_level: tagged(
      experienceLevels,
      { entry: 'entry-level', mid: 'mid-level', senior: 'senior-level' },
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

/**
 * What the store changed since it was last read, field by field. A field that was changed here in the meantime stays as it is
 * here: nobody's work is overwritten behind their back.
 */
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

const names: Readonly<Record<string, string>> = {
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
}

/** Marks of text that HTML writes by name or number; what is not known stays as it was typed. */
function withoutEntities(text: string): string {
  const entity = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi
  return text.replace(entity, (all: string, ten?: string, hex?: string, name?: string) => {
    const code = ten ? Number(ten) : hex ? Number.parseInt(hex, 16) : undefined
    if (code === undefined) return names[name?.toLowerCase() ?? ''] ?? all
    // NUL and halves of pairs are no text.
    const isText = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isText ? String.fromCodePoint(code) : ''
  })
}

const plain = (html: string): string =>
  withoutEntities(html.replace(/<[^>]*>/g, ' '))
    .replace(/[^\S\n]+/g, ' ')
    .trim()

/**
 * The text of a description and its lists, which are what a job asks for. What comes out is text and is only ever shown as
 * text, so that this reads mark-up and need not make it harmless.
 */
export function textsOf(html: string): { description: string; requirements: string } {
  const body = html
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<(script|style|template|noscript)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/\s+/g, ' ')
  const requirements: string[] = []
  const rest = body.replace(
    /<li\b[^>]*>([\s\S]*?)(?=<\/li|<li\b|<\/ul|<\/ol|$)/gi,
    (_, item: string) => {
      const text = plain(item)
      if (text) requirements.push(text)
      return ''
    },
  )
  const description = rest
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<\/(?:p|div|h[1-6]|section|blockquote|tr)\s*>/gi, '\n\n')
    .split('\n')
    .map(plain)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  // A description that is a list and nothing else says the list.
  if (description === '') return { description: requirements.join('\n'), requirements: '' }
  return { description, requirements: requirements.join('\n') }
}
