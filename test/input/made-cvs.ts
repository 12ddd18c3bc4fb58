// CVs made by chance: most with active content, hidden in one of the ways in which readers differ, and some with changed bytes.
import { deflateSync } from 'node:zlib'
import { strToU8, zipSync, type Zippable } from 'fflate'
import type { CvKind } from '#domain/cvs/cvs.ts'
import { docOf, field, wordXml } from './hostile-cvs.ts'

/** A number from 0 to 1. */
type Random = () => number

const pick = <Item>(random: Random, items: readonly Item[]): Item =>
  items[Math.floor(random() * items.length)]!

/** A file; with half of the probability some of its bytes are changed. */
export function madeCv(kind: CvKind, random: Random): Buffer {
  const file = makers[kind](random)
  if (random() < 0.5) return file
  for (let changes = Math.floor(random() * 3); changes >= 0; changes -= 1) {
    file[Math.floor(random() * file.length)] = Math.floor(random() * 256)
  }
  return file
}

const name = (random: Random, text: string) =>
  random() < 0.8
    ? `/${text}`
    : `/${text.replace(/[a-z]/, (letter) => `#${letter.charCodeAt(0).toString(16)}`)}`

/** What is hidden: entries of the catalog, and object 9. */
const pdfContents: readonly ((random: Random) => [catalog: string, object: string])[] = [
  (random) => [
    '/OpenAction 9 0 R',
    `<</S${name(random, 'JavaScript')}${name(random, 'JS')}(a())>>`,
  ],
  (random) => [
    '/Names<</JavaScript<</Names[(a) 9 0 R]>>>>',
    `<<${name(random, 'JS')}(a())/S/JavaScript>>`,
  ],
  (random) => ['/OpenAction 9 0 R', `<</S${name(random, 'Launch')}/F(cmd.exe)>>`],
  (random) => ['/AA<</WC 9 0 R>>', `<</S${name(random, 'JavaScript')}/JS(a())>>`],
  () => [
    '/Names<</EmbeddedFiles<</Names[(a) 9 0 R]>>>>',
    '<</Type/Filespec/F(a.exe)/EF<</F 8 0 R>>>>',
  ],
  (random) => ['/OpenAction 9 0 R', `<</S${name(random, 'SubmitForm')}/F(http://x.example)>>`],
  () => ['', '<</S/GoTo/D[3 0 R/Fit]>>'],
]

/** Entries of the dictionary of an object stream. Objects 5 and 6 are its integers, 7 its filter, 11 its parameters. */
const numberForms = ['/N 1', '/N 5 0 R', '/N 0/N 1', '/N 1/N 0', '/N 2', '/N 1.0', '/N 0']
const firstForms = ['/First 4', '/First 6 0 R', '/First 0/First 4', '/First 4%\n', '/First 5']
const filterForms = [
  '/Filter/FlateDecode',
  '/Filter[/FlateDecode]',
  '/Filter 7 0 R',
  '/Filter[7 0 R]',
  '/Filter/Fl',
  '/F/FlateDecode',
  '/Filter/FlateDecode/DecodeParms 11 0 R',
  '/Filter[/ASCIIHexDecode/FlateDecode]',
  '/Filter null',
]

