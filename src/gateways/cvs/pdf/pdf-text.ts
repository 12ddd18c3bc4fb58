// The text of a PDF as its drawn pages show it, with filled form fields and notes that are drawn on them.
import { CV_TEXT_LIMITS, type CvTextReason, type MissingText } from '#domain/cvs/cvs.ts'
import { linesInOrder, type Place } from './pdf-lines.ts'
import { openPdfium, type Address, type OpenedPdfium, type Pdfium } from './pdfium.ts'

type PdfReading = { text: string; isCut: boolean; missing?: MissingText[] }

/** The numbers that PDFium's headers give to kinds of things. */
const ERROR = { password: 4, security: 5 } as const
const OBJECT = { image: 3, form: 5 } as const
const ANNOTATION = { link: 2, freeText: 3, popup: 16, widget: 20 } as const
const HIDDEN = 0x02 | 0x20
const FIELD = { comboBox: 4, listBox: 5, text: 6 } as const
const PASSWORD_FIELD = 1 << 13
const FLATTEN = { asDisplayed: 0, done: 1 } as const
/** FPDF_FORMFILLINFO, which begins with its version: all functions in it may be absent. */
const FORM_INFO = { bytes: 512, version: 2 } as const

/** A page without a text is a picture of one if a picture takes this part of it, or many shapes, which may be letters. */
const LARGE_PICTURE = 0.25
const MANY_OBJECTS = 100

/** The memory grows for a large file and never shrinks: then the next file gets a new one. */
const KEPT_BYTES = 64_000_000
let opened: OpenedPdfium | undefined

/** Before the first file comes, whose time it would take. */
export async function loadPdfium(): Promise<void> {
  opened ??= await openPdfium()
}

export async function pdfText(content: Uint8Array): Promise<PdfReading | CvTextReason> {
  const { pdfium, isFull } = (opened ??= await openPdfium())
  try {
    return withDocument(pdfium, content, (document) => readDocument(pdfium, document))
  } catch (error) {
    opened = undefined
    if (isFull()) return 'too-heavy'
    throw error
  } finally {
    if (pdfium.HEAPU8.length > KEPT_BYTES) opened = undefined
  }
}

/** Whether the file opens only with a password. */
export async function needsPassword(content: Uint8Array): Promise<boolean> {
  const { pdfium } = await openPdfium()
  return withDocument(pdfium, content, () => 'opened' as const) === 'encrypted'
}

function withDocument<Result>(
  pdfium: Pdfium,
  content: Uint8Array,
  use: (document: Address) => Result,
): Result | 'encrypted' | 'damaged' {
  return withBytes(pdfium, content.length, (at) => {
    pdfium.HEAPU8.set(content, at)
    const document = pdfium._FPDF_LoadMemDocument(at, content.length, 0)
    if (document === 0) {
      const error = pdfium._FPDF_GetLastError()
      return error === ERROR.password || error === ERROR.security ? 'encrypted' : 'damaged'
    }
    const result = use(document)
    pdfium._FPDF_CloseDocument(document)
    return result
  })
}

/** After an exception, which leaves everything where it was, the whole memory is thrown away. */
function withBytes<Result>(pdfium: Pdfium, bytes: number, use: (at: Address) => Result): Result {
  const at = pdfium.wasmExports.malloc(bytes)
  const result = use(at)
  pdfium.wasmExports.free(at)
  return result
}

function readDocument(pdfium: Pdfium, document: Address): PdfReading | CvTextReason {
  const pages = pdfium._FPDF_GetPageCount(document)
  const last = Math.min(pages, CV_TEXT_LIMITS.pages)
  const missing = new Set<MissingText>()
  const fields = new FormFields(pdfium, document)
  let text = ''
  let number = 0
  let read = 0
  for (; number < last && text.length <= CV_TEXT_LIMITS.characters; number += 1) {
    const page = readPage(pdfium, document, number, fields)
    if (page === undefined) missing.add('pages')
    else {
      read += 1
      text += `${page.text}\n\n`
      if (page.isPicture) missing.add('pictures')
    }
  }
  fields.close()
  if (read === 0) return 'damaged'
  const isCut = number < pages
  if (isCut) missing.add('pages')
  return { text, isCut, ...(missing.size > 0 && { missing: [...missing] }) }
}

