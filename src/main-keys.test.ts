// The file of the main keys is on the disk before anything is encrypted with it, and no known key is taken from it.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '#config'
import { mainKeysOf, newMainKey, writeMainKeys } from './main-keys.ts'

let dataDir: string
beforeEach(() => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'storehand-keys-'))
})
afterEach(() => fs.rmSync(dataDir, { recursive: true }))
const config = () => readConfig({ DATA_DIR: dataDir })
const file = () => path.join(dataDir, 'secret-key')

/**
 * What is flushed and named while `act` runs, in order. Everything still happens. Only these four functions are watched: a mock of the
 * whole module changes its streams too, and for every test after this one in the same process.
 */
function stepsOnDisk(act: () => void): string[] {
  const steps: string[] = []
  const opened = new Map<number, string>()
  const { openSync, fsyncSync, linkSync, renameSync } = fs
  const named = (name: fs.PathLike) =>
    steps.push(name === file() ? 'named' : `named ${String(name)}`)
  vi.spyOn(fs, 'openSync').mockImplementation((...args) => {
    const descriptor = openSync(...args)
    opened.set(descriptor, String(args[0]) === dataDir ? 'folder' : 'content')
    return descriptor
  })
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    fsyncSync(descriptor)
    steps.push(`${opened.get(descriptor)} flushed`)
  })
  vi.spyOn(fs, 'linkSync').mockImplementation((from, to) => {
    linkSync(from, to)
    named(to)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    renameSync(from, to)
    named(to)
  })
  // For modules that import them by name.
  syncBuiltinESMExports()
  try {
    act()
  } finally {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  }
  return steps
}

describe('a power cut leaves the old keys or the new ones', () => {
  const SAFE = ['content flushed', 'named', 'folder flushed']

  test('when the first key is made', () => {
    let keys: readonly string[] = []
    expect(stepsOnDisk(() => (keys = mainKeysOf(config())()))).toEqual(SAFE)
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(dataDir)).toEqual(['secret-key'])
    // The next start, and a process that starts at the same time, have the same.
    expect(mainKeysOf(config())()).toEqual(keys)
  })

  test('when a rotation writes a new one', () => {
    const [old = ''] = mainKeysOf(config())()
    const next = newMainKey()
    expect(stepsOnDisk(() => writeMainKeys(config(), [next, old]))).toEqual(SAFE)
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
