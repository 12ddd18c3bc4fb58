// PDFium, Chrome's reader of PDF files, compiled to WebAssembly: the functions that are used here, and a limit of its memory.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { boxFont } from './box-font.ts'

/** An address in its memory: of a document, a page, a text, an annotation, a buffer. */
export type Address = number & { readonly address: unique symbol }
/** The place of what it should keep or write; 0 where there is none. */
type At = Address | 0
type FourPlaces = [Address, Address, Address, Address]

/** https://pdfium.googlesource.com/pdfium/+/refs/heads/main/public: names as there. */
export type Pdfium = {
  readonly HEAPU8: Uint8Array<ArrayBuffer>
  readonly wasmExports: { malloc(bytes: number): Address; free(at: Address): void }
  _FPDF_InitLibraryWithConfig(config: At): void
  _FPDF_LoadMemDocument(content: Address, bytes: number, password: At): At
  _FPDF_GetLastError(): number
  _FPDF_CloseDocument(document: Address): void
  _FPDF_GetPageCount(document: Address): number
  _FPDF_LoadPage(document: Address, index: number): At
  _FPDF_ClosePage(page: Address): void
  _FPDF_GetPageWidthF(page: Address): number
  _FPDF_GetPageHeightF(page: Address): number
  _FPDFPage_Flatten(page: Address, usage: number): number
  _FPDFPage_CountObjects(page: Address): number
  _FPDFPage_GetObject(page: Address, index: number): At
  _FPDFPageObj_GetType(object: Address): number
  _FPDFPageObj_GetBounds(object: Address, ...sides: FourPlaces): number
  _FPDFPage_GetAnnotCount(page: Address): number
  _FPDFPage_GetAnnot(page: Address, index: number): At
  _FPDFPage_CloseAnnot(annotation: Address): void
  _FPDFAnnot_GetSubtype(annotation: Address): number
  _FPDFAnnot_GetFlags(annotation: Address): number
  _FPDFAnnot_GetStringValue(annotation: Address, key: Address, text: At, bytes: number): number
  _FPDFAnnot_GetFormFieldType(form: Address, annotation: Address): number
  _FPDFAnnot_GetFormFieldFlags(form: Address, annotation: Address): number
  _FPDFAnnot_GetFormFieldValue(form: Address, annotation: Address, text: At, bytes: number): number
  _FPDFDOC_InitFormFillEnvironment(document: Address, info: Address): At
  _FPDFDOC_ExitFormFillEnvironment(form: Address): void
  _FPDFText_LoadPage(page: Address): At
  _FPDFText_ClosePage(text: Address): void
  _FPDFText_CountChars(text: Address): number
  _FPDFText_GetUnicode(text: Address, index: number): number
  _FPDFText_HasUnicodeMapError(text: Address, index: number): number
  _FPDFText_GetCharBox(text: Address, index: number, ...sides: FourPlaces): number
  _FPDFText_GetLooseCharBox(text: Address, index: number, rectangle: Address): number
  _FPDFText_GetCharOrigin(text: Address, index: number, x: Address, y: Address): number
}

/** Beside the file itself: what it unpacks and the pages that are read. */
const MEMORY_MB = 200

export type OpenedPdfium = {
  pdfium: Pdfium
  /** Whether it asked for more memory than it may have; after that it cannot be used. */
  isFull: () => boolean
}

export async function openPdfium(memoryMb = MEMORY_MB): Promise<OpenedPdfium> {
  const [{ PDFiumModule }, program] = await Promise.all([
    import('@hyzyla/pdfium'),
    readFile(fileURLToPath(import.meta.resolve('@hyzyla/pdfium/pdfium.wasm'))).then((bytes) =>
      WebAssembly.compile(bytes),
    ),
  ])
  let isFull = false
  let system: System | undefined
  const loaded = await PDFiumModule({
    instantiateWasm(imports, ready) {
      const environment = imports['env'] as System & {
        emscripten_resize_heap: (bytes: number) => boolean
      }
      system = { ...environment, ...(imports['wasi_snapshot_preview1'] as System) }
      const grow = environment.emscripten_resize_heap
      environment.emscripten_resize_heap = (bytes) => {
        isFull ||= bytes > memoryMb * 1_000_000
        return !isFull && grow(bytes)
      }
      const instance = new WebAssembly.Instance(program, imports)
      ready(instance)
      return instance.exports
    },
  })
  // Its type lists the few functions that its own wrapper uses.
  const pdfium = loaded as unknown as Pdfium
  if (!system) throw new Error('PDFium was loaded without its program')
  pdfium._FPDF_InitLibraryWithConfig(configOf(pdfium, system))
  return { pdfium, isFull: () => isFull }
}

/** The calls of PDFium to a system that is made of JavaScript, with files in memory. */
type System = {
  __syscall_openat(folder: number, path: Address, flags: number, mode: Address): number
  fd_write(file: number, pieces: Address, count: number, written: Address): number
  fd_close(file: number): number
}

const FONTS = '/tmp'
const CURRENT_FOLDER = -100
const CREATE_AND_WRITE = 0o101

/** FPDF_LIBRARY_CONFIG, version 2, with a folder of fonts in the memory: PDFium sees none of this machine's files. */
function configOf(pdfium: Pdfium, system: System): Address {
  const keep = (bytes: Buffer) => {
    const at = pdfium.wasmExports.malloc(bytes.length)
    pdfium.HEAPU8.set(bytes, at)
    return at
  }
  const numbers = (...values: number[]) => keep(Buffer.from(new Int32Array(values).buffer))
  const text = (value: string) => keep(Buffer.from(`${value}\0`))
  const font = boxFont()
  const mode = numbers(0o600)
  const file = system.__syscall_openat(
    CURRENT_FOLDER,
    text(`${FONTS}/box.ttf`),
    CREATE_AND_WRITE,
    mode,
  )
  system.fd_write(file, numbers(keep(font), font.length), 1, numbers(0))
  system.fd_close(file)
  return numbers(2, numbers(text(FONTS), 0), 0, 0, 0)
}
