// The words of a CV that the layout of a page takes apart, for the search.

const WIDE = '\u2003'
/** Between the words of a line whose letters are drawn apart: in such a line, a blank is between two letters. */
export const WIDE_BLANK = ` ${WIDE} `

/** The joined words take at most so many characters. */
const JOINED_MAX = 50_000
/** Fewer single letters are initials or a list. */
const FEWEST_LETTERS = 4

/**
 * What the search has more than staff read: words that a hyphen divides at the end of a line, and words written with blanks between
 * their letters. All that one word alone says, `search_words` in the database adds (test/input/search-rules.md).
 */
export function joinedWords(shown: string): string {
  const words = [...dividedWords(shown), ...spacedWords(shown)]
  return [...new Set(words)].join(' ').slice(0, JOINED_MAX)
}

/** Stands for a hyphen at the end of a line. */
const DIVISION = '\0'

/** 'refur-\nbishment' is 'refurbishment', and 'high-\nimpact' is 'high-impact': each form is one of the words. */
function dividedWords(shown: string): string[] {
  const text = shown.replaceAll(DIVISION, '').replace(/[-\u2010\u2011]\n/g, DIVISION)
  const words = text.split(/[^\p{L}\p{M}\p{N}\u2010\u2011\0-]+/u)
  return words.flatMap((word) =>
    /\p{L}\p{M}*\0\p{L}/u.test(word)
      ? [word.replaceAll(DIVISION, ''), word.replaceAll(DIVISION, '-')]
      : [],
  )
}

/** 'M A Y A' is 'MAYA'. */
function spacedWords(shown: string): string[] {
  return shown.split('\n').flatMap((line) => {
    const words: string[] = []
    let letters: string[] = []
    const end = () => {
      const word = letters.join('')
      if (letters.length >= FEWEST_LETTERS) words.push(...word.split(WIDE))
      letters = []
    }
    for (const part of line.split(' ')) {
      if (/^(?:[\p{L}\p{N}]\p{M}*|[\u2003@.+'’-])$/u.test(part)) letters.push(part)
      else end()
    }
    end()
    return words
  })
}
