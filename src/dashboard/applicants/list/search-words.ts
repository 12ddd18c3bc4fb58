// Which parts of a name or an address match a search text, marked as the server matches them.
import type { FoundPiece } from '#domain/applicants/applicants.ts'

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The words to mark: without excluded ones, and without the quotation marks of a phrase. */
function wordsOf(search: string): string[] {
  return fold(search)
    .split(/[\s"]+/)
    .filter((word) => word !== 'or' && !word.startsWith('-') && /[\p{L}\p{N}]/u.test(word))
}

/** Marks words that begin with one of the search words, and parts of words of three or more letters. */
export function splitMatches(text: string, search: string): FoundPiece[] {
  // One folded character for each letter, so that positions are the same in both.
  const letters = Array.from(text.normalize('NFC'))
  const folded = letters.map((letter) => fold(letter)[0] ?? ' ')
  const found = letters.map(() => false)
  const plain = folded.join('')
  for (const word of wordsOf(search)) {
    for (let at = plain.indexOf(word); at >= 0; at = plain.indexOf(word, at + 1)) {
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? '')
      if (begins || word.length >= 3) found.fill(true, at, at + word.length)
    }
  }
  const pieces: FoundPiece[] = []
  for (const [index, letter] of letters.entries()) {
    const isFound = found[index] ?? false
    const last = pieces.at(-1)
    if (last?.is_found === isFound) last.text += letter
    else pieces.push({ text: letter, is_found: isFound })
  }
  return pieces
}
