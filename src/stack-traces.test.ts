import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const module = path.join(import.meta.dirname, 'stack-traces.ts')

/** What Node writes when a built file throws on its second line, which was the sixth of `src/shop.ts`. */
async function thrown(map: string | undefined): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-traces-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'built.js')
  await writeFile(file, 'export {}\nthrow new TypeError("closed today")\n')
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }')
  if (map !== undefined) await writeFile(`${file}.map`, map)
  const program = `import(${JSON.stringify(module)}).then(({ nameSources }) => { nameSources(); return import(${JSON.stringify(file)}) })`
  return new Promise((resolve) => {
    execFile(process.execPath, ['-e', program], (_, __, trace) => resolve(trace))
  })
}

const map = JSON.stringify({
  version: 3,
  names: [],
  sources: ['../../../src/shop.ts'],
  // The first line of the built file is the first of the source, the second is the sixth.
  mappings: 'AAAA;AAKA',
})

test('a trace names the line of the source', async () => {
  const trace = await thrown(map)
  expect(trace).toContain('TypeError: closed today\n    at src/shop.ts:6:7\n')
})

test.each([undefined, 'no map'])('without a map (%s) it names the built file', async (none) => {
  expect(await thrown(none)).toMatch(/TypeError: closed today\n {4}at file:\/\/\S+built\.js:2:7\n/)
})