function readPage(
  pdfium: Pdfium,
  document: Address,
  number: number,
  fields: FormFields,
): { text: string; isPicture: boolean } | undefined {
  let page = pdfium._FPDF_LoadPage(document, number)
  if (page === 0) return undefined
  const { isDrawnOn, values } = readAnnotations(pdfium, page, fields)
  let drawn = textOfPage(pdfium, page)
  if (isDrawnOn && pdfium._FPDFPage_Flatten(page, FLATTEN.asDisplayed) === FLATTEN.done) {
    pdfium._FPDF_ClosePage(page)
    page = pdfium._FPDF_LoadPage(document, number)
    if (page === 0) return undefined
    drawn = withAnnotations(drawn, textOfPage(pdfium, page))
  }
  const shown = withoutBlanks(drawn)
  // What a viewer draws itself, because the file does not say how.
  const added = values.filter((value) => !shown.includes(withoutBlanks(value)))
  const text = [drawn, ...added].join('\n')
  const isPicture = text.trim() === '' && isPictureOfText(pdfium, page)
  pdfium._FPDF_ClosePage(page)
  return { text, isPicture }
}

/** The page with what is drawn on it; a stamp across a line would take its words apart, and stands behind the page. */
function withAnnotations(page: string, whole: string): string {
  const words = new Set(whole.split(/\s+/))
  if (page.split(/\s+/).every((word) => words.has(word))) return whole
  const lines = new Set(page.split('\n'))
  return [page, ...whole.split('\n').filter((line) => !lines.has(line))].join('\n')
}

const withoutBlanks = (text: string) => text.replace(/\s/g, '')

/** Whether something else than links stands on the page, and the texts of fields and notes that are not hidden. */
function readAnnotations(pdfium: Pdfium, page: Address, fields: FormFields) {
  const values: string[] = []
  let isDrawnOn = false
  const count = pdfium._FPDFPage_GetAnnotCount(page)
  for (let index = 0; index < count; index += 1) {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index)
    if (annotation === 0) continue
    const kind = pdfium._FPDFAnnot_GetSubtype(annotation)
    const isHidden = (pdfium._FPDFAnnot_GetFlags(annotation) & HIDDEN) !== 0
    if (!isHidden && kind !== ANNOTATION.link && kind !== ANNOTATION.popup) {
      isDrawnOn = true
      if (kind === ANNOTATION.widget) values.push(fields.valueOf(annotation))
      if (kind === ANNOTATION.freeText) values.push(contentsOf(pdfium, annotation))
    }
    pdfium._FPDFPage_CloseAnnot(annotation)
  }
  return { isDrawnOn, values: values.filter((value) => value.trim() !== '') }
}

const contentsOf = (pdfium: Pdfium, annotation: Address) =>
  withBytes(pdfium, 16, (key) => {
    pdfium.HEAPU8.set(Buffer.from('Contents\0'), key)
    return readUtf16(pdfium, (at, bytes) =>
      pdfium._FPDFAnnot_GetStringValue(annotation, key, at, bytes),
    )
  })

/** `write` says how many bytes it needs, with a zero at the end, or writes them. */
function readUtf16(pdfium: Pdfium, write: (at: Address | 0, bytes: number) => number): string {
  const bytes = write(0, 0)
  if (bytes <= 2) return ''
  return withBytes(pdfium, bytes, (at) => {
    write(at, bytes)
    return utf16At(pdfium, at, bytes - 2)
  })
}

const utf16At = (pdfium: Pdfium, at: Address, bytes: number) =>
  Buffer.from(pdfium.HEAPU8.buffer, at, bytes).toString('utf16le')

/** PDFium's view of the form in a document, made when the first field is met. */
class FormFields {
  readonly #pdfium: Pdfium
  readonly #document: Address
  #form: { at: Address; info: Address } | undefined

  constructor(pdfium: Pdfium, document: Address) {
    this.#pdfium = pdfium
    this.#document = document
  }

