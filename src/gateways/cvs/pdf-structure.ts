// Checks that a file with a PDF header has the structure of a PDF. Plain text search: nothing is unpacked or run.

const HEAD = Buffer.from('%PDF-')
/** Readers look for it so far: some mail programs and web pages write a few bytes before it. */
const HEAD_WITHIN = 1024
/** Maximum white space between tokens, and digits of a number. No PDF writer exceeds them. */
const MAX_BLANKS = 16
const MAX_DIGITS = 10

const isBlank = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 48 && byte <= 57

/** Where the header is; -1 without one. */
export const startOfPdf = (content: Buffer): number =>
  content.subarray(0, HEAD_WITHIN + HEAD.length).indexOf(HEAD)

/**
 * Requires a header, a trailer that names the catalog, and that catalog among the objects. Rejects markup before the first
 * object: that is where an HTML page or a Windows script would be. Accepts files that viewers repair, with wrong offsets or
 * extra bytes at the end.
 */
export function isPdf(content: Buffer): boolean {
  const start = startOfPdf(content)
  if (start < 0 || !isDigit(content[start + HEAD.length])) return false
  const catalogs = catalogNumbers(content)
  if (catalogs.size === 0) return false
  // With object streams the catalog may be compressed.
  let hasCatalog = content.includes('/ObjStm')
  let first: number | undefined
  for (let at = content.indexOf('obj'); at >= 0; at = content.indexOf('obj', at + 3)) {
    const object = objectBefore(content, at)
    if (!object) continue
    first ??= object.from
    hasCatalog ||= catalogs.has(object.number)
    if (hasCatalog) return !hasMarkup(content.subarray(0, first))
  }
  return false
}

/** Object numbers named as the catalog (`/Root 1 0 R`); each incremental save adds one. */
function catalogNumbers(content: Buffer): Set<number> {
  const numbers = new Set<number>()
  for (let at = content.indexOf('/Root'); at >= 0; at = content.indexOf('/Root', at + 5)) {
    const text = content.subarray(at + 5, at + 48).toString('latin1')
    const [, number] = /^[\s\0]{0,9}(\d{1,10})[\s\0]{1,9}\d{1,5}[\s\0]{1,9}R/.exec(text) ?? []
    if (number !== undefined) numbers.add(Number(number))
  }
  return numbers
}

/** Number and start of the object whose keyword `obj` is at this index: `12 0 obj`. */
function objectBefore(content: Buffer, at: number): { number: number; from: number } | undefined {
  const generation = numberBefore(content, at)
  const number = generation && numberBefore(content, generation.from)
  return number && { number: number.value, from: number.from }
}

/** The number before this index, separated from it by white space. */
function numberBefore(content: Buffer, at: number): { value: number; from: number } | undefined {
  let end = at
  while (isBlank(content[end - 1]) && at - end < MAX_BLANKS) end -= 1
  let from = end
  while (isDigit(content[from - 1]) && end - from < MAX_DIGITS) from -= 1
  if (end === at || from === end) return undefined
  return { value: Number(content.subarray(from, end).toString('latin1')), from }
}

const LESS_THAN = 0x3c
const AFTER_LESS_THAN: ReadonlySet<number> = new Set(
  Buffer.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!?/%'),
)

/** Whether there is an HTML or script tag, comment or instruction: `<a`, `</`, `<!`, `<?`. A PDF dictionary starts with `<<`. */
function hasMarkup(content: Buffer): boolean {
  // Byte by byte: a file may consist of millions of these signs.
  for (let at = 0; at < content.length - 1; at++) {
    if (content[at] === LESS_THAN && AFTER_LESS_THAN.has(content[at + 1] ?? 0)) return true
  }
  return false
}
