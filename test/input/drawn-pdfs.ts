// PDF files of one kind each, drawn by hand as word processors, TeX and forms do, and pages that Chromium printed.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { catalog, pdfOf, pdfStream } from './hostile-cvs.ts'

/** Printed by Chromium from the page of the same name beside it. */
export const printedPdf = (name: 'arabic' | 'hebrew' | 'layout'): Buffer =>
  readFileSync(path.join(import.meta.dirname, `cvs/printed-${name}.pdf`))

type Drawing = {
  /** The operators of each page. */
  pages: readonly string[]
  /** What the letters of the font mean, by their code, instead of what they are in WinAnsiEncoding. */
  letters?: Readonly<Record<number, string>>
  /** Annotations of the first page. */
  annotations?: readonly string[]
  /** Further keys of the catalog, and of the resources of each page. */
  catalog?: string
  resources?: string
  /** Objects from number 7 on, in a drawing of one page. */
  objects?: readonly (string | Buffer)[]
}

export function drawnPdf(drawing: Drawing): Buffer<ArrayBuffer> {
  const { pages, letters, annotations = [], objects = [] } = drawing
  const pageAt = (at: number) => 5 + 2 * at
  const drawn = pages.flatMap((operators, at) => [
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${pageAt(at) + 1} 0 R/Resources<</Font<</F1 3 0 R>>${drawing.resources ?? ''}>>${at === 0 ? `/Annots[${annotations.join(' ')}]` : ''}>>`,
    pdfStream('', Buffer.from(operators, 'latin1')),
  ])
  return pdfOf([
    catalog(drawing.catalog),
    `<</Type/Pages/Kids[${pages.map((_, at) => `${pageAt(at)} 0 R`).join(' ')}]/Count ${pages.length}>>`,
    `<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding${letters ? '/ToUnicode 4 0 R' : ''}>>`,
    letters ? toUnicode(letters) : 'null',
    ...drawn,
    ...objects,
  ])
}

/** A line at a place of the page. */
export const lineAt = (x: number, y: number, text: string): string =>
  `BT /F1 12 Tf ${x} ${y} Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET\n`

/** Lines from the top of the page. */
export const linesFrom = (...lines: readonly string[]): string =>
  lines.map((line, at) => lineAt(50, 750 - at * 16, line)).join('')

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')

function toUnicode(letters: Readonly<Record<number, string>>): Buffer {
  const lines = Object.entries(letters).map(([code, text]) => {
    const units = Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at), 4))
    return `<${hex(Number(code), 2)}> <${units.join('')}>\n`
  })
  return pdfStream(
    '',
    `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def\n1 begincodespacerange\n<00> <FF>\nendcodespacerange\n${lines.length} beginbfchar\n${lines.join('')}endbfchar\nendcmap end end`,
  )
}

/** One line of letters, each drawn for itself, in a font that readers have to have, as files of Japan and China name them. */
export function drawnWithoutFont(font: {
  name: string
  encoding: string
  ordering: string
  text: string
}): Buffer<ArrayBuffer> {
  const { name, encoding, ordering, text } = font
  const letters = Array.from(
    text,
    (letter, at) => `BT /F1 12 Tf ${50 + at * 12} 700 Td <${hex(letter.charCodeAt(0), 4)}> Tj ET\n`,
  )
  return pdfOf([
    catalog(),
    '<</Type/Pages/Kids[5 0 R]/Count 1>>',
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/${encoding}/DescendantFonts[4 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${ordering})/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>`,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 6 0 R/Resources<</Font<</F1 3 0 R>>>>>>',
    pdfStream('', letters.join('')),
    `<</Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 900/Descent -200/CapHeight 700/StemV 80>>`,
  ])
}
