// When the bootstrap installs and builds, and when it stays silent; npm and the build are stand-ins.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

const run = promisify(execFile)
let root: string

const at = (...parts: string[]) => path.join(root, ...parts)
const put = (file: string, content: string) => writeFile(at(file), content)

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'storehand-bootstrap-'))
  await mkdir(at('scripts'))
  await mkdir(at('src/domain'), { recursive: true })
  await copyFile(path.join(import.meta.dirname, 'bootstrap.mjs'), at('scripts/bootstrap.mjs'))
  await put('package.json', '{}')
  await put('package-lock.json', '{}')
  await put('src/domain/jobs.ts', 'one')
  const note = (word: string) =>
    `require('node:fs').appendFileSync(${JSON.stringify(at('calls'))}, '${word} ')\n`
  await put('npm-cli.cjs', `${note('install')}if (process.env.NPM_FAILS) process.exit(7)`)
  await put(
    'scripts/build.ts',
    `import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
${note('build')}`,
  )
})

afterEach(() => rm(root, { recursive: true, force: true }))

async function bootstrap(words: string[] = [], env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run(process.execPath, [at('scripts/bootstrap.mjs'), ...words], {
    env: { ...process.env, npm_execpath: at('npm-cli.cjs'), ...env },
  })
  return stdout
}

const calls = async () => (await readFile(at('calls'), 'utf8')).trim()

// shows: interface-1
test('installs and builds once, then says nothing', async () => {
  const first = await bootstrap(['--build'])
  expect(first).toMatch(/Installing dependencies…\n.* in \d+\.\d s\.\nBuilding…\n/)
  expect(await bootstrap(['--build'])).toBe('')
  expect(await calls()).toBe('install build')
})

test('does not build unless asked', async () => {
  await bootstrap()
  expect(await calls()).toBe('install')
})

test('a changed lock file installs and builds again', async () => {
  await bootstrap(['--build'])
  await put('package-lock.json', '{ }')
  await bootstrap(['--build'])
  expect(await calls()).toBe('install build install build')
})

test('a changed, added or removed source builds again; a test does not', async () => {
  await bootstrap(['--build'])
  await put('src/domain/jobs.ts', 'two')
  await bootstrap(['--build'])
  await put('src/domain/pages.ts', '')
  await bootstrap(['--build'])
  await rm(at('src/domain/pages.ts'))
  await bootstrap(['--build'])
  await put('src/domain/jobs.test.ts', '')
  await bootstrap(['--build'])
  expect(await calls()).toBe('install build build build build')
})

test('a failed install is tried again', async () => {
  await expect(bootstrap([], { NPM_FAILS: 'yes' })).rejects.toMatchObject({ code: 7 })
  await bootstrap()
  expect(await calls()).toBe('install install')
})

test('an old Node is refused: before the install where none can be installed with it, else after it', async () => {
  await mkdir(at('node_modules/.bin'), { recursive: true })
  await writeFile(at('node_modules/.bin/node'), '#!/bin/sh\necho v20.20.0\n', { mode: 0o755 })
  const refusal = {
    code: 1,
    stderr: expect.stringContaining('Install Node 24.2, then start again.'),
  }
  await expect(bootstrap()).rejects.toMatchObject(refusal)
  await expect(calls()).rejects.toThrow('ENOENT')
  const bundled = `node-${process.platform}-${process.arch}`
  await put('package.json', JSON.stringify({ optionalDependencies: { [bundled]: '24.0.0' } }))
  await expect(bootstrap()).rejects.toMatchObject(refusal)
  expect(await calls()).toBe('install')
})

test('two at once share one install and one build', async () => {
  await Promise.all([bootstrap(['--build']), bootstrap(['--build'])])
  expect(await calls()).toBe('install build')
})

test('the lock of a dead start is taken over', async () => {
  await mkdir(at('node_modules/.bootstrap-lock'), { recursive: true })
  await put('node_modules/.bootstrap-lock/pid', '999999999')
  await bootstrap()
  expect(await calls()).toBe('install')
})
