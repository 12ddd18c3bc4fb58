// Files that hide active content where readers differ: what the check does not understand as they do is 'unreadable', never clean.
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { ActiveContent, CvKind } from '#domain/cvs/cvs.ts'
import { docx } from '#test/input/files.ts'
import {
  catalog,
  docOf,
  docxRelated,
  docxWithBody,
  field,
  packedObjects,
  pages,
  pdfOf,
  pdfStream,
} from '#test/input/hostile-cvs.ts'
import { findActiveContent } from './active-content.ts'

type Case = [expected: ActiveContent, what: string, make: () => Buffer | Promise<Buffer>]

const find = async (make: Case[2], kind: CvKind) =>
  findActiveContent(Buffer.from(await make()), kind)

const js = '<</S/JavaScript/JS(app.alert(1))>>'
/** A PDF whose script, object 9, is in an object stream with this dictionary. Objects 4 and 5 are the integers that it needs. */
const hiddenScript = (dictionary: string, data = `9 0 ${js}`, filter = '/Filter/FlateDecode') =>
  pdfOf([
    catalog('/OpenAction 9 0 R'),
    pages,
    pdfStream(`/Type/ObjStm${dictionary}`, data, filter),
    '1',
    '4',
    '/FlateDecode',
    '<</Predictor 8 0 R/Columns 5>>',
    '12',
  ])
const replaced = (file: Buffer, from: string, to: string) =>
  Buffer.from(file.toString('latin1').replace(from, to), 'latin1')

// shows: 7-108
test.each<Case>([
  ['script', 'with the script packed', () => hiddenScript('/N 1/First 4')],
  ['unreadable', 'whose number of objects is indirect', () => hiddenScript('/N 4 0 R/First 4')],
  ['unreadable', 'whose first place is indirect', () => hiddenScript('/N 1/First 5 0 R')],
  ['unreadable', 'with both indirect', () => hiddenScript('/N 4 0 R/First 5 0 R')],
  ['unreadable', 'with two numbers of objects', () => hiddenScript('/N 0/N 1/First 4')],
  ['unreadable', 'with two first places', () => hiddenScript('/N 1/First 0/First 4')],
  ['unreadable', 'with no whole number of objects', () => hiddenScript('/N 0.9/First 4')],
  ['unreadable', 'with fewer objects than promised', () => hiddenScript('/N 2/First 4')],
  ['unreadable', 'with a place behind the end', () => hiddenScript('/N 1/First 400')],
  [
    'unreadable',
    'with a second script where readers that do not go by places look',
    () => hiddenScript('/N 1/First 5', `9 9 ${js} <<>>`.replace('JavaScript/JS', 'GoTo/JX')),
  ],
  [
    'unreadable',
    'whose packed object does not parse',
    () => hiddenScript('/N 1/First 4', '9 0 endobj'),
  ],
  [
    'unreadable',
    'whose filter is indirect',
    () => replaced(hiddenScript('/N 1/First 4'), '/Filter/FlateDecode', '/Filter 6 0 R'),
  ],
  [
    'unreadable',
    'whose filter has a short name that few readers know',
    () => replaced(hiddenScript('/N 1/First 4'), '/Filter/FlateDecode', '/F/FlateDecode'),
  ],
  [
    'unreadable',
    'whose parameters are indirect',
    () => hiddenScript('/N 1/First 4/DecodeParms 7 0 R'),
  ],
  [
    'unreadable',
    'whose predictor is indirect',
    () => hiddenScript('/N 1/First 4/DecodeParms<</Predictor 8 0 R/Columns 5>>'),
  ],
  [
    'unreadable',
    'whose data begins after more than a line break',
    () => replaced(hiddenScript('/N 1/First 4', undefined, ''), 'stream\n', 'stream 8 0 5 %\n'),
  ],
  [
    'unreadable',
    'whose stream has no dictionary of its own for some readers',
    () => hiddenScript('<</N 1/First 4>>'),
  ],
  ['unreadable', 'with an array for a key', () => pdfOf([catalog(), '<<[/S/JavaScript/JS(x)]>>'])],
  [
    'unreadable',
    'with a key whose value is missing',
    () => pdfOf([catalog(), '<</A >>/S/JavaScript/JS(x)>>']),
  ],
  [
    'unreadable',
    'with a hexadecimal string that is none',
    () => pdfOf([catalog(), '<</A<0(>/S/JavaScript/JS(x)>>']),
  ],
  ['unreadable', 'with a zero in a name', () => pdfOf([catalog(), '<</S/Launch#00x/F(a)>>'])],
  [
    'embedded-file',
    'with a list of files whose file is not found',
    () => pdfOf([catalog('/Names<</EmbeddedFiles<</Names[(a) 9 0 R]>>>>'), pages]),
  ],
  [
    'script',
    'with an object whose number has a dot',
    () => Buffer.from(`%PDF-1.7\n1 0 obj${catalog()}endobj 3 0. obj${js}endobj`),
  ],
  [
    'script',
    'whose next action is named before its kind',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</Next 4 0 R/S/GoTo>>']),
  ],
  [
    'script',
    'whose kind of opening action stands elsewhere',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</S 4 0 R/URI(http://x)>>', '/URI']),
  ],
  [
    'script',
    'whose opening action stands elsewhere twice',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '4 0 R', '<</S/URI/URI(http://x)>>']),
  ],
  [
    'script',
    'with two objects of one number, the last of them harmless',
    () =>
      Buffer.concat([
        pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</S/URI/URI(http://x)>>']),
        Buffer.from('3 0 obj<</S/GoTo/D(a)>>endobj'),
      ]),
  ],
  [
    'script',
    'with two objects of one number, the last of them a stream',
    () =>
      Buffer.concat([
        pdfOf([catalog(), '<</Type/Page/AA 3 0 R>>', '<</O 4 0 R>>']),
        Buffer.from('3 0 obj<<>>stream\nx\nendstream endobj'),
      ]),
  ],
])('%s is said of a PDF %s', async (expected, _, make) => {
  expect(await find(make, 'pdf')).toContain(expected)
})