  /** The text that a person typed or chose. */
  valueOf(annotation: Address): string {
    const form = (this.#form ??= this.#open()).at
    const kind = this.#pdfium._FPDFAnnot_GetFormFieldType(form, annotation)
    if (kind !== FIELD.text && kind !== FIELD.comboBox && kind !== FIELD.listBox) return ''
    const flags = this.#pdfium._FPDFAnnot_GetFormFieldFlags(form, annotation)
    if (kind === FIELD.text && (flags & PASSWORD_FIELD) !== 0) return ''
    return readUtf16(this.#pdfium, (at, bytes) =>
      this.#pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes),
    )
  }

  close(): void {
    if (!this.#form) return
    this.#pdfium._FPDFDOC_ExitFormFillEnvironment(this.#form.at)
    this.#pdfium.wasmExports.free(this.#form.info)
  }

  #open() {
    const info = this.#pdfium.wasmExports.malloc(FORM_INFO.bytes)
    this.#pdfium.HEAPU8.fill(0, info, info + FORM_INFO.bytes)
    this.#pdfium.HEAPU8[info] = FORM_INFO.version
    return {
      // Only a document that is not open has none.
      at: this.#pdfium._FPDFDOC_InitFormFillEnvironment(this.#document, info) as Address,
      info,
    }
  }
}

function textOfPage(pdfium: Pdfium, page: Address): string {
  const text = pdfium._FPDFText_LoadPage(page)
  if (text === 0) return ''
  // FPDFText_GetText leaves out as many characters at the end as there are glyphs without a letter.
  const codes = Array.from({ length: pdfium._FPDFText_CountChars(text) }, (_, index) =>
    codeAt(pdfium, text, index),
  )
  const result = withBytes(pdfium, 6 * 8, (numbers) =>
    linesInOrder(codes, (index) => placeOf(pdfium, text, index, numbers)),
  )
  pdfium._FPDFText_ClosePage(text)
  return result
}

/** The letters of TeX's fonts from 0x10 on, for fonts that do not name them. Its older fonts have the five ligatures from 0x0B on. */
const TEX_LETTERS = '“”„«»–—\0\0\0\0ﬀﬁﬂﬃﬄ'
const TEX_LIGATURES = 0x0b

function codeAt(pdfium: Pdfium, text: Address, index: number): number {
  const code = pdfium._FPDFText_GetUnicode(text, index)
  if (code >= 0x20 || code < TEX_LIGATURES) return code
  if (!pdfium._FPDFText_HasUnicodeMapError(text, index)) return code
  return TEX_LETTERS.charCodeAt(code & 0x0f)
}

function placeOf(pdfium: Pdfium, text: Address, index: number, numbers: Address): Place {
  const at = (place: number) => (numbers + place * 8) as Address
  pdfium._FPDFText_GetCharBox(text, index, at(0), at(1), at(2), at(3))
  pdfium._FPDFText_GetCharOrigin(text, index, at(4), at(5))
  const [left = 0, right = 0, low = 0, high = 0, origin = 0, baseline = 0] = new Float64Array(
    pdfium.HEAPU8.buffer,
    numbers,
    6,
  )
  // Four of half the size: left, top, right, bottom, with the margins.
  pdfium._FPDFText_GetLooseCharBox(text, index, numbers)
  const [, top = 0, end = 0, bottom = 0] = new Float32Array(pdfium.HEAPU8.buffer, numbers, 4)
  const height = Math.max(top - bottom, high - low)
  return { origin, left, right, end, height, baseline, isInked: high - low > height / 100 }
}

/** Whether a page without a text shows one all the same: scanned, or with its letters drawn as shapes. */
function isPictureOfText(pdfium: Pdfium, page: Address): boolean {
  const area = pdfium._FPDF_GetPageWidthF(page) * pdfium._FPDF_GetPageHeightF(page)
  const objects = pdfium._FPDFPage_CountObjects(page)
  if (objects >= MANY_OBJECTS) return true
  return withBytes(pdfium, 4 * 4, (sides) => {
    const at = (place: number) => (sides + place * 4) as Address
    for (let index = 0; index < objects; index += 1) {
      const object = pdfium._FPDFPage_GetObject(page, index)
      if (object === 0) continue
      const kind = pdfium._FPDFPageObj_GetType(object)
      if (kind !== OBJECT.image && kind !== OBJECT.form) continue
      pdfium._FPDFPageObj_GetBounds(object, at(0), at(1), at(2), at(3))
      const [left = 0, bottom = 0, right = 0, top = 0] = new Float32Array(
        pdfium.HEAPU8.buffer,
        sides,
        4,
      )
      if ((right - left) * (top - bottom) >= area * LARGE_PICTURE) return true
    }
    return false
  })
}
