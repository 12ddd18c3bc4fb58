import { describe, expect, test } from 'vitest'
import { textForSearch, WIDE_BLANK } from './search-text.ts'

/** The words behind the shown text. */
const added = (shown: string) => textForSearch(shown).split('\n').at(-1)?.split(' ')

describe('the text for the search', () => {
  test('begins with the shown text, and is no more where no word is taken apart', () => {
    const shown = 'Maya Okafor\nA B C, 2019-2024, tel. 0113-496-0188\nd e f'
    expect(textForSearch(shown)).toBe(shown)
  })

  test.each([
    ['refur-\nbishment', ['refurbishment', 'refur-bishment']],
    ['tills and refur‐\nbishment of', ['refurbishment', 'refur-bishment']],
    ['high-\nimpact', ['highimpact', 'high-impact']],
    ['part-time', ['parttime']],
    ['state‑of‑the‑art', ['stateoftheart']],
    ['inter-\nnational-\nization', ['internationalization', 'inter-national-ization']],
    ['well-estab-\nlished', ['wellestablished', 'well-established', 'well-estab-lished']],
    ['Ver-\nkäu\u0308fer', ['Verkäu\u0308fer', 'Ver-käu\u0308fer']],
    ['ο επι-\nχειρηματίας', ['επιχειρηματίας', 'επι-χειρηματίας']],
  ])('joins a hyphenated or divided word: %j', (shown, words) => {
    expect(added(shown)).toEqual(words)
  })

  test.each([
    ['M A Y A', ['MAYA']],
    [`M A Y A${WIDE_BLANK}O K A F O R`, ['MAYA', 'OKAFOR']],
    [`J O${WIDE_BLANK}L I`, ['JO', 'LI']],
    ['Name: З о я К', ['ЗояК']],
    ['m a y a @ x . d e', ['maya@x.de']],
    ['山 田 太 郎', ['山田太郎']],
  ])('joins letters that stand apart: %j', (shown, words) => {
    expect(added(shown)).toEqual(words)
  })

  test('joins what stands around the end of a line without blanks', () => {
    expect(added('経理会\n計の経\n験')).toEqual(['経理会計の経', '計の経験'])
  })

  test('has a limit, and takes time by the length of the text alone', () => {
    const shown = 'ab-\n'.repeat(50_000)
    const started = performance.now()
    expect(textForSearch(shown).length).toBeLessThanOrEqual(shown.length + 50_001)
    expect(textForSearch('a-'.repeat(100_000)).length).toBeLessThanOrEqual(250_001)
    expect(textForSearch('a '.repeat(100_000)).length).toBeLessThanOrEqual(250_001)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})
