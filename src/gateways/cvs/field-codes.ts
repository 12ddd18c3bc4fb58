// Finds fields of a Word document (DOC or DOCX) that start a program or fetch another file.
import type { ActiveContent } from '#domain/cvs/cvs.ts'

/** Characters of a field's code that are checked. Its keyword comes first; the arguments may have any length. */
const MAX_CODE_LENGTH = 600
const MAX_DEPTH = 100

type Field = { code: string; isResult: boolean; isComputed: boolean }

/** Takes field marks and text in document order; finds a field's code even when it is split over several runs. */
export class FieldCodes {
  readonly #found: Set<ActiveContent>
  readonly #fields: Field[] = []

  constructor(found: Set<ActiveContent>) {
    this.#found = found
  }

  begin(): void {
    const parent = this.#fields.at(-1)
    // The parent's keyword is the result of a nested field: a way to hide the keyword. A formula ('=') has no keyword to hide.
    if (parent && !parent.isResult && /^[^\s=]*$/.test(parent.code.trimStart())) {
      parent.isComputed = true
    }
    if (this.#fields.length < MAX_DEPTH) {
      this.#fields.push({ code: '', isResult: false, isComputed: false })
    }
  }

  text(text: string): void {
    const field = this.#fields.at(-1)
    if (field && !field.isResult && field.code.length < MAX_CODE_LENGTH) {
      field.code += text.slice(0, MAX_CODE_LENGTH - field.code.length)
    }
  }

  separate(): void {
    const field = this.#fields.at(-1)
    if (!field || field.isResult) return
    field.isResult = true
    this.#check(field)
  }

  end(): void {
    const field = this.#fields.pop()
    if (field && !field.isResult) this.#check(field)
  }

  /** Checks the fields that the document leaves open at its end. */
  close(): void {
    while (this.#fields.length > 0) this.end()
  }

  /** A complete field in one attribute (`w:fldSimple`). */
  field(code: string): void {
    this.#check({ code: code.slice(0, MAX_CODE_LENGTH), isResult: true, isComputed: false })
  }

  #check({ code, isComputed }: Field): void {
    const [name = '', ...words] = code.replaceAll('"', ' ').trim().split(/\s+/)
    if (isComputed || /^DDE(?:AUTO)?$/i.test(name)) this.#found.add('dde')
    if (/^LINK$|^DATABASE$/i.test(name)) this.#found.add('external-link')
    const others = words.filter((word) => pointsToOtherMachine(word))
    if (/^INCLUDETEXT$|^INCLUDE$/i.test(name) && others.length > 0) {
      this.#found.add('external-link')
    }
    if (/^INCLUDEPICTURE$|^IMPORT$/i.test(name) && others.some((word) => isPictureOnShare(word))) {
      this.#found.add('external-link')
    }
  }
}

/**
 * Whether a target is on another machine that the reader's program could contact. Documents normally name a template on their
 * author's disk or on a server of the author's office network; neither is reachable from elsewhere.
 */
export function pointsToOtherMachine(target: string): boolean {
  const plain = target.trim().replaceAll('\\', '/').replace(/%5c/gi, '/')
  if (plain.startsWith('//')) return !isLocalNetworkShare(plain)
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*):(.*)$/is.exec(plain) ?? []
  // A single letter is a drive.
  if (scheme.length < 2) return false
  if (scheme.toLowerCase() !== 'file') return true
  const path = rest.replace(/^\/+/, '')
  const slashes = rest.length - path.length
  if (/^[a-z][:|]/i.test(path)) return false
  return (slashes >= 4 || slashes === 2) && !isLocalNetworkShare(`//${path}`)
}

/** Whether a picture on another machine is on a network share: the program that loads it sends the Windows user's credentials. */
export const isPictureOnShare = (target: string): boolean =>
  pointsToOtherMachine(target) && !/^(?:https?|data):/i.test(target.trim())

/** A host name without a dot resolves only inside a local network. A host that starts with a digit is an IP address. */
const isLocalNetworkShare = (share: string) => /^\/\/+[a-z][\w-]{0,62}(?:\/|$)/i.test(share)
