// CV files: which are taken, how large, and how long a link to one lives.

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

/** A DOCX is a zip: read its directory only, and refuse one that would unpack to something absurd. */
export const DOCX_LIMITS = { entries: 2000, unpackedBytes: 100 * 1024 * 1024, ratio: 200 } as const

/** Why a CV has no text. */
export const cvTextReasons = ['encrypted', 'no-text', 'damaged', 'too-heavy', 'gone'] as const
export type CvTextReason = (typeof cvTextReasons)[number]

/** A CV has a few thousand characters; what is longer is kept up to here, and pages behind the last one are not read. */
export const CV_TEXT_LIMITS = { characters: 200_000, pages: 200 } as const

/** Where a CV's text is: due, taken out, or not to be had. */
export type CvText =
  | { state: 'waiting' }
  | { state: 'done'; text: string; is_cut: boolean }
  | { state: 'unreadable'; reason: CvTextReason }

/** The kind of a stored file by its `cv_url`, whose ending the server chose by the content. */
export const kindOfCv = (cvUrl: string): CvKind | undefined =>
  cvKinds.find((kind) => cvUrl.endsWith(`.${kind}`))

/** What the applicant's form holds about a file that has already been taken in. */
export type UploadedCv = { id: string; name: string; size: number }

/** '184 kB', '2.4 MB': decimal units, as file dialogs show them. */
export function fileSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
