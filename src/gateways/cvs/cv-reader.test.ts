import { afterAll, describe, expect, test } from 'vitest'
import { CV_TEXT_LIMITS, type CvKind } from '#domain/cvs/cvs.ts'
import { pdf } from '#test/input/files.ts'
import {
  bombPdf,
  docxWith,
  heavyDocx,
  longPdf,
  lyingDocx,
  pdfWith,
  word97,
} from '#test/input/cv-files.ts'
import { docxOf, paragraph } from '#test/input/word-files.ts'
import { openCvReader, type CvReader, type CvReaderLimits } from './cv-reader.ts'

const limits: CvReaderLimits = { heapMb: 96, buffersMb: 128 }
const reader = openCvReader(limits)
afterAll(() => reader.stop())
const read = (content: Buffer, kind: CvKind, seconds = 30, by: CvReader = reader) =>
  by.read(new Uint8Array(content), kind, seconds)

describe('the text of a CV', () => {
  test('comes out of PDF, DOCX and DOC, one after the other in one thread', async () => {
    expect(await read(await pdfWith(['Forklift licence', 'Café Größe']), 'pdf')).toEqual({
      text: 'Forklift licence\n\nCafé Größe',
      isCut: false,
    })
    expect(await read(await docxWith('Forklift licence\nZażółć 自転車'), 'docx')).toEqual({
      text: 'Forklift licence\nZażółć 自転車',
      isCut: false,
    })
    expect(await read(word97, 'doc')).toEqual({
      text: 'This is a simple file created with Word 97-SR2.',
      isCut: false,
    })
  })

  test('ends at its limit of characters, without half a letter', async () => {
    const text = '😀'.repeat(CV_TEXT_LIMITS.characters + 5)
    const reading = await read(await docxWith(text), 'docx')
    if (!('text' in reading)) throw new Error(reading.unreadable)
    expect(reading.isCut).toBe(true)
    expect(Array.from(reading.text)).toHaveLength(CV_TEXT_LIMITS.characters)
    expect(reading.text.endsWith('😀')).toBe(true)
  })

  test.each([
    ['a family: 👨\u200D👩\u200D👧', 'a family: 👨\u200D👩\u200D👧'],
    ['a flag: 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}', undefined],
    ['\u200Fعنوان\u200E 12', undefined],
    ['می\u200Cخواهم', undefined],
    ['\u{E000}icon\uFEFF\uFFFF', 'icon'],
  ])('keeps what is invisible and belongs to the writing: %j', async (typed, text = typed) => {
    expect(await read(docxOf(paragraph(typed)), 'docx')).toHaveProperty('text', text)
  })

  test('says what was not read beside it', async () => {
    const file = docxOf(`${paragraph('Barista')}<w:altChunk r:id="a"/>`, {
      related: [{ id: 'a', kind: 'aFChunk', target: 'a.rtf' }],
      types: { rtf: 'application/rtf' },
      parts: { 'a.rtf': '{\\rtf1 Florist}' },
    })
    expect(await read(file, 'docx')).toEqual({ text: 'Barista', isCut: false, missing: ['parts'] })
  })

  test('of 600,000 paragraphs is that of the first ones', { tags: 'slow' }, async () => {
    const reading = await read(heavyDocx(600_000), 'docx')
    expect(reading).toMatchObject({ isCut: true, text: expect.stringMatching(/^0\n1\n2\n/) })
  })

  test('of 10,000 pages is that of the first ones', async () => {
    const reading = await read(longPdf(10_000), 'pdf')
    if (!('text' in reading)) throw new Error(reading.unreadable)
    expect(reading.isCut).toBe(true)
    expect(reading.text.match(/forklift/g)).toHaveLength(CV_TEXT_LIMITS.pages)
  })
})

test('what stands apart on a page stays two words', async () => {
  const tasks = await pdfWith([{ left: '2019', right: 'Barista' }, 'Forklift'])
  expect(await read(tasks, 'pdf')).toHaveProperty('text', '2019 Barista\n\nForklift')
})

// shows: 7-104
describe('a file that cannot be read', () => {
  type Unreadable = [string, string, CvKind, () => Buffer | Promise<Buffer>]
  const expectUnreadable = async (...[reason, , kind, make]: Unreadable) => {
    expect(await read(await make(), kind)).toEqual({ unreadable: reason })
    // The reader still reads the next file.
    expect(await read(word97, 'doc')).toHaveProperty('text')
  }

  // shows: V1.5.1, V5.2.3, V13.3.2
  test.each<Unreadable>([
    ['encrypted', 'locked PDF', 'pdf', () => pdfWith(['x'], { userPassword: 'secret' })],
    ['no-text', 'page without a word', 'pdf', () => pdf],
    ['damaged', 'PDF cut off', 'pdf', () => Buffer.from('%PDF-1.7\nand nothing behind it')],
    ['damaged', 'zip cut off', 'docx', async () => (await docxWith('x')).subarray(0, 900)],
    ['damaged', 'old file of zeros', 'doc', () => Buffer.alloc(4096)],
    ['damaged', 'old file cut off', 'doc', () => word97.subarray(0, 9000)],
    ['too-heavy', 'page that unpacks to 300 MB', 'pdf', () => bombPdf(300_000_000)],
  ])('is %s: a %s', expectUnreadable)

  test.each<Unreadable>([
    ['damaged', 'directory that lies', 'docx', () => lyingDocx(60_000_000)],
    ['too-heavy', 'story of 900,000 paragraphs', 'docx', () => heavyDocx(900_000)],
  ])('is %s: a %s', { tags: 'slow' }, expectUnreadable)

  // shows: V1.4.3, V5.2.1
  test('is too heavy when it takes too long', async () => {
    expect(await read(longPdf(1000), 'pdf', 0.01)).toEqual({ unreadable: 'too-heavy' })
    // The next file gets its own time limit.
    expect(await read(word97, 'doc')).toHaveProperty('text')
  })
})

test('a stopped reader ends in the middle of a file and takes no other', async () => {
  const other = openCvReader({ ...limits, buffersMb: 2000 })
  const reading = read(bombPdf(200_000_000), 'pdf', 30, other)
  const refused = expect(reading).rejects.toThrow('stopped')
  await other.stop()
  await refused
  await expect(read(word97, 'doc', 30, other)).rejects.toThrow('stopped')
})
