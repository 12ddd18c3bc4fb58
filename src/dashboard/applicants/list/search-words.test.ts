import { expect, it } from 'vitest'
import { splitMatches } from './search-words.ts'

const marked = (text: string, search: string) =>
  splitMatches(text, search)
    .map((piece) => (piece.is_found ? `[${piece.text}]` : piece.text))
    .join('')

it.each([
  ['Maya Okafor', 'maya', '[Maya] Okafor'],
  ['Maya Okafor', 'ma oka', '[Ma]ya [Oka]for'],
  ['Maya Okafor', 'afor', 'Maya Ok[afor]'],
  ['Maya Okafor', 'or', 'Maya Okafor'],
  ['Maya Okafor', 'ay', 'Maya Okafor'],
  ['Zoë Müller', 'MULLER', 'Zoë [Müller]'],
  ['Zoe\u0308 Li', 'zoe', '[Zoë] Li'],
  ['Maya Okafor', '"maya okafor" -oka', '[Maya] [Okafor]'],
  ['jo.smith@example.com', 'smith', 'jo.[smith]@example.com'],
  ['😀 Maya', 'maya', '😀 [Maya]'],
  ['Maya', '*** ( \\', 'Maya'],
])('%s, searched for %s', (text, search, expected) => {
  expect(marked(text, search)).toBe(expected)
})
