// docs/security.md has a row for every requirement of ASVS 5.0, levels 1 and 2, and tests show those that code meets.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { at, read, readTags, rowsIn } from '../../scripts/spec-map.ts'

/** How many requirements of levels 1 and 2 each section of the standard (5.0.0) has, by their numbers. */
const sections: Record<string, string> = {
  'V1.1': '1 2',
  'V1.2': '1 2 3 4 5 6 7 8 9',
  'V1.3': '1 2 3 4 5 6 7 8 9 10 11',
  'V1.4': '1 2 3',
  'V1.5': '1 2',
  'V2.1': '1 2 3',
  'V2.2': '1 2 3',
  'V2.3': '1 2 3 4',
  'V2.4': '1',
  'V3.2': '1 2',
  'V3.3': '1 2 3 4',
  'V3.4': '1 2 3 4 5 6',
  'V3.5': '1 2 3 4 5',
  'V3.7': '1 2',
  'V4.1': '1 2 3',
  'V4.2': '1',
  'V4.3': '1 2',
  'V4.4': '1 2 3 4',
  'V5.1': '1',
  'V5.2': '1 2 3',
  'V5.3': '1 2',
  'V5.4': '1 2 3',
  'V6.1': '1 2 3',
  'V6.2': '1 2 3 4 5 6 7 8 9 10 11 12',
  'V6.3': '1 2 3 4',
  'V6.4': '1 2 3 4',
  'V6.5': '1 2 3 4 5',
  'V6.6': '1 2 3',
  'V6.8': '1 2 3 4',
  'V7.1': '1 2 3',
  'V7.2': '1 2 3 4',
  'V7.3': '1 2',
  'V7.4': '1 2 3 4 5',
  'V7.5': '1 2',
  'V7.6': '1 2',
  'V8.1': '1 2',
  'V8.2': '1 2 3',
  'V8.3': '1',
  'V8.4': '1',
  'V9.1': '1 2 3',
  'V9.2': '1 2 3 4',
  'V10.1': '1 2',
  'V10.2': '1 2',
  'V10.3': '1 2 3 4',
  'V10.4': '1 2 3 4 5 6 7 8 9 10 11',
  'V10.5': '1 2 3 4 5',
  'V10.6': '1 2',
  'V10.7': '1 2 3',
  'V11.1': '1 2',
  'V11.2': '1 2 3',
  'V11.3': '1 2 3',
  'V11.4': '1 2 3 4',
  'V11.5': '1',
  'V11.6': '1',
  'V12.1': '1 2 3',
  'V12.2': '1 2',
  'V12.3': '1 2 3 4',
  'V13.1': '1',
  'V13.2': '1 2 3 4 5',
  'V13.3': '1 2',
  'V13.4': '1 2 3 4 5',
  'V14.1': '1 2',
  'V14.2': '1 2 3 4',
  'V14.3': '1 2 3',
  'V15.1': '1 2 3',
  'V15.2': '1 2 3',
  'V15.3': '1 2 3 4 5 6 7',
  'V16.1': '1',
  'V16.2': '1 2 3 4 5',
  'V16.3': '1 2 3 4',
  'V16.4': '1 2 3',
  'V16.5': '1 2 3',
  'V17.1': '1',
  'V17.2': '1 2 3 4',
  'V17.3': '1 2',
}

const page = read('docs/security.md')
const shown = new Set(readTags().tags.map(({ id }) => id))
const [list = '', notApplicable = ''] = page.split('\n### Not applicable\n')
const rows = rowsIn(list).map(({ id, cells: [text = '', ...more] }) => ({
  id,
  verdict: /^(partly|not met) \(level [12]\): /.exec(text)?.[1] ?? 'met',
  text,
  isWhole: more.length === 0,
}))
const exempt: readonly string[] = notApplicable.match(/V\d+\.\d+\.\d+/g) ?? []

test('every requirement has one row, or is not applicable', () => {
  const wanted = Object.entries(sections).flatMap(([section, numbers]) =>
    numbers.split(' ').map((number) => `${section}.${number}`),
  )
  expect(wanted).toHaveLength(253)
  expect(rows.map(({ id }) => id)).toEqual(wanted.filter((id) => !exempt.includes(id)))
  expect(exempt.filter((id, place) => exempt.indexOf(id) !== place)).toEqual([])
  expect(exempt.filter((id) => !wanted.includes(id))).toEqual([])
})

test('every row has a reason and, where it is met by code, a test', () => {
  expect(rows.filter(({ text, isWhole }) => !isWhole || text.length < 4)).toEqual([])
  // Anything else that looks like a verdict would count as met.
  const unclear = /^(partly|not met)\b(?! \(level [12]\): )/i
  expect(rows.filter(({ text }) => unclear.test(text))).toEqual([])
  // What no test can show: a missing technology, somebody else's duty, a property of a form field.
  const met = rows.filter(({ verdict }) => verdict === 'met')
  expect(met.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([
    'V3.7.1',
    'V6.2.6',
    'V6.2.7',
    'V6.2.10',
    'V6.4.2',
    'V7.4.4',
    'V13.1.1',
    'V15.1.1',
    'V15.1.2',
    'V15.2.1',
  ])
})

test('the verdicts are counted', () => {
  const count = (verdict: string) => rows.filter((row) => row.verdict === verdict).length
  expect(page).toContain(
    `Requirements: ${rows.length + exempt.length}. Met: ${count('met')}. Partly: ${count('partly')}. Not met: ${count('not met')}. Not applicable: ${exempt.length}.`,
  )
})

// shows: V1.2.5, V1.3.2, V12.3.2, V15.3.2
test('the server starts no program, evaluates no text, and follows no redirect', () => {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: at('.') }).filter(
    (file) => !/\.test\.tsx?$/.test(file) && file !== 'src/demo/start-demo-store.ts',
  )
  expect(files.length).toBeGreaterThan(500)
  const forbidden =
    /node:child_process|\beval\(|new Function\(|redirect: 'follow'|rejectUnauthorized: false|NODE_TLS_REJECT/
  expect(files.filter((file) => forbidden.test(read(file)))).toEqual([])
  // Whatever asks another server says what it does with a redirect.
  const asking = files.filter(
    (file) => /^src\/(gateways|features|data)\//.test(file) && /\bfetch\(/.test(read(file)),
  )
  expect(asking.filter((file) => !/redirect: '(error|manual)'/.test(read(file)))).toEqual([])
})