// shows: 7-108
test.each<[what: string, make: () => Buffer]>([
  [
    'with comments and blanks between packed objects',
    () =>
      pdfOf([
        catalog(),
        pages,
        pdfStream('/Type/ObjStm/N 2/First 17', '8 0 9 13 %index \n%one\n<</A 1>>\n%two\n (b)'),
      ]),
  ],
  [
    'with parameters that predict nothing',
    () =>
      replaced(
        pdfOf([catalog(), pages, packedObjects(4, ['<<>>'])]),
        '/Filter/FlateDecode',
        '/Filter[/FlateDecode]/DecodeParms[<</Predictor 1>>]',
      ),
  ],
  [
    'with an empty list of files',
    () => pdfOf([catalog('/Names<</EmbeddedFiles<</Names[]>>>>'), pages]),
  ],
  [
    "with a blank in a font's name",
    () => pdfOf([catalog(), pages, '<</BaseFont/Arial,Unicode MS/Type/Font>>']),
  ],
])('a PDF %s is understood', async (_, make) => {
  expect(await find(make, 'pdf')).toEqual([])
})

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const command = `<w:ftr xmlns:w="${W}"><w:fldSimple w:instr="DDE a b"/></w:ftr>`
const template =
  '<Relationships><Relationship Id="r" Type="http://x/attachedTemplate" Target="http://x.example/a.dotm" TargetMode="External"/></Relationships>'
const rels = (xml: string | Uint8Array) =>
  docx({ 'word/_rels/settings.xml.rels': typeof xml === 'string' ? strToU8(xml) : xml })
const related = (kind: string, target: string, parts: Record<string, Uint8Array>) =>
  docxRelated(kind, target, { parts })
const utf16be = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()
const utf32 = (text: string) =>
  Buffer.concat(Array.from(text, (letter) => Buffer.from([letter.charCodeAt(0), 0, 0, 0])))
/** As UTF-7 writes it: the `<` is `+ADw-`. */
const utf7 = (text: string) => Buffer.from(text.replaceAll('<', '+ADw-'))
/** `<Relationships/>` in IBM037, a code of EBCDIC. */
const ebcdic = Buffer.from('4cd98593a3899695a2888997a2616e', 'hex')
/** Changes the local header of the first entry, which readers that go from entry to entry believe. */
const locally = (file: Buffer, change: (header: Buffer) => void) => {
  const copy = Buffer.from(file)
  change(copy)
  return copy
}
const types = (inner: string) =>
  docx({
    '[Content_Types].xml': strToU8(
      `<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>${inner}</Types>`,
    ),
    'word/a.dat': utf7(command),
  })

