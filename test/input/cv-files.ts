// CVs with a text, and files made to exhaust the reader.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import { Document, Packer, Paragraph } from 'docx'
import { strToU8, zipSync } from 'fflate'
// oxlint-disable-next-line import/no-named-as-default -- its types know the default export only
import PDFDocument from 'pdfkit'
import { docx } from './files.ts'

/** One page for each text, as written by a word processor. */
export function pdfWith(
  pages: readonly (string | { left: string; right: string })[],
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer<ArrayBuffer>> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer<ArrayBuffer>>()
  const document = new PDFDocument({ ...options, autoFirstPage: false })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  document.on('end', () => resolve(Buffer.concat(chunks)))
  document.on('error', reject)
  for (const page of pages) {
    document.addPage().fontSize(20)
    if (typeof page === 'string') document.text(page)
    else document.text(page.left, 72, 72).text(page.right, 300, 72)
  }
  document.end()
  return promise
}

export async function docxWith(text: string): Promise<Buffer<ArrayBuffer>> {
  const children = text.split('\n').map((line) => new Paragraph(line))
  return Buffer.from(await Packer.toBuffer(new Document({ sections: [{ children }] })))
}

/** Made with Word 97; from the tests of word-extractor (MIT). */
export const word97: Buffer<ArrayBuffer> = Buffer.from(
  readFileSync(path.join(import.meta.dirname, 'cvs/word-97.doc')),
)

type Part = { dictionary: string; stream?: Buffer }

/** A PDF written by hand, from its pages and their content streams. */
function rawPdf(pages: number, content: Part): Buffer<ArrayBuffer> {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 5} 0 R`)
  const parts: Part[] = [
    { dictionary: '/Type/Catalog/Pages 2 0 R' },
    { dictionary: `/Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]` },
    { dictionary: '/Type/Font/Subtype/Type1/BaseFont/Helvetica' },
    content,
    ...kids.map(() => ({
      dictionary:
        '/Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 3 0 R>>>>',
    })),
  ]
  const chunks: Buffer[] = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let size = chunks[0]?.length ?? 0
  const write = (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
  }
  for (const [index, { dictionary, stream }] of parts.entries()) {
    offsets.push(size)
    const length = stream ? `/Length ${stream.length}` : ''
    write(Buffer.from(`${index + 1} 0 obj<<${dictionary}${length}>>`))
    if (stream) write(Buffer.concat([Buffer.from('stream\n'), stream, Buffer.from('\nendstream')]))
    write(Buffer.from('endobj\n'))
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  write(
    Buffer.from(
      `xref\n0 ${parts.length + 1}\n0000000000 65535 f \n${table}trailer<</Root 1 0 R/Size ${parts.length + 1}>>\nstartxref\n${size}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(chunks)
}

export const longPdf = (pages: number): Buffer<ArrayBuffer> =>
  rawPdf(pages, { dictionary: '', stream: Buffer.from('BT /F1 12 Tf (forklift) Tj ET') })

/** The output of `deflateSync` for so many megabytes of blanks, computed without them. */
function deflatedBlanks(bytes: number): Buffer<ArrayBuffer> {
  const megabytes = Math.ceil(bytes / 1_000_000)
  const { Z_FULL_FLUSH } = constants
  const one = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: Z_FULL_FLUSH })
  const [count, blank, modulus] = [BigInt(megabytes * 1_000_000), 32n, 65_521n]
  const sum = (1n + count * blank) % modulus
  const sums = (count + (blank * count * (count + 1n)) / 2n) % modulus
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(Number(sums * 65_536n + sum))
  const blocks = Array.from({ length: megabytes }, () => one)
  return Buffer.concat([
    Buffer.from('789c', 'hex'),
    ...blocks,
    Buffer.from('0300', 'hex'),
    checksum,
  ])
}

/** A page of a few kilobytes that decompresses, in two steps, to `bytes`. */
export const bombPdf = (bytes: number): Buffer<ArrayBuffer> =>
  rawPdf(1, {
    dictionary: '/Filter[/FlateDecode/FlateDecode]',
    stream: deflateSync(deflatedBlanks(bytes)),
  })

const story = (text: string) =>
  strToU8(
    `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${text}</w:body></w:document>`,
  )

/** Within the limit for sizes in the directory, and still far larger than a CV. */
export const heavyDocx = (paragraphs: number): Buffer<ArrayBuffer> =>
  docx({
    'word/document.xml': story(
      Array.from({ length: paragraphs }, (_, at) => `<w:p><w:r><w:t>${at}</w:t></w:r></w:p>`).join(
        '',
      ),
    ),
  })

/** A zip whose directory states a false, small size of its document. */
export function lyingDocx(bytes: number): Buffer<ArrayBuffer> {
  const zip = Buffer.from(zipSync({ 'word/document.xml': Buffer.alloc(bytes, ' ') }))
  const true32 = Buffer.alloc(4)
  true32.writeUInt32LE(bytes)
  for (let at = zip.indexOf(true32); at >= 0; at = zip.indexOf(true32, at + 4)) {
    zip.writeUInt32LE(1000, at)
  }
  return zip
}
