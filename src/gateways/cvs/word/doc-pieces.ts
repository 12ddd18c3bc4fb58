// Finds the text of a DOC in its main stream: it lies there in pieces, in any order.

/** Version numbers of the header: Word 95, and Word 97, the first with a table stream. */
export const WORD_95 = 105
export const WORD_97 = 193

/** Text in 8 or 16 bits, from a place in the main stream. */
export type DocPiece = { start: number; characters: number; isNarrow: boolean }

/** The pieces in the text's order. Those of Word 95 are all of one width. They may overlap, so their total is limited to twice the size of the stream. */
export function* piecesOf(
  document: Buffer,
  table: Buffer,
  word95?: { isNarrow: boolean },
): Generator<DocPiece> {
  const listPlace = word95 ? 0x160 : 0x1a2
  const from = document.readUInt32LE(listPlace)
  const end = from + document.readUInt32LE(listPlace + 4)
  if (end > table.length) throw new Error('Outside of the table')
  let at = from
  // Skips the paragraph properties, which come first.
  while (at < end && table[at] === 1) at += 3 + table.readUInt16LE(at + 1)
  if (table[at] !== 2) throw new Error('No pieces')
  const count = (table.readUInt32LE(at + 1) - 4) / 12
  const places = at + 5
  const isWhole = Number.isInteger(count) && count > 0 && places + count * 12 + 4 <= end
  if (!isWhole || table.readUInt32LE(places) !== 0) throw new Error('Not all pieces')
  let left = document.length * 2
  for (let index = 0; index < count; index += 1) {
    const first = table.readUInt32LE(places + index * 4)
    const characters = table.readUInt32LE(places + index * 4 + 4) - first
    const place = table.readUInt32LE(places + (count + 1) * 4 + index * 8 + 2)
    const isNarrow = word95?.isNarrow ?? Boolean(place & 0x40000000)
    const start = isNarrow && !word95 ? (place & 0x3fffffff) >>> 1 : place
    const length = isNarrow ? characters : characters * 2
    if (characters < 0 || start + length > document.length) throw new Error('Outside of the text')
    left -= length
    if (left < 0) throw new Error('More than there is')
    yield { start, characters, isNarrow }
  }
}
