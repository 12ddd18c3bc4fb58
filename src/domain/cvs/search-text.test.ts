import { describe, expect, test } from 'vitest'
import { joinedWords, WIDE_BLANK } from './search-text.ts'

const added = (shown: string) => joinedWords(shown).split(' ')

describe('the words for the search', () => {
  test('are none where no word is taken apart', () => {
    const shown = 'Maya Okafor\nA B C, 2019-2024, tel. 0113-496-0188\nd e f, part-time\n経理会\n計'
    expect(joinedWords(shown)).toBe('')
  })

  test.each([
    ['refur-\nbishment', ['refurbishment', 'refur-bishment']],
    ['tills and refur‐\nbishment of', ['refurbishment', 'refur-bishment']],
    ['high-\nimpact', ['highimpact', 'high-impact']],
    ['inter-\nnational-\nization', ['internationalization', 'inter-national-ization']],
    ['well-estab-\nlished', ['well-established', 'well-estab-lished']],
    ['Ver-\nkäu\u0308fer', ['Verkäu\u0308fer', 'Ver-käu\u0308fer']],
    ['ο επι-\nχειρηματίας', ['επιχειρηματίας', 'επι-χειρηματίας']],
  ])('joins a divided word: %j', (shown, words) => {
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

  test('have a limit', () => {
    for (const shown of ['ab-\n', 'a-', 'a ', 'ab-cd ']) {
      expect(joinedWords(shown.repeat(50_000)).length).toBeLessThanOrEqual(50_000)
    }
  })
})
