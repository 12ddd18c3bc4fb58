// The files that the configurations of Vitest name are there: a wrong name would silently leave a test in or out.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at, read } from '../scripts/spec-map.ts'

/** 'a/{b,c}.ts' as 'a/b.ts' and 'a/c.ts'. */
function alternativesOf(pattern: string): string[] {
  const braces = /\{([^{}]+)\}/.exec(pattern)
  if (!braces) return [pattern]
  const [whole, inside = ''] = braces
  return inside.split(',').flatMap((one) => alternativesOf(pattern.replace(whole, one)))
}

// Read as text: the configuration of `test:fast` also chooses the engines of the process that imports it.
test.each(['vitest.config.ts', 'vitest.fast.config.ts'])('%s names files that exist', (file) => {
  const named = [...read(file).matchAll(/'((?:src|test|scripts|standin)\/[^']+)'/g)]
  const patterns = named.flatMap(([, pattern = '']) => alternativesOf(pattern))
  expect(patterns.length).toBeGreaterThan(10)
  expect(patterns.filter((pattern) => globSync(pattern, { cwd: at('.') }).length === 0)).toEqual([])
})
