// Marks in a text what a search has found in it.
import type { FoundPiece } from '#domain/applicants/applicants.ts'

/** Characters that are shown before the first mark, and in all. */
const BEFORE = 40
const SHOWN = 140

/** Written in or between the parts of a word or a number that is asked for without them; between two letters at most so many. */
const SIGNS = new Set(`'’‘ʼʻ´\`׳״‐‑-()./ \n`)
const MOST_SIGNS = 3

type Place = { from: number; to: number }

/**
 * A short part of `shown` around the first hits, as text and matches, so that it is never rendered as markup. `letters` is
 * `letters_of(shown)` and `words` those of `marks_of`, both of the database.
 */
export function markedParts(
  shown: string,
  letters: string,
  words: readonly string[],
): FoundPiece[] {
  const places = foldsInPlace(shown, letters) ? undefined : placesOf(shown, letters)
  const marks: Place[] = []
  for (let at = 0; at < letters.length; at++) {
    let end = 0
    for (const word of words) {
      if (letters[at] === word[0]) end = Math.max(end, endOfHit(letters, at, word))
    }
    if (end === 0) continue
    const from = places ? places[at]?.from : at
    const to = places ? places[end - 1]?.to : end
    if (from === undefined || to === undefined) continue
    const last = marks.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else marks.push({ from, to })
  }
  const { from, to } = partAround(shown, marks[0])
  const parts: FoundPiece[] = []
  let at = from
  const add = (end: number, isFound: boolean) => {
    const text = shown.slice(at, end).replace(/\s+/g, ' ')
    if (text !== '') parts.push({ text, is_found: isFound })
    at = end
  }
  for (const mark of marks.filter((mark) => mark.from < to)) {
    add(mark.from, false)
    add(Math.min(mark.to, to), true)
  }
  add(to, false)
  return parts
}

const isOfWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character)
/** Scripts without blanks between words: there, what stands around a hit is not part of it. */
const isOfRun = (character: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]/u.test(
    character,
  )

/** Where the word ends that begins at `at` with `word`, whose first letter is there; 0 where none does. */
function endOfHit(letters: string, at: number, word: string): number {
  if (/^[a-z]/.test(word) && isOfWord(letters[at - 1])) return 0
  const isNumber = /^\d+$/.test(word)
  let end = at + 1
  for (let index = 1; index < word.length; index++) {
    let next = end
    while (next - end < MOST_SIGNS && SIGNS.has(letters[next] ?? '')) next++
    const mayBeApart = isNumber || isOfRun(word) || !/\s/.test(letters.slice(end, next))
    // 'ue' may be written 'ü', which is 'u' here.
    const isSecond = /^(?:ue|oe|ae|aa)$/.test(word.slice(index - 1, index + 1))
    if (letters[next] === word[index] && mayBeApart) end = next + 1
    else if (!isSecond) return 0
  }
  while (isOfWord(letters[end]) && !isOfRun(letters[end] ?? '')) end++
  return end
}

/**
 * Whether each unit folds to one, as most texts do: only capitals and accents differ. The length alone does not say so, where one sign
 * folds to two letters and another to none.
 */
const foldsInPlace = (shown: string, letters: string): boolean =>
  shown.length === letters.length &&
  shown
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}+/gu, '') === letters

/** For each UTF-16 unit of `letters`, where it comes from in `shown`. */
function placesOf(shown: string, letters: string): Place[] {
  const words = [...shown.matchAll(/\S+/gu)]
  const folded = [...letters.matchAll(/\S+/gu)]
  const places: Place[] = []
  // A sign that folds to several words: nothing is known of what stands where.
  if (words.length !== folded.length) return places
  for (const [index, word] of folded.entries()) {
    const written = words[index]?.[0] ?? ''
    const from = words[index]?.index ?? 0
    const characters = Array.from(written)
    const own = Array.from(word[0])
    let at = from
    let unit = word.index
    for (const [nr, character] of own.entries()) {
      const width = characters[nr]?.length ?? 0
      // Where it has another length the whole word is one place.
      const place =
        own.length === characters.length
          ? { from: at, to: at + width }
          : { from, to: from + written.length }
      for (let end = unit + character.length; unit < end; unit++) places[unit] = place
      at += width
    }
  }
  return places
}

/** Begins and ends between words where one is near. */
function partAround(shown: string, mark: Place | undefined): Place {
  const first = mark?.from ?? 0
  const earliest = Math.max(0, first - BEFORE)
  const blank = shown.slice(earliest, first).search(/\s/)
  const from = earliest === 0 || blank < 0 ? earliest : earliest + blank + 1
  const latest = Math.min(shown.length, Math.max(from + SHOWN, mark?.to ?? 0))
  const end = Math.max(shown.lastIndexOf(' ', latest), shown.lastIndexOf('\n', latest))
  return { from, to: latest === shown.length || end < latest - BEFORE ? latest : end }
}
