// Which files are accepted as a CV: decided by content, whatever the name.
import { randomBytes } from 'node:crypto'
import { Document, Packer, Paragraph } from 'docx'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { DOCX_LIMITS } from '#domain/cvs/cvs.ts'
import { pdfWith } from '#test/input/cv-files.ts'
import { compound, docx, executable, pdf } from '#test/input/files.ts'
import { compoundOf } from '#test/input/hostile-cvs.ts'
import { caseFile, docWith, docxOf } from '#test/input/word-files.ts'
import { HEAD_BYTES } from '../files.ts'
import { inspectCv } from './cv-inspector.ts'

/** The kind, or what is wrong with it. */
async function inspect(content: Uint8Array | string): Promise<string> {
  const whole = Buffer.from(content)
  const found = await inspectCv({
    head: whole.subarray(0, HEAD_BYTES),
    read: () => Promise.resolve(whole),
  })
  return typeof found === 'string' ? found : `${found.why} ${found.type}`.trim()
}

const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const contentTypes = (type: string) => ({
  '[Content_Types].xml': strToU8(
    `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
  ),
})

/** A copy of the zip whose directory declares `bytes` as the unpacked size of this file. */
function claiming(zip: Buffer, name: string, bytes: number): Buffer {
  const copy = Buffer.from(zip)
  const inDirectory = copy.lastIndexOf(name) - 46
  expect(copy.readUInt32LE(inDirectory)).toBe(0x02014b50)
  copy.writeUInt32LE(bytes, inDirectory + 24)
  return copy
}

const macro =
  '<Relationships><Relationship Type="http://x/vbaProject" Target="a.bin"/></Relationships>'
const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`word/media/${index}.txt`, strToU8('x')]),
  )

/** The name of the main stream is far from the start of the file. */
function longDocument(): Buffer {
  const body = Buffer.concat([compound('Root Entry'), Buffer.alloc(200_000)])
  Buffer.from('WordDocument', 'utf16le').copy(body, 65_536 - 11)
  return body
}

// shows: 5-10
test.each<[what: string, kind: string, content: () => Uint8Array | Promise<Uint8Array>]>([
  ['a PDF', 'pdf', () => pdf],
  ['a DOCX', 'docx', () => docx()],
  ['a DOCX with pictures', 'docx', () => docx({ 'word/media/a.png': randomBytes(200_000) })],
  [
    'a DOCX as a program writes it',
    'docx',
    () =>
      Packer.toBuffer(
        new Document({
          sections: [
            {
              children: Array.from(
                { length: 500 },
                () => new Paragraph('Same words on every line'),
              ),
            },
          ],
        }),
      ),
  ],
  ['a DOC', 'doc', () => compound('WordDocument')],
  ['a long DOC', 'doc', longDocument],
  [
    'a DOC with streams in capitals',
    'doc',
    () => docWith('x\r', { names: ['WORDDOCUMENT', '1TABLE'] }),
  ],
  ['a DOC with streams in small letters', 'doc', () => compound('worddocument')],
  ['a DOCX of Word for the web', 'docx', () => caseFile('word-online.docx')],
  ['another one', 'docx', () => caseFile('word-online22.docx')],
  ['a DOCX with bytes behind its end', 'docx', () => Buffer.concat([docx(), Buffer.from('\n')])],
  ['a DOCX whose document is elsewhere', 'docx', () => docxOf('', { main: 'a/story.xml' })],
  ['a DOCX whose names have capitals', 'docx', () => docxOf('', { main: 'Word/Document.XML' })],
])('%s is a %s', async (_, kind, content) => {
  expect(await inspect(await content())).toBe(kind)
})

test('a DOCX with as many parts as it may have is a docx', { tags: 'slow' }, async () => {
  expect(await inspect(docx(many(DOCX_LIMITS.entries - 2)))).toBe('docx')
})

// shows: 5-10, V5.1.1
test.each<[what: string, why: string, content: () => Uint8Array | string]>([
  ['nothing', 'unknown', () => ''],
  ['one byte', 'unknown', () => 'P'],
  ['words', 'unknown', () => 'Dear Sir or Madam'],
  ['a program', 'unknown', () => executable],
  ['a page', 'document HTML', () => '<!doctype html><script>alert(1)</script>'],
  ['a page that speaks of PDF', 'document HTML', () => '<html>%PDF-1.4</html>'],
  ['a drawing', 'picture', () => '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a picture', 'picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a zip', 'unknown', () => zipSync({ 'cv.pdf': pdf })],
  ['an empty zip', 'unknown', () => zipSync({})],
  [
    'a spreadsheet',
    'document XLSX',
    () =>
      zipSync({
        ...contentTypes(word.replace('wordprocessingml.document', 'spreadsheetml.sheet')),
        'xl/workbook.xml': strToU8('<x/>'),
      }),
  ],
  ['an old spreadsheet', 'document XLS', () => compound('Workbook')],
  ['an old letter of mail', 'unknown', () => compound('__substg1.0_')],
  ['a DOCX with its type only', 'unknown', () => zipSync(contentTypes(word))],
  [
    'a DOCM',
    'macros',
    () =>
      zipSync({
        ...contentTypes('application/vnd.ms-word.document.macroEnabled.main+xml'),
        'word/document.xml': strToU8('<w:document/>'),
      }),
  ],
  [
    'a template',
    'unknown',
    () =>
      zipSync({
        ...contentTypes(
          'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
        ),
        'word/document.xml': strToU8('<w:document/>'),
      }),
  ],
  ['a DOCM named DOCX', 'macros', () => docx({ 'word/vbaProject.bin': randomBytes(100) })],
  [
    'a DOCX with a macro elsewhere',
    'macros',
    () => docx({ 'other/VBAPROJECT.BIN': randomBytes(100) }),
  ],
  [
    'a DOCX with active parts',
    'macros',
    () => docx({ 'word/activeX/activeX1.bin': randomBytes(100) }),
  ],
  [
    'a DOCX that declares a macro behind 3,000 blanks',
    'macros',
    () => docx({ 'word/_rels/document.xml.rels': strToU8(' '.repeat(3000) + macro) }),
  ],
  [
    'a DOCX whose relationships are no XML',
    'damaged',
    () => docx({ 'word/_rels/document.xml.rels': strToU8(macro.replaceAll('<', '+ADw-')) }),
  ],
  ['a DOCX of 3,000 parts', 'damaged', () => docx(many(3000))],
  [
    'a DOCX that is mostly air',
    'damaged',
    () => docx({ 'word/air.xml': new Uint8Array(10_000_000) }),
  ],
  [
    'a DOCX that would unpack to 150 MB',
    'damaged',
    () =>
      claiming(
        docx({ 'word/media/a.bin': randomBytes(1_000_000) }),
        'word/media/a.bin',
        150_000_000,
      ),
  ],
  [
    'a DOCX whose parts would leave their folder',
    'damaged',
    () => docx({ '../../evil.sh': strToU8('x') }),
  ],
  [
    'half a DOCX',
    'damaged',
    () => docx({ 'word/media/a.png': randomBytes(5000) }).subarray(0, 3000),
  ],
  ['a DOCX without its end', 'damaged', () => docx().subarray(0, -30)],
  ['half a DOC', 'unknown', () => compound('WordDocument').subarray(0, 6)],
  ['a letter of WordPad', 'document RTF', () => caseFile('rtf-named.doc')],
  ['a page of an export', 'document HTML', () => caseFile('html-named.doc')],
  ['a page behind a mark of its letters', 'document HTML', () => '\uFEFF\n<!DOCTYPE html>\n<p>'],
  ['a photo', 'picture', () => Buffer.from('ffd8ffe000104a46494600010100', 'hex')],
  [
    'a photo of a telephone',
    'picture',
    () => Buffer.concat([Buffer.from('00000018', 'hex'), Buffer.from('ftypheic\0\0\0\0mif1heic')]),
  ],
  [
    'a text of another office',
    'document ODT',
    () =>
      zipSync({
        mimetype: [strToU8('application/vnd.oasis.opendocument.text'), { level: 0 }],
        'content.xml': strToU8('<x/>'),
      }),
  ],
  [
    'an encrypted DOCX',
    'locked',
    () =>
      compoundOf([
        { name: 'EncryptionInfo', data: Buffer.alloc(9) },
        { name: 'EncryptedPackage', data: Buffer.alloc(9) },
      ]),
  ],
  [
    'an encrypted DOCX in small letters',
    'locked',
    () => compoundOf([{ name: 'encryptedpackage', data: Buffer.alloc(9) }]),
  ],
  ['an encrypted DOC', 'locked', () => docWith('x\r', { flags: 0x0100 })],
  [
    'an encrypted DOC of Word 95',
    'locked',
    () => docWith('x\r', { flags: 0x8100, isWord95: true }),
  ],
  [
    'an encrypted DOC with streams in capitals',
    'locked',
    () => docWith('x\r', { flags: 0x0100, names: ['WORDDOCUMENT', '1TABLE'] }),
  ],
])('%s is none: %s', async (_, why, content) => {
  expect(await inspect(content())).toBe(why)
})

// shows: 5-10
describe.each(['1.3', '1.4', '1.7', '1.7ext3'] as const)('an encrypted PDF %s', (pdfVersion) => {
  test.each([
    ['that opens with a password', 'locked', { userPassword: 'secret' }],
    ['that opens for everybody', 'pdf', { ownerPassword: 'secret' }],
    ['that opens for everybody, for reading alone', 'pdf', { permissions: { copying: false } }],
  ])('%s', async (_, kind, options) => {
    const ownerPassword = 'owner'
    const content = await pdfWith(['Barista'], { pdfVersion, ownerPassword, ...options })
    expect(content.includes('/Encrypt')).toBe(true)
    expect(await inspect(content)).toBe(kind)
  })
})

test('a file that is being opened holds up no other, and many of them are not waited for', async () => {
  const locked = await pdfWith(['Barista'], { pdfVersion: '1.7', userPassword: 'secret' })
  const ended: string[] = []
  const inspected = (name: string, content: Uint8Array) =>
    inspect(content).then((kind) => {
      ended.push(name)
      return kind
    })
  const opened = Promise.all([1, 2, 3].map((nr) => inspected(`locked ${nr}`, locked)))
  const others = Promise.all([inspected('plain', pdf), inspected('one too many', locked)])
  expect(await others).toEqual(['pdf', 'pdf'])
  expect(ended.toSorted()).toEqual(['one too many', 'plain'])
  expect(await opened).toEqual(['locked', 'locked', 'locked'])
  // And the next one is opened again.
  expect(await inspect(locked)).toBe('locked')
})

test('a PDF that only speaks of encryption is one', async () => {
  const speaking = Buffer.concat([pdf, Buffer.from('\n% /Encrypt 9 0 R')])
  expect(await inspect(speaking)).toBe('pdf')
})

// shows: 5-10
test.each<[what: string, kind: string, before: string | Uint8Array]>([
  ['a mark of the order of bytes', 'pdf', '\uFEFF'],
  ['empty lines', 'pdf', '\r\n\r\n'],
  ['the head of an answer', 'pdf', 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n'],
  ['as many bytes as readers pass over', 'pdf', ' '.repeat(1024)],
  ['one more', 'unknown', ' '.repeat(1025)],
  ['a picture', 'picture', 'GIF89a\x01\0\x01\0'],
  ['a program', 'unknown', executable],
  ['a page', 'document HTML', '<html><script>'],
  ['a script in the middle', 'damaged', 'x <script>alert(1)</script>'],
])('a PDF behind %s is %s', async (_, kind, before) => {
  expect(await inspect(Buffer.concat([Buffer.from(before), pdf]))).toBe(kind)
})

// shows: V1.4.1
test.each<[what: string, kind: string, content: () => Uint8Array]>([
  [
    'a DOCX with a part of 600,000 tags',
    'docx',
    () =>
      zipSync(
        {
          ...contentTypes(word),
          'word/document.xml': strToU8('<w:document/>'),
          'a.rels': strToU8(`<Relationship/>${'<a>'.repeat(600_000)}`),
        },
        { level: 0 },
      ),
  ],
  [
    'a PDF of nothing but signs that could begin a tag',
    'pdf',
    () =>
      Buffer.from(
        `%PDF-1.4\n${'<'.repeat(9_900_000)}\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>`,
      ),
  ],
])('%s is read in one pass: in two nested ones it would take minutes', async (_, kind, content) => {
  expect(await inspect(content())).toBe(kind)
})

// shows: V1.4.1
test('changed bytes never break it', async () => {
  for (const whole of [docx(), pdf, compound('WordDocument')]) {
    for (let round = 0; round < 100; round++) {
      const copy = Buffer.from(whole)
      for (let change = 0; change <= round % 5; change++) {
        copy[Math.floor(Math.random() * copy.length)] = Math.floor(Math.random() * 256)
      }
      await expect(inspect(copy)).resolves.not.toThrow()
    }
  }
})

test('a file that the storage never gives holds up no other', async () => {
  const times = { readMs: 20, waitMs: 60_000 }
  const head = pdf.subarray(0, 16)
  const silent = { head, read: () => new Promise<Buffer>(() => {}) }
  const refused = [inspectCv(silent, times), inspectCv(silent, times)]
  const answered = inspectCv({ head, read: () => Promise.resolve(pdf) }, times)
  for (const each of refused) await expect(each).rejects.toThrow('could not be read in time')
  expect(await answered).toBe('pdf')
})

test('who would wait too long behind others is told to try again, and is not read any more', async () => {
  const head = pdf.subarray(0, 16)
  const silent = { head, read: () => new Promise<Buffer>(() => {}) }
  const first = inspectCv(silent, { readMs: 200, waitMs: 60_000 })
  let isRead = false
  const second = inspectCv(
    {
      head,
      read() {
        isRead = true
        return Promise.resolve(pdf)
      },
    },
    { readMs: 10, waitMs: 10 },
  )
  await expect(second).rejects.toThrow('could not be inspected in time')
  await expect(first).rejects.toThrow('could not be read in time')
  expect(await inspect(pdf)).toBe('pdf')
  expect(isRead).toBe(false)
})
