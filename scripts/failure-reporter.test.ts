// What is written of a failed run, by a real run of Vitest.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const project = path.dirname(import.meta.dirname)

test('names what failed: in a test, in a hook, outside of both, and in a file that cannot be loaded', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-failures-'))
  try {
    await symlink(path.join(project, 'node_modules'), path.join(folder, 'node_modules'), 'dir')
    await writeFile(
      path.join(folder, 'sums.test.mjs'),
      `import { beforeAll, describe, expect, test } from 'vitest'
test('adds', () => expect(1 + 1).toBe(3))
test('waits', async () => {
  void Promise.reject(new Error('too late'))
  await new Promise((resolve) => setTimeout(resolve, 20))
})
describe('a room', () => {
  beforeAll(() => { throw new Error('is locked') })
  test('is open', () => {})
})`,
    )
    await writeFile(path.join(folder, 'broken.test.mjs'), `throw new Error('cannot be loaded')`)
    const failures = path.join(folder, 'failures')
    const reporter = path.join(import.meta.dirname, 'failure-reporter.ts')
    const vitest = path.join(project, 'node_modules/vitest/vitest.mjs')
    const ended = run(process.execPath, [vitest, 'run', `--reporter=${reporter}`], {
      cwd: folder,
      env: { PATH: process.env['PATH'], FAILURES_FILE: failures },
    })
    await expect(ended).rejects.toMatchObject({ code: 1 })
    const written = await readFile(failures, 'utf8')
    expect(written).toMatch(/failed: sums\.test\.mjs > adds: AssertionError: expected 2 to be 3/)
    expect(written).toMatch(/failed: sums\.test\.mjs > a room: Error: is locked/)
    expect(written).toMatch(/failed: outside of every test: Error: too late/)
    expect(written).toMatch(/failed: broken\.test\.mjs: Error: cannot be loaded/)
    expect(written).not.toContain('is open')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
