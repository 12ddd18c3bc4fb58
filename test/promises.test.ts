// docs/promises.md is true: what it names is there, and what it quotes stands on the legal pages.
import { describe, expect, test } from 'vitest'
import { RETENTION } from '#domain/retention/retention.ts'
import { read } from '../scripts/spec-map.ts'
import { malformed, missingFiles, rowsOf } from './shown-by.ts'

const page = read('docs/promises.md')
const rows = rowsOf(page)

describe('every promise', () => {
  test('has one of the three forms, and is short', () => {
    expect(rows.length).toBeGreaterThan(20)
    expect(malformed(rows)).toEqual([])
  })

  test('names files that are there', () => {
    expect(missingFiles(rows)).toEqual([])
  })

  test.each(['privacy', 'terms'])('stands on the page /%s', (name) => {
    const text = textOf(read(`src/dashboard/legal/${name}-screen.tsx`))
    const [, part = ''] = page.split(`## /${name}\n`)
    const promised = rowsOf(part.split('\n## ')[0] ?? '')
    expect(promised.length).toBeGreaterThan(5)
    const missing = promised
      // In brackets: a remark of ours.
      .map((row) => row.name.replace(/ \([^)]*\)$/, ''))
      .filter((promise) => !text.includes(promise))
    expect(missing).toEqual([])
  })
})

/** What a visitor reads, roughly: the source without its tags. */
const textOf = (source: string): string =>
  source
    .replace(/\{RETENTION\.(\w+)\}/g, (_, name: keyof typeof RETENTION) => String(RETENTION[name]))
    .replaceAll("{' '}", ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/ \./g, '.')
