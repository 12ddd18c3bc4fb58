// CV files: accepted types, size, possible content, and the lifetime of a link.
import { z } from 'zod'
import { listText } from '../texts/formats.ts'
import { t } from '../texts/text.ts'

export const CV_MAX_BYTES = 10 * 1024 * 1024
export const CV_LINK_SECONDS = 60
/** Original names are shown, never used as a path. */
export const CV_NAME_MAX = 200

export const cvKinds = ['pdf', 'doc', 'docx'] as const
export type CvKind = (typeof cvKinds)[number]

export const contentTypeOf: Record<CvKind, string> = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

export const CV_ACCEPT = '.pdf,.doc,.docx'

/** A DOCX is a zip: only its directory is read, and one that would unpack to an absurd size is refused. */
export const DOCX_LIMITS = { entries: 2000, unpackedBytes: 100 * 1024 * 1024, ratio: 200 } as const

/**
 * What a file contains that may run or load something when a program opens it. The last two are for files that could not be
 * inspected completely.
 */
export const activeContents = [
  'macro',
  'embedded-object',
  'dde',
  'external-link',
  'script',
  'embedded-file',
  'encrypted',
  'unreadable',
] as const
export type ActiveContent = (typeof activeContents)[number]

export const storedScans = ['none', 'clean', 'infected'] as const
export type StoredScan = (typeof storedScans)[number]

/** The results of a file's checks before it may be opened. */
export const cvCheck = z.object({
  /** 'waiting': not checked yet, and not downloadable before. 'infected': never downloadable. */
  state: z.enum(['waiting', 'checked', 'infected']),
  active_content: z.array(z.enum(activeContents)),
  /** 'none' without a scanner, 'waiting' until the scanner has checked it. */
  scan: z.enum([...storedScans, 'waiting']),
  /** The scanner's name for the malware. */
  malware: z.string().nullable(),
})
export type CvCheck = z.output<typeof cvCheck>

/** The same as stored. */
export type StoredCheck = {
  checked_at: string | null
  active_content: ActiveContent[]
  scan_state: StoredScan
  scan_name: string | null
}

/** A file waits for the scanner only if there is one. */
export function cvCheckOf(stored: StoredCheck, hasScanner: boolean): CvCheck {
  const { active_content, scan_state, scan_name: malware } = stored
  if (scan_state === 'infected') {
    return { state: 'infected', active_content, scan: scan_state, malware }
  }
  const scan = scan_state === 'none' && hasScanner ? 'waiting' : scan_state
  const isWaiting = stored.checked_at === null || scan === 'waiting'
  return { state: isWaiting ? 'waiting' : 'checked', active_content, scan, malware: null }
}

/** Why a file could not be checked; each has its own sentence. */
const isUnchecked = (content: ActiveContent): content is 'encrypted' | 'unreadable' =>
  content === 'encrypted' || content === 'unreadable'

/** The sentences shown beside a file: what it contains, or why it could not be checked. */
export function warningsOf(active: readonly ActiveContent[]): string[] {
  const things = active.flatMap((each) => (isUnchecked(each) ? [] : [t(`cv.content.${each}`)]))
  const sentences: string[] = []
  if (things.length > 0) sentences.push(t('cv.contains', { what: listText(things) }))
  if (active.includes('encrypted')) sentences.push(t('cv.encrypted'))
  if (active.includes('unreadable')) sentences.push(t('cv.unreadable'))
  return sentences
}

/** Why a CV has no text. */
export const cvTextReasons = ['encrypted', 'no-text', 'damaged', 'too-heavy', 'gone'] as const
export type CvTextReason = (typeof cvTextReasons)[number]

/** A CV has a few thousand characters; longer text is cut here, and later pages are not read. */
export const CV_TEXT_LIMITS = { characters: 200_000, pages: 200 } as const

/** The version of the reader. Raise it when texts change: all CVs are then read again (`src/features/cvs/queue-old-texts.ts`). */
export const CV_READER = 1

/** What is not in a text: a part of another program, a page that cannot be read or is beyond the limit, the words of a picture. */
export const missingTexts = ['parts', 'pages', 'pictures'] as const
export type MissingText = (typeof missingTexts)[number]

/** The state of a CV's text: due, extracted, or unavailable. */
export const cvText = z.discriminatedUnion('state', [
  z.object({ state: z.literal('waiting') }),
  z.object({
    state: z.literal('done'),
    text: z.string(),
    is_cut: z.boolean(),
    missing: z.array(z.enum(missingTexts)),
  }),
  z.object({ state: z.literal('unreadable'), reason: z.enum(cvTextReasons) }),
])
export type CvText = z.output<typeof cvText>

/** The kind of a stored file by its `cv_url`, whose extension the server chose by the content. */
export const kindOfCv = (cvUrl: string): CvKind | undefined =>
  cvKinds.find((kind) => cvUrl.endsWith(`.${kind}`))

/** The part of the applicant's form about an uploaded file. */
export const uploadedCv = z.object({ id: z.string(), name: z.string(), size: z.number() })
export type UploadedCv = z.output<typeof uploadedCv>

/** '184 kB', '2.4 MB': decimal units, as file dialogs show them. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return t('size.bytes', { size: bytes })
  if (bytes < 999_500) return t('size.kilobytes', { size: Math.round(bytes / 1000) })
  return t('size.megabytes', { size: (bytes / 1_000_000).toFixed(1) })
}