// shows: 7-108
test.each<Case>([
  [
    'external-link',
    'with 3,000 blanks before its relationships',
    () => rels(' '.repeat(3000) + template),
  ],
  [
    'external-link',
    'with 100,000 lines before its relationships',
    () => rels('\r\n'.repeat(100_000) + template),
  ],
  ['external-link', 'with relationships in wide letters', () => rels(utf16be(template))],
  ['unreadable', 'with relationships in UTF-32', () => rels(utf32(template))],
  ['unreadable', 'with relationships in UTF-7', () => rels(utf7(template))],
  ['unreadable', 'with relationships in EBCDIC', () => rels(ebcdic)],
  [
    'unreadable',
    'with relationships that say that they are UTF-7',
    () => rels(`<?xml version="1.0" encoding="UTF-7"?>${template}`),
  ],
  [
    'unreadable',
    'with relationships in UTF-16 that say that they are UTF-8',
    () => rels(utf16be(`<?xml version="1.0" encoding="utf-8"?>${template}`)),
  ],
  [
    'unreadable',
    'with relationships that are no UTF-8',
    () => rels(Buffer.from('<a>\xff</a>', 'latin1')),
  ],
  ['unreadable', 'with relationships of blanks only', () => rels(' '.repeat(3000))],
  ['unreadable', 'with relationships that break off', () => rels(template.slice(0, -30))],
  [
    'unreadable',
    'with names of its own',
    () => rels(`<!DOCTYPE a [<!ENTITY b "http://x.example">]>${template}`),
  ],
  [
    'external-link',
    'whose template has a second, harmless target by another prefix',
    () => rels(template.replace(' TargetMode', ' x:Target="a.xml" TargetMode')),
  ],
  [
    'unreadable',
    'whose template has two targets',
    () => rels(template.replace(' TargetMode', ' Target="a.xml" TargetMode')),
  ],
  [
    'external-link',
    'whose template is not said to be external',
    () => rels(template.replace(' TargetMode="External"', '')),
  ],
  [
    'unreadable',
    'with a part in UTF-7 that a relationship names',
    () => related('footer', 'odd.name', { 'word/odd.name': utf7(command) }),
  ],
  [
    'unreadable',
    'with a part in UTF-7 that a relationship names by escapes and a backslash',
    () => related('footer', '..\\Other/%4Fdd.dat', { 'other/odd.dat': utf7(command) }),
  ],
  [
    'unreadable',
    'with a part in UTF-7 that a relationship names from the root',
    () => related('footer', '/a/odd.dat', { 'a/odd.dat': utf7(command) }),
  ],
  [
    'unreadable',
    'with a part in UTF-7 that is a picture for one relationship and text for another',
    () =>
      docx({
        'word/_rels/document.xml.rels': strToU8(
          '<Relationships><Relationship Type="a/image" Target="a.png"/><Relationship Type="a/header" Target="a.png"/></Relationships>',
        ),
        'word/a.png': utf7(command),
      }),
  ],
  [
    'unreadable',
    'with a part in UTF-7 that is XML by its type',
    () => types('<Default Extension="dat" ContentType="application/x+xml"/>'),
  ],
  [
    'unreadable',
    'with a part of two types',
    () =>
      types(
        '<Default Extension="dat" ContentType="image/png"/><Default Extension="DAT" ContentType="application/x+xml"/>',
      ),
  ],
  [
    'unreadable',
    'with a picture of no type that is known',
    () => related('image', 'a.png', { 'word/a.png': Buffer.from('x') }),
  ],
  ['unreadable', 'with a part that is elsewhere', () => related('settings', 'settings.xml', {})],
  [
    'unreadable',
    'with two parts of one name',
    () => docx({ 'word/Document.xml': strToU8('<a/>') }),
  ],
  [
    'unreadable',
    'with a part in pieces',
    () =>
      docx({
        'word/footer.xml/[0].piece': strToU8(command.slice(0, 80)),
        'word/footer.xml/[1].last.piece': strToU8(command.slice(80)),
      }),
  ],
  [
    'unreadable',
    'whose first entry has another name on the spot',
    () => locally(docx(), (header) => header.write('X', 30)),
  ],
  [
    'unreadable',
    'whose first entry has another size on the spot',
    () => locally(docx(), (header) => header.writeUInt32LE(1, 18)),
  ],
  [
    'unreadable',
    'whose first entry is stored on the spot',
    () => locally(docx(), (header) => header.writeUInt16LE(0, 8)),
  ],
  [
    'unreadable',
    'with a part whose checksum is wrong',
    () => {
      const file = docx({ 'word/header1.xml': strToU8(command) })
      // In both headers, as if somebody had changed the part.
      const [sum, wrong] = [file.readUInt32LE(file.indexOf('word/header1.xml') - 16), 1]
      const number = Buffer.alloc(4)
      number.writeUInt32LE(sum)
      for (let at = file.indexOf(number); at >= 0; at = file.indexOf(number, at + 4)) {
        file.writeUInt32LE(wrong, at)
      }
      return file
    },
  ],
  [
    'unreadable',
    'behind another zip',
    () => Buffer.concat([zipSync({ 'word/footer1.xml': strToU8(command) }), docx()]),
  ],
  [
    'unreadable',
    'with a remark behind its directory',
    () => {
      const file = Buffer.concat([docx(), Buffer.from('remark')])
      file.writeUInt16LE(6, file.length - 8)
      return file
    },
  ],
  [
    'external-link',
    'with a picture of a share by a field in pieces',
    () => docxWithBody(field(' INCLUDE', 'PICTURE "\\\\\\\\x.example', '\\\\a.png" \\d')),
  ],
])('%s is said of a DOCX %s', async (expected, _, make) => {
  expect(await find(make, 'docx')).toContain(expected)
})

