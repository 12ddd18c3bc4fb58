// Small real files for upload tests.
import { strToU8, zipSync } from 'fflate'

/** The smallest file that readers accept as a PDF. */
export const pdf: Buffer<ArrayBuffer> = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
)

const wordTypes =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">' +
  '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

/** A DOCX, with further parts if given. */
export function docx(parts: Record<string, Uint8Array> = {}): Buffer<ArrayBuffer> {
  return Buffer.from(
    zipSync({
      '[Content_Types].xml': strToU8(wordTypes),
      'word/document.xml': strToU8('<w:document/>'),
      ...parts,
    }),
  )
}

const compoundHead = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/** An old Office file: its container with the name of its main stream. */
export function compound(stream: string): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(2048)
  compoundHead.copy(body)
  Buffer.from(stream, 'utf16le').copy(body, 1024)
  return body
}

/** The header of a Windows program. */
export const executable: Buffer<ArrayBuffer> = Buffer.concat([
  Buffer.from('MZ'),
  Buffer.alloc(200),
  Buffer.from('This program cannot be run in DOS mode.'),
])
