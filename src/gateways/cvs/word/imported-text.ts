// The text of a part that a Word document imports as HTML or as plain text.
import { Parser } from 'htmlparser2'

/** The bytes as text, by the mark at their beginning or by what they can be. */
export function decoded(bytes: Buffer): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const blocks =
  /^(?:address|article|blockquote|br|caption|d[dltv]|div|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|tr|ul)$/
const notShown = /^(?:head|script|style|template|title)$/

export function textOfHtml(html: string): string {
  let text = ''
  let hidden = 0
  const parser = new Parser({
    onopentag(name) {
      if (notShown.test(name)) hidden += 1
      else if (blocks.test(name)) text += '\n'
      else if (name === 'td' || name === 'th') text += '\t'
    },
    ontext(piece) {
      if (hidden === 0) text += piece.replace(/\s+/g, ' ')
    },
    onclosetag(name) {
      if (notShown.test(name)) hidden -= 1
      else if (blocks.test(name)) text += '\n'
    },
  })
  parser.end(html)
  return text
}
