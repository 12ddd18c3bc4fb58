// Names of CV files: as applicants may name them, and as staff download them.
import { fullName } from '#domain/full-name.ts'
import { withoutIsolates } from '../texts/filled-in.ts'
import { t } from '../texts/text.ts'
import { isKnownEnding } from './cv-refusals.ts'
import { CV_NAME_MAX, type CvKind } from './cvs.ts'

/** Characters of other scripts that look like the dot before an extension. */
const likeDots = /[\u2024\uFE52\uFF0E]/g

/** Removes paths, invisible characters, marks that reverse text, and trailing characters that Windows drops. */
function visible(name: string): string {
  const base = name.split(/[\\/]/).pop() ?? ''
  return trimEnd(
    base
      .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFFFD]/gu, '')
      .replace(likeDots, '.')
      .normalize('NFC')
      .trimStart(),
  )
}

/** Without trailing dots and blanks. Not by a regular expression, which would take quadratic time. */
function trimEnd(name: string): string {
  let end = name.length
  while (end > 0 && /[.\s]/.test(name.charAt(end - 1))) end -= 1
  return name.slice(0, end)
}

/** The name as the sender sees it, cut to a length that the database accepts. */
export function cleanFileName(name: string): string {
  const shown = visible(name)
  if (shown.length <= CV_NAME_MAX) return shown || 'CV'
  const dot = shown.lastIndexOf('.')
  const ending = dot > 0 && shown.length - dot <= 8 ? shown.slice(dot) : ''
  const cut = shown.slice(0, CV_NAME_MAX - ending.length)
  // The cut may have split a surrogate pair.
  return trimEnd(cut.replace(/[\uD800-\uDBFF]$/, '')) + ending
}

/**
 * The ending that says what a file is, in small letters; undefined without one: phones share such files. Only endings that are
 * known count: a date ('CV 12.03.2024'), a title ('CV M.Sc') or a name ('cv.j.smith') is none.
 */
export function endingOf(name: string): string | undefined {
  const shown = visible(name)
  const dot = shown.lastIndexOf('.')
  const ending = shown
    .slice(dot + 1)
    .normalize('NFKC')
    .toLowerCase()
  // A program of DOS, but here rather the address of a person.
  if (dot < 0 || (ending === 'com' && shown.includes('@'))) return undefined
  return isKnownEnding(ending) ? ending : undefined
}

const withoutEnding = (name: string): string =>
  endingOf(name) === undefined ? name : name.slice(0, name.lastIndexOf('.'))

/** Separators and wildcards of any file system, right-to-left marks and invisible characters. */
const unsafe = /[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu
/** Names that Windows reserves for devices, with any extension. */
const device =
  /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(com|lpt)[0-9\u00B9\u00B2\u00B3])(?![^.\s])/i
/** File systems allow 255 bytes, and one that cuts a longer name cuts its extension. */
const NAME_BYTES_MAX = 200

/** Safe before any extension, and without a second one: a dot stays only when no letters follow. */
function safeBase(name: string): string {
  const text = name
    .normalize('NFC')
    .replace(likeDots, '.')
    .replace(unsafe, ' ')
    .replace(/\.(?=[^\s.]*\p{L})/gu, ' ')
    .replace(/\s+/gu, ' ')
    // A name of dots is a folder, and one that begins with a dot is hidden.
    .replace(/^[. ]+/, '')
  return trimEnd(firstBytes(text, NAME_BYTES_MAX))
}

function firstBytes(text: string, most: number): string {
  let bytes = 0
  let end = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > most) break
    end += character.length
  }
  return text.slice(0, end)
}

/**
 * The name under which staff download a file: it ends with the extension of the detected kind only. Computed for each download,
 * so it also holds for files stored earlier.
 */
export function cvNameFor(name: string, kind: CvKind): string {
  const shown = visible(name)
  const once = withoutEnding(shown)
  const base = safeBase(endingOf(once) === kind ? withoutEnding(once) : once)
  if (base === '') return `${t('cv.fileNameUnknown')}.${kind}`
  return `${device.test(base) ? named(base) : base}.${kind}`
}

const named = (name: string): string => withoutIsolates(t('cv.fileName', { name }))

const NAME_IN_ZIP_MAX = 80

/** A name for each CV: safe on every system, and unique also when case is ignored. */
export function namesInZip(
  cvs: readonly { first_name: string; last_name: string; kind: CvKind }[],
): string[] {
  const taken = new Set<string>()
  return cvs.map(({ first_name, last_name, kind }) => {
    const letters = Array.from(safeBase(fullName({ first_name, last_name }))).slice(
      0,
      NAME_IN_ZIP_MAX,
    )
    const base = trimEnd(letters.join('')) || t('cv.fileOfNobody')
    const first = named(base)
    let name = `${first}.${kind}`
    for (let twin = 2; taken.has(name.toLowerCase()); twin++) name = `${first} (${twin}).${kind}`
    taken.add(name.toLowerCase())
    return name
  })
}