function madePdf(random: Random): Buffer {
  const [catalog, object] = pick(random, pdfContents)(random)
  const objects = new Map<number, string | Buffer>([
    [1, `<</Type/Catalog/Pages 2 0 R${catalog}>>`],
    [2, '<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [3, '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>'],
    [5, '1'],
    [6, '4'],
    [7, '/FlateDecode'],
    [8, '<</Length 1>>stream\nx\nendstream'],
    [11, '<</Predictor 1>>'],
  ])
  const isPacked = random() < 0.7
  if (!isPacked) objects.set(9, object)
  else {
    const filter = random() < 0.4 ? filterForms[0]! : pick(random, filterForms)
    const dictionary =
      (random() < 0.4 ? '/N 1' : pick(random, numberForms)) +
      (random() < 0.4 ? '/First 4' : pick(random, firstForms)) +
      filter
    const plain = Buffer.from(`9 0 ${object}`)
    const flate = filter === '/Filter null' ? plain : deflateSync(plain)
    const data = filter.includes('Hex') ? Buffer.from(`${flate.toString('hex')}>`) : flate
    objects.set(
      10,
      Buffer.concat([
        Buffer.from(`<</Type/ObjStm${dictionary}/Length ${data.length}>>stream\n`),
        data,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  return withTable(objects, isPacked)
}

/** With a cross-reference stream, which packed objects need. */
function withTable(objects: ReadonlyMap<number, string | Buffer>, isPacked: boolean): Buffer {
  const chunks = [Buffer.from('%PDF-1.7\n')]
  let size = chunks[0]!.length
  const rows = Array.from({ length: 13 }, () => Buffer.alloc(6))
  const row = (number: number, ...[type, place, index]: [number, number, number]) => {
    rows[number]!.writeUInt8(type, 0)
    rows[number]!.writeUInt32BE(place, 1)
    rows[number]!.writeUInt8(index, 5)
  }
  const write = (number: number, object: string | Buffer) => {
    row(number, 1, size, 0)
    const whole = Buffer.concat([
      Buffer.from(`${number} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    chunks.push(whole)
    size += whole.length
  }
  for (const [number, object] of objects) write(number, object)
  if (isPacked) row(9, 2, 10, 0)
  const start = size
  row(12, 1, start, 0)
  const head = '<</Type/XRef/Size 13/W[1 4 1]/Root 1 0 R/Length 78>>stream\n'
  write(12, Buffer.concat([Buffer.from(head), ...rows, Buffer.from('\nendstream')]))
  return Buffer.concat([...chunks, Buffer.from(`startxref\n${start}\n%%EOF\n`)])
}

const relationship = (kind: string, target: string, more = '') =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${more}/></Relationships>`

const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

/** What is hidden: the name and the text of a part. */
const docxContents: readonly [part: string, xml: string][] = [
  [
    'word/_rels/settings.xml.rels',
    relationship('attachedTemplate', 'http://x.example/a.dotm', ' TargetMode="External"'),
  ],
  ['word/_rels/document.xml.rels', relationship('oleObject', 'embeddings/a.bin')],
  ['word/_rels/document.xml.rels', relationship('vbaProject', 'a.bin')],
  ['word/header1.xml', `<w:hdr xmlns:w="a"><w:fldSimple w:instr=" DDEAUTO cmd"/></w:hdr>`],
  ['word/document.xml', Buffer.from(wordXml(field('DDE', 'AUTO cmd'))).toString()],
  ['word/document.xml', Buffer.from(wordXml('')).toString()],
]

/** How its letters are written. */
const encodings: readonly ((xml: string) => Uint8Array)[] = [
  strToU8,
  (xml) => strToU8(`\uFEFF${xml}`),
  (xml) => strToU8(`${' '.repeat(2000)}${xml.replace(/^<\?.*?\?>/, '')}`),
  (xml) => strToU8(`${'\n'.repeat(70_000)}${xml.replace(/^<\?.*?\?>/, '')}`),
  (xml) => Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le'),
  (xml) => Buffer.from(`\uFEFF${xml.replace('UTF-8', 'UTF-16')}`, 'utf16le').swap16(),
  (xml) => strToU8(`<!-- a -->${xml.replace(/^<\?.*?\?>/, '')}`),
  (xml) => strToU8(xml.replaceAll('"', "'")),
  (xml) => strToU8(xml.replace(' Target=', ' x:Target="a.xml" Target=')),
  (xml) => strToU8(xml.replace(/(Target="[^"]*")/, '$1 x:Target="a.xml"')),
]

function madeDocx(random: Random): Buffer {
  const [part, xml] = pick(random, docxContents)
  const parts: Zippable = {
    '[Content_Types].xml': strToU8(
      `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/><Override PartName="/word/header1.xml" ContentType="${wordType}.header+xml"/></Types>`,
    ),
    'word/document.xml': wordXml('<w:r><w:t>Forklift</w:t></w:r>'),
    [part]: pick(random, encodings)(xml),
  }
  return Buffer.from(zipSync(parts, { level: pick(random, [0, 6]) }))
}

function madeDoc(random: Random): Buffer {
  const isWide = random() < 0.5
  const storage = (text: string) => (random() < 0.5 ? text : text.toLowerCase())
  return pick(random, [
    () =>
      docOf({ beside: [{ name: storage('Macros'), children: [{ name: 'VBA', children: [] }] }] }),
    () =>
      docOf({
        beside: [{ name: storage('ObjectPool'), children: [{ name: '_1', children: [] }] }],
      }),
    () => docOf({ text: 'Forklift', isWide }),
  ])()
}

const makers: Record<CvKind, (random: Random) => Buffer> = {
  pdf: madePdf,
  docx: madeDocx,
  doc: madeDoc,
}
