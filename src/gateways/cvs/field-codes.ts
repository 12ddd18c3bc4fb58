// The fields of a Word document, from either of its formats: those that start a program or fetch another file.
import type { ActiveContent } from '#domain/cvs/cvs.ts'

/** The word that names a field stands at its beginning; what follows may be as long as it likes. */
const CODE = 600
const DEPTH = 100

type Field = { code: string; isResult: boolean; isComputed: boolean }

/** Is told of marks and text in their order, and finds what a field says also when its words are cut into pieces. */
export class FieldCodes {
  readonly #found: Set<ActiveContent>
  readonly #fields: Field[] = []

  constructor(found: Set<ActiveContent>) {
    this.#found = found
  }

  begin(): void {
    const parent = this.#fields.at(-1)
    // A field that is named by what another one comes to, which is how a name is hidden. A formula is no name.
    if (parent && !parent.isResult && /^[^\s=]*$/.test(parent.code.trimStart())) {
      parent.isComputed = true
    }
    if (this.#fields.length < DEPTH) {
      this.#fields.push({ code: '', isResult: false, isComputed: false })
    }
  }

  text(text: string): void {
    const field = this.#fields.at(-1)
    if (field && !field.isResult && field.code.length < CODE) {
      field.code += text.slice(0, CODE - field.code.length)
    }
  }

  separate(): void {
    const field = this.#fields.at(-1)
    if (!field || field.isResult) return
    field.isResult = true
    this.#judge(field)
  }

  end(): void {
    const field = this.#fields.pop()
    if (field && !field.isResult) this.#judge(field)
  }

  /** A document may break off in the middle of a field. */
  close(): void {
    while (this.#fields.length > 0) this.end()
  }

  /** A whole field at once. */
  field(code: string): void {
    this.#judge({ code: code.slice(0, CODE), isResult: true, isComputed: false })
  }

  #judge({ code, isComputed }: Field): void {
    const [name = '', ...words] = code.replaceAll('"', ' ').trim().split(/\s+/)
    if (isComputed || /^DDE(?:AUTO)?$/i.test(name)) this.#found.add('dde')
    if (/^LINK$/i.test(name)) this.#found.add('external-link')
    if (/^INCLUDETEXT$|^INCLUDE$/i.test(name) && leadsElsewhere(words[0] ?? '')) {
      this.#found.add('external-link')
    }
  }
}

/**
 * Whether a target is on another machine. A document names the template on its author's own disk, or on the server of their
 * office, as a matter of course, and neither leads anywhere from the reader's.
 */
export function leadsElsewhere(target: string): boolean {
  const plain = target.trim().replaceAll('\\', '/').replace(/%5c/gi, '/')
  if (plain.startsWith('//')) return !isOfOffice(plain)
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(plain) ?? []
  // A single letter is a disk.
  if (scheme.length < 2) return false
  if (scheme.toLowerCase() !== 'file') return true
  const path = rest.replace(/^\/+/, '')
  const slashes = rest.length - path.length
  if (/^[a-z][:|]/i.test(path)) return false
  return (slashes >= 4 || slashes === 2) && !isOfOffice(`//${path}`)
}

/** A name without a dot is known inside of one network alone. A number is an address. */
const isOfOffice = (share: string) => /^\/\/+[a-z][\w-]{0,62}(?:\/|$)/i.test(share)
