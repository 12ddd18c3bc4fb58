// Whether a file that begins like a PDF is built like one. A look at its bones by plain search: nothing of it is unpacked or run.

const HEAD = /^%PDF-\d/
/** How much blank space, and how long a number, is looked at in one place: what is longer is no PDF that a program writes. */
const MOST_BLANKS = 16
const MOST_DIGITS = 10

const isBlank = (byte: number | undefined): boolean =>
  byte === 32 || byte === 10 || byte === 13 || byte === 9 || byte === 12 || byte === 0
const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 48 && byte <= 57

/**
 * A header, a table of contents that names the catalog, and that catalog among its objects; and before the first object no
 * markup, which is where a page or a program for Windows' script host would stand. Takes files that readers repair: with wrong
 * offsets, or with something behind their end.
 */
export function isPdf(content: Buffer): boolean {
  if (!HEAD.test(content.subarray(0, 8).toString('latin1'))) return false
  const catalogs = catalogNumbers(content)
  if (catalogs.size === 0) return false
  // Its catalog may be packed into another object.
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

/** The objects that are said to be the catalog: `/Root 1 0 R`, once for each time the file was saved. */
function catalogNumbers(content: Buffer): Set<number> {
  const numbers = new Set<number>()
  for (let at = content.indexOf('/Root'); at >= 0; at = content.indexOf('/Root', at + 5)) {
    const text = content.subarray(at + 5, at + 48).toString('latin1')
    const [, number] = /^[\s\0]{0,9}(\d{1,10})[\s\0]{1,9}\d{1,5}[\s\0]{1,9}R/.exec(text) ?? []
    if (number !== undefined) numbers.add(Number(number))
  }
  return numbers
}

/** The object that the word `obj` at this place begins: `12 0 obj`. */
function objectBefore(content: Buffer, at: number): { number: number; from: number } | undefined {
  const generation = numberBefore(content, at)
  const number = generation && numberBefore(content, generation.from)
  return number && { number: number.value, from: number.from }
}

/** The number that ends before this place, with a blank in between. */
function numberBefore(content: Buffer, at: number): { value: number; from: number } | undefined {
  let end = at
  while (isBlank(content[end - 1]) && at - end < MOST_BLANKS) end -= 1
  let from = end
  while (isDigit(content[from - 1]) && end - from < MOST_DIGITS) from -= 1
  if (end === at || from === end) return undefined
  return { value: Number(content.subarray(from, end).toString('latin1')), from }
}

/** A tag, a comment or an instruction of a page: `<a`, `</`, `<!`, `<?`. A dictionary begins with two of these signs. */
function hasMarkup(content: Buffer): boolean {
  for (let at = content.indexOf('<'); at >= 0; at = content.indexOf('<', at + 1)) {
    if (/^[a-z!?/%]/i.test(content.subarray(at + 1, at + 2).toString('latin1'))) return true
  }
  return false
}
