// A font whose every letter is a box. PDFium measures by it the Japanese, Chinese and Korean letters of a file that does not bring its
// font along; without any font such letters take no room, and it leaves out those that are drawn one by one.

/** Units of an em, and where its box is. */
const EM = 1000
const BOX = { low: -200, high: 800 } as const
/** In the table OS/2: Japanese, simplified Chinese, Korean, traditional Chinese, Korean (Johab). */
const CODE_PAGES = 0b11_1110_0000_0000_0000_0000

const shorts = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2)
  for (const [at, value] of values.entries()) bytes.writeInt16BE((value << 16) >> 16, at * 2)
  return bytes
}
const blank = (count: number) => Array.from({ length: count }, () => 0)

const glyph = Buffer.concat([
  // One contour, its box, its last point, no instructions.
  shorts(1, 0, BOX.low, EM, BOX.high, 3, 0),
  // Four points on the curve; their places from the one before.
  Buffer.from([1, 1, 1, 1]),
  shorts(0, EM, 0, -EM, BOX.low, 0, EM, 0),
])

const names = ['Box', 'Regular']

const tables: Readonly<Record<string, Buffer>> = {
  'OS/2': shorts(1, EM, 400, 5, ...blank(35), CODE_PAGES >> 16, CODE_PAGES, ...blank(2)),
  // Format 13: every letter is glyph 1.
  cmap: shorts(0, 1, 3, 10, 0, 12, 13, 0, 0, 28, 0, 0, 0, 1, 0, 1, 0x10, 0xffff, 0, 1),
  glyf: glyph,
  head: shorts(
    1,
    0,
    1,
    0,
    0,
    0,
    0x5f0f,
    0x3cf5,
    0,
    EM,
    ...blank(8),
    0,
    BOX.low,
    EM,
    BOX.high,
    0,
    8,
    2,
    0,
    0,
  ),
  hhea: shorts(1, 0, BOX.high, BOX.low, 0, EM, ...blank(11), 1),
  hmtx: shorts(EM, 0, 0),
  loca: shorts(0, 0, glyph.length / 2),
  maxp: shorts(1, 0, 2, 4, 1, ...blank(2), 2, ...blank(8)),
  name: Buffer.concat([
    shorts(0, 2, 30, 1, 0, 0, 1, 3, 0, 1, 0, 0, 2, 7, 3),
    Buffer.from(names.join(''), 'latin1'),
  ]),
}

/** The file of the font. */
export function boxFont(): Buffer {
  const entries = Object.entries(tables)
  let end = 12 + entries.length * 16
  const directory = entries.map(([tag, { length }]) => {
    const entry = Buffer.alloc(16)
    entry.write(tag, 'latin1')
    entry.writeUInt32BE(end, 8)
    entry.writeUInt32BE(length, 12)
    end += Math.ceil(length / 4) * 4
    return entry
  })
  const padded = entries.flatMap(([, table]) => [table, Buffer.alloc((4 - (table.length % 4)) % 4)])
  return Buffer.concat([shorts(1, 0, entries.length, 128, 3, 16), ...directory, ...padded])
}
