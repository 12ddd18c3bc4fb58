// The file of the main keys is on the disk before anything is encrypted with it, and no known key is taken from it.
import * as fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import type * as mainKeys from './main-keys.ts'
import { newMainKey } from './main-keys.ts'

// Everything still happens; the calls can be looked at.
vi.mock('node:fs', { spy: true })

// Another test file of this process may have loaded it with the files that are not watched.
let mainKeysOf: typeof mainKeys.mainKeysOf
let writeMainKeys: typeof mainKeys.writeMainKeys
beforeAll(async () => {
  vi.resetModules()
  ;({ mainKeysOf, writeMainKeys } = await import('./main-keys.ts'))
})

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'storehand-keys-'))
  vi.clearAllMocks()
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))
const config = () => readConfig({ DATA_DIR: dataDir })
const file = () => path.join(dataDir, 'secret-key')

/** What was flushed and named, in order. */
function stepsOnDisk(): string[] {
  const { openSync, fsyncSync, linkSync, renameSync } = vi.mocked(fs)
  const events: { order: number; work: () => string | undefined }[] = []
  const opened = new Map<unknown, string>()
  const watch = (
    { mock }: Pick<typeof openSync, 'mock'>,
    work: (args: readonly unknown[], result: unknown) => string | undefined,
  ) => {
    for (const [place, args] of mock.calls.entries()) {
      const result = mock.results[place]?.value
      events.push({ order: mock.invocationCallOrder[place] ?? 0, work: () => work(args, result) })
    }
  }
  watch(openSync, ([name], descriptor) => {
    opened.set(descriptor, String(name) === dataDir ? 'folder' : 'content')
    return undefined
  })
  watch(fsyncSync as never, ([descriptor]) => `${opened.get(descriptor)} flushed`)
  for (const named of [linkSync, renameSync]) {
    watch(named as never, ([, name]) => (name === file() ? 'named' : `named ${String(name)}`))
  }
  return events.toSorted((a, b) => a.order - b.order).flatMap(({ work }) => work() ?? [])
}

describe('a power cut leaves the old keys or the new ones', () => {
  const SAFE = ['content flushed', 'named', 'folder flushed']

  test('when the first key is made', () => {
    const [key, ...more] = mainKeysOf(config())()
    expect([key, more]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), []])
    expect(stepsOnDisk()).toEqual(SAFE)
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(dataDir)).toEqual(['secret-key'])
    // The next start, and a process that starts at the same time, have the same.
    expect(mainKeysOf(config())()).toEqual([key])
  })

  test('when a rotation writes a new one', () => {
    const [old = ''] = mainKeysOf(config())()
    vi.clearAllMocks()
    const next = newMainKey()
    writeMainKeys(config(), [next, old])
    expect(stepsOnDisk()).toEqual(SAFE)
    expect(mainKeysOf(config())()).toEqual([next, old])
  })
})

test.each([
  ['an empty file', ''],
  ['line breaks', '\n\n'],
  ['half a key', newMainKey().slice(0, 20)],
  ['a key and half of one', `${newMainKey()}\n${newMainKey().slice(0, 31)}`],
])('%s holds no keys, and is refused in one sentence', (_, text) => {
  fs.writeFileSync(file(), text)
  expect(() => mainKeysOf(config())()).toThrow(/secret-key must hold main keys of at least 32/)
  expect(fs.readFileSync(file(), 'utf8')).toBe(text)
})
