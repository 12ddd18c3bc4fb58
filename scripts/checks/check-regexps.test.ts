// What the check of regular expressions must find, and what it must let pass.
import { describe, expect, test } from 'vitest'
import { checkRegexps } from './check-regexps.ts'

const harmless = 'export const words = [/^a$/, /b/g, /[c-e]+/, /f{1,3}/i]'

/** A house big enough to be believed, with one file more. */
async function faultsOf(content: string, allowed = {}, file = 'src/domain/jobs.ts') {
  const house = new Map<string, string>()
  for (let at = 0; at < 10; at++) house.set(`src/domain/noun-${at}.ts`, harmless)
  house.set(file, content)
  return (await checkRegexps(house, allowed)).faults
}

describe('an expression', () => {
  // shows: V1.2.9
  test.each([
    ['that takes exponential time', 'const a = 1\nexport const b = /^(x+x+)+y$/', 'exponential'],
    ['that takes quadratic time', 'const a = 1\nexport const b = / +$/', '2nd degree polynomial'],
    ['of a text', `const a = 1\nexport const b = new RegExp('(a|a)*$', 'u')`, 'exponential'],
    ['that is put together', 'const a = 1\nexport const b = RegExp(`${a}+$`)', 'put together'],
  ])('%s is a fault with its place', async (_, content, why) => {
    const faults = await faultsOf(content)
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('src/domain/jobs.ts:2: ')
    expect(faults[0]).toContain(why)
  })

  test('that is linear passes, and so does one that is a text or a comment', async () => {
    expect(await faultsOf(`// / +$/\nexport const a = '/ +$/'.replace(/\\/+/g, '')`)).toEqual([])
  })

  test('may stand where its file and itself are named, and no longer than it is needed', async () => {
    const allowed = { 'src/domain/jobs.ts / +$/': 'cut to 20 signs' }
    expect(await faultsOf('export const b = / +$/', allowed)).toEqual([])
    expect(await faultsOf('export const b = / +$/', allowed, 'src/domain/cvs.ts')).toHaveLength(2)
    expect(await faultsOf('export const b = / +/', allowed)).toEqual([
      'src/domain/jobs.ts / +$/ need not be allowed any more',
    ])
  })
})

test('a check that sees no files, or no expressions, does not pass', async () => {
  const wrong = expect.stringContaining('the check looks in the wrong place')
  expect((await checkRegexps(new Map(), {})).faults).toEqual([wrong])
  expect((await checkRegexps(new Map([['test/a.ts', harmless]]), {})).faults).toEqual([wrong])
  const empty = new Map(Array.from({ length: 20 }, (_, at) => [`src/domain/n-${at}.ts`, '']))
  expect((await checkRegexps(empty, {})).faults).toEqual([wrong])
})
