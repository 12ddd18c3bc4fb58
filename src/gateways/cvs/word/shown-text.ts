// Puts together the text that a Word document shows (DOCX or DOC): of a field its result, of a link its address too, of ruby both parts.
import type { MissingText } from '#domain/cvs/cvs.ts'

/** What a reader of Word files gives. */
export type WordText = {
  text: string
  /** 'parts': it shows a part that was not read, of another format or not in the file. */
  missing?: MissingText[]
}

type Ruby = { base: string; reading: string }
/** A text box stands beside the paragraph that holds it. */
type Box = { box: string }
export type Piece = string | Ruby | Box

type Field = { code: string; isResult: boolean; from: number }

/** Characters of a field's code that are kept: an address may be long. */
const CODE_LENGTH = 4000

export class ShownText {
  readonly #pieces: Piece[] = []
  readonly #fields: Field[] = []

  /** Whether what comes now is the code of a field, which is not shown. */
  get isCode(): boolean {
    return this.#fields.some(({ isResult }) => !isResult)
  }

  add(...pieces: Piece[]): void {
    if (!this.isCode) for (const piece of pieces) this.#pieces.push(piece)
  }

  /** Text of the innermost code; a field inside a code adds its result to it. */
  addCode(text: string): void {
    const field = this.#fields.findLast(({ isResult }) => !isResult)
    if (field) field.code += text.slice(0, CODE_LENGTH - field.code.length)
  }

  /** Readings of neighbours are joined, so that a name that has one for each character stays in one piece. */
  addRuby(base: string, reading: string): void {
    if (this.isCode) return
    const last = this.#pieces.at(-1)
    if (typeof last === 'object' && 'base' in last) {
      last.base += base
      last.reading += reading
    } else {
      this.#pieces.push({ base, reading })
    }
  }

  beginField(): void {
    this.#fields.push({ code: '', isResult: false, from: 0 })
  }

  separateField(): void {
    const field = this.#fields.at(-1)
    if (!field || field.isResult) return
    field.isResult = true
    field.from = this.mark()
  }

  endField(): void {
    const field = this.#fields.pop()
    if (!field) return
    const { code, isResult, from } = field
    if (isResult) {
      const [, quoted, plain] = /^\s*HYPERLINK\s+(?:"([^"]*)"|([^\s"\\]\S*))/i.exec(code) ?? []
      const target = quoted ?? plain
      if (target !== undefined) this.add(addressBeside(this.textFrom(from), target))
    } else if (/^\s*EQ\s/i.test(code)) {
      // How older documents write ruby: an equation that sets the reading above the base.
      const [, reading, base] = /\\s\\up ?\d{1,3}\(([^()]*)\) ?[,;] ?([^()]*)\)/i.exec(code) ?? []
      if (reading !== undefined && base !== undefined) this.addRuby(base, reading)
    }
  }

  /** Where the next piece will be. */
  mark(): number {
    return this.#pieces.length
  }

  take(mark: number): Piece[] {
    return this.#pieces.splice(mark)
  }

  textFrom(mark: number): string {
    return textOfPieces(this.#pieces.slice(mark))
  }
}

/** Boxes come after the text around them, each on lines of its own. */
export function textOfPieces(pieces: readonly Piece[]): string {
  let text = ''
  let boxes = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') text += piece
    else if ('box' in piece) boxes += `\n${piece.box}\n`
    else text += piece.reading.trim() ? `${piece.base}(${piece.reading.trim()})` : piece.base
  }
  return text + boxes
}

/** The address that a link leads to, in brackets; nothing when the text says it already, or when only a program could follow it. */
export function addressBeside(shown: string, target: string): string {
  const [, scheme = '', rest = ''] = /^\s*(https?|mailto|tel):(.*)$/is.exec(target) ?? []
  if (scheme === '') return ''
  const isWeb = scheme.toLowerCase().startsWith('http')
  const address = isWeb ? target.trim() : unescaped(rest.replace(/\?.*$/s, '').trim())
  const isShown = plainAddress(shown).includes(plainAddress(address))
  return isShown ? '' : ` (${address})`
}

function unescaped(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Without what people leave out and put in between: the scheme, `www.`, a slash at the end, blanks and signs of telephone numbers. */
const plainAddress = (address: string): string =>
  address
    .toLowerCase()
    .replace(/https?:\/\/|www\.|[\s()\u2011-]/g, '')
    .replace(/\/$/, '')

/**
 * A soft hyphen (U+00AD) between two letters says where the word may be divided, and is left out. Elsewhere, in a number or an
 * address, Word shows it as a hyphen, and so it becomes one: a browser would not show it.
 */
export const withPlainHyphens = (text: string): string =>
  text.replace(/(?<=[\p{L}\p{M}])\u00AD+(?=\p{L})/gu, '').replaceAll('\u00AD', '-')
