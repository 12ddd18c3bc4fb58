import { expect, test } from 'vitest'
import { completeAddress, isWebAddress, wholeYears } from './typed-values.ts'

test.each([
  ['https://example.com', true],
  ['http://example.com:8080/a?b#c', true],
  ['HTTPS://EXAMPLE.COM', true],
  ['javascript:alert(1)//https://example.com', false],
  ['java\nscript:alert(1)', false],
  ['data:text/html,<script>alert(1)</script>', false],
  ['vbscript:x', false],
  ['file:///etc/passwd', false],
  ['//example.com', false],
  ['https://', false],
  ['https:///', false],
  ['https://localhost', false],
  ['ftp://example.com', false],
  ['', false],
])('%j is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected)
})

test.each([
  ['linkedin.com/in/suharto', 'https://linkedin.com/in/suharto'],
  ['www.linkedin.com/in/maya', 'https://www.linkedin.com/in/maya'],
  ['instagram.com/maya', 'https://instagram.com/maya'],
  ['etsy.com/shop/maya?ref=1#top', 'https://etsy.com/shop/maya?ref=1#top'],
  ['münchen-laden.de', 'https://münchen-laden.de'],
  ['ｗｗｗ．ｅｘａｍｐｌｅ．ｊｐ／ｍａｙａ', 'https://www.example.jp/maya'],
  ['例え。テスト', 'https://例え.テスト'],
  ['//example.com', 'https://example.com'],
  ['shop.example.com:8080/a', 'https://shop.example.com:8080/a'],
])('%s is completed', (typed, address) => {
  expect(completeAddress('websiteUrl', typed)).toBe(address)
  expect(isWebAddress(address)).toBe(true)
})

test.each(['@maya-okafor', 'in/maya-okafor', '/in/maya-okafor/'])(
  '%s is a name on LinkedIn',
  (typed) => {
    const address = 'https://www.linkedin.com/in/maya-okafor'
    expect(completeAddress('linkedinUrl', typed)).toBe(address)
    expect(isWebAddress(completeAddress('websiteUrl', typed))).toBe(false)
  },
)

test.each([
  'maya okafor',
  'n/a',
  '-',
  'none',
  'maya@example.com',
  'maya:secret@example.com',
  'javascript:alert(1)',
  'javascript:alert(1)//example.com',
  'data:text/html,x',
  'ftp://example.com',
  'mailto:maya@example.com',
  'localhost',
  'localhost:3000',
  '192.168.1.1',
  'https://maya',
  '@m',
])('%s stays as it is, and is refused', (typed) => {
  for (const field of ['linkedinUrl', 'websiteUrl'] as const) {
    expect(completeAddress(field, typed)).toBe(typed)
    expect(isWebAddress(typed)).toBe(false)
  }
})

test.each([
  ['0', 0],
  ['7', 7],
  [' 12 ', 12],
  ['1.5', 1],
  ['2,5', 2],
  ['٣', 3],
  ['٢٫٥', 2],
  ['１０', 10],
  ['५', 5],
  ['5+', 5],
  ['５＋', 5],
  ['many', NaN],
  ['-1', NaN],
  ['1e1', NaN],
  ['1.2.3', NaN],
  ['Infinity', NaN],
  ['99999', NaN],
  ['٣'.repeat(100_000), NaN],
])('%j are so many years: %d', (typed, years) => {
  expect(wholeYears(typed)).toBe(years)
})
