// The pseudo-language: disguised English, to find texts outside of the catalogue: accents, a third longer, in brackets. 'Save' is
// '[Šàṽé~~]'.
import type { CompiledMessage } from 'icu-minify/format'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'
const accented = 'àƀçđéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇĐÉƑĜĤÎĴĶĻṀÑÖÞɊŔŠŢÛṼŴẊÝŽ'

/** A person can still read it, and a search for an English word does not match. */
const pseudoText = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => accented[letters.indexOf(letter)] ?? letter)

type Node = Exclude<CompiledMessage, string>[number]

function pseudoNode(node: Node): Node {
  if (typeof node === 'string') return pseudoText(node)
  if (!Array.isArray(node)) return node
  const [name, kind, ...rest] = node as [string, unknown, ...unknown[]]
  // A plural, or a choice by a word: one message for each case.
  if (typeof kind === 'number' && typeof rest[0] === 'object' && kind <= 3) {
    const cases = Object.entries(rest[0] as Record<string, Node | Node[]>)
    const put = cases.map(([of, text]) => [of, pseudoBranch(text)])
    return [name, kind, Object.fromEntries(put)] as Node
  }
  if (kind === undefined || (typeof kind === 'number' && kind > 0)) return node
  // A tag and its content.
  return [name, ...[kind, ...rest].map((part) => pseudoNode(part as Node))] as Node
}

// A branch is one part alone or several.
const pseudoBranch = (branch: Node | Node[]): unknown =>
  Array.isArray(branch) ? branch.map((part) => pseudoNode(part as Node)) : pseudoNode(branch)

export function pseudo(message: CompiledMessage): CompiledMessage {
  const nodes: Node[] = typeof message === 'string' ? [message] : message
  const { length } = nodes.filter((node) => typeof node === 'string').join('')
  const tail = `${'~'.repeat(Math.ceil(length * 0.3))}]`
  const parts = ['[', ...nodes.map(pseudoNode), tail]
  return parts.every((part) => typeof part === 'string') ? parts.join('') : parts
}
