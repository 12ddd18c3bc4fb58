// What is too long to be read at once, and what is not.
import { describe, expect, test } from 'vitest'
import { checkSizes } from './check-sizes.ts'

const lines = (count: number) => Array.from({ length: count }, (_, at) => `  use(${at})\n`).join('')
const faultsOf = (text: string, file = 'src/domain/jobs/jobs.ts') =>
  checkSizes(new Map([[file, text]]))

describe('a function', () => {
  test.each([
    ['a declaration', (body: string) => `function long() {\n${body}}\n`],
    ['an arrow function', (body: string) => `const long = () => {\n${body}}\n`],
    ['a method', (body: string) => `class Long { long() {\n${body}} }\n`],
    [
      'a component',
      (body: string) =>
        `const Long = () => {\n${body}  return <p />\n}\n`.replace('  use(0)\n', ''),
    ],
  ])('%s of 101 lines is too long, and one of 100 is not', (_, written) => {
    const file = 'src/dashboard/jobs/job-table.tsx'
    expect(faultsOf(written(lines(98)), file)).toEqual([])
    expect(faultsOf(written(lines(99)), file)).toEqual([
      expect.stringMatching(
        /^src\/dashboard\/jobs\/job-table\.tsx:1: a function of 101 lines, more than 100: /,
      ),
    ])
  })

  test('that holds a long one is too long as well, and each is named with its line', () => {
    const faults = faultsOf(
      `\nconst outer = () => {\n  const inner = () => {\n${lines(99)}  }\n}\n`,
    )
    expect(faults).toEqual([
      expect.stringContaining('jobs.ts:2: a function of 103 lines'),
      expect.stringContaining('jobs.ts:3: a function of 101 lines'),
    ])
  })
})

test('a file of 401 lines is too long, and one of 400 is not', () => {
  expect(faultsOf(lines(400))).toEqual([])
  expect(faultsOf(lines(401))).toEqual([
    'src/domain/jobs/jobs.ts has 401 lines, more than 400: divide it into files that each have one subject',
  ])
})

test.each(['src/domain/jobs/jobs.test.ts', 'test/app.ts', 'scripts/build.ts', 'bench/main.ts'])(
  '%s is not of the product, and may be longer',
  (file) => expect(faultsOf(`function long() {\n${lines(500)}}\n`, file)).toEqual([]),
)