// shows: 7-108
test.each<[what: string, make: () => Buffer]>([
  [
    'with a picture and an unused file',
    () =>
      docxRelated('image', 'media/a.png', {
        parts: {
          '[Content_Types].xml': strToU8(
            '<Types><Default Extension="png" ContentType="image/png"/></Types>',
          ),
          'word/media/a.png': Buffer.from('89504e470d0a1a0a', 'hex'),
          'word/media/b.pdf': Buffer.from('%PDF-'),
          '.DS_Store': Buffer.from('Bud1'),
        },
      }),
  ],
  [
    'with a picture from a page by a field',
    () => docxWithBody(field('INCLUDEPICTURE "https://x.example/a.png" \\d')),
  ],
  [
    'that says that it is ASCII',
    () => docx({ 'word/a.xml': strToU8('<?xml version="1.0" encoding="us-ascii"?><a/>') }),
  ],
])('a DOCX %s is understood', async (_, make) => {
  expect(await find(make, 'docx')).toEqual([])
})

const vba = { name: 'Macros', children: [{ name: 'VBA', children: [] }] }
/** A DOC with these 32-bit numbers at these places. */
const docChanged = (file: Buffer, changes: Record<number, number>) => {
  const copy = Buffer.from(file)
  for (const [at, value] of Object.entries(changes)) copy.writeUInt32LE(value, Number(at))
  return copy
}
const plainDoc = docOf()
const tableAt = (plainDoc.readUInt32LE(76) + 1) * 512
const directoryAt = (plainDoc.readUInt32LE(48) + 1) * 512
/** Where the header of the document's own stream starts. */
const headerAt = plainDoc.indexOf(Buffer.from('eca5c100', 'hex'))
const pool = (name: string) =>
  docOf({ beside: [{ name, children: [{ name: '_1', children: [] }] }] })

// shows: 7-108
test.each<Case>([
  ['embedded-object', 'with objects in a pool of small letters', () => pool('objectpool')],
  [
    'macro',
    'with macros in a storage of another name',
    () => docOf({ beside: [{ name: 'Other', children: [vba] }] }),
  ],
  ['unreadable', 'whose sectors form a loop', () => docChanged(plainDoc, { [tableAt]: 0 })],
  [
    'unreadable',
    'whose directory never ends',
    () =>
      docChanged(plainDoc, {
        [tableAt + plainDoc.readUInt32LE(48) * 4]: plainDoc.readUInt32LE(48),
      }),
  ],
  [
    'unreadable',
    'whose sectors end in a free one',
    () => docChanged(plainDoc, { [tableAt + 28]: 0xffffffff }),
  ],
  ['unreadable', 'that promises another table', () => docChanged(plainDoc, { 44: 2 })],
  ['unreadable', 'with small sectors of another size', () => docChanged(plainDoc, { 32: 7 })],
  ['unreadable', 'with another limit for small streams', () => docChanged(plainDoc, { 56: 8192 })],
  [
    'unreadable',
    'with an entry of no known kind',
    () => docChanged(plainDoc, { [directoryAt + 256 + 66]: 0 }),
  ],
  [
    'unreadable',
    'with two documents',
    () => docOf({ beside: [{ name: 'WORDDOCUMENT', data: Buffer.alloc(9) }] }),
  ],
  ['unreadable', 'of an unknown version', () => docChanged(plainDoc, { [headerAt]: 0x0078a5ec })],
  [
    'unreadable',
    'whose header has another layout',
    () => docChanged(plainDoc, { [headerAt + 0x20]: 15 }),
  ],
  [
    'unreadable',
    'with a longer list of pieces than there is',
    () => docChanged(plainDoc, { [headerAt + 0x1a6]: 0xffffff }),
  ],
  ['unreadable', 'with no list of pieces', () => docChanged(plainDoc, { [headerAt + 0x1a6]: 0 })],
  [
    'unreadable',
    'whose template is in a list of another kind',
    () => {
      const file = docOf({ template: 'http://x.example/a.dot' })
      return docChanged(file, { [file.indexOf(Buffer.from('ffff02000000', 'hex')) + 4]: 2 })
    },
  ],
])('%s is said of a DOC %s', async (expected, _, make) => {
  expect(await find(make, 'doc')).toContain(expected)
})
