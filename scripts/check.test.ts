// What `npm test` runs, and the result when a part fails; the parts themselves are stand-ins.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { globSync, readFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const run = promisify(execFile)
const project = path.dirname(import.meta.dirname)
const parts = ['format:check', 'lint', 'typecheck:others', 'layers', 'vitest']
let root: string

const at = (file: string) => path.join(root, file)

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'storehand-check-'))
  await mkdir(at('scripts'))
  const modules = [
    'check',
    'find-chromium',
    'find-postgres',
    'find-programs',
    'install-debian-package',
  ]
  for (const name of modules) {
    await copyFile(path.join(import.meta.dirname, `${name}.ts`), at(`scripts/${name}.ts`))
  }
  await symlink(path.join(project, 'node_modules'), at('node_modules'), 'dir')
  const script = `require('node:fs').appendFileSync('calls', process.argv[2] + '\\n')
if (process.env.FAILS.split(',').includes(process.argv[2])) { console.log('What went wrong.'); process.exit(3) }`
  await writeFile(at('part.cjs'), script)
  const scripts = Object.fromEntries(parts.map((part) => [part, `node part.cjs ${part}`]))
  await writeFile(at('package.json'), JSON.stringify({ type: 'module', scripts }))
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function check(fails = '') {
  const { code, stdout } = await run(process.execPath, [at('scripts/check.ts')], {
    env: { ...process.env, FAILS: fails },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => error as { code: number; stdout: string },
  )
  const calls = (await readFile(at('calls'), 'utf8')).trim().split('\n')
  return { code, output: stdout, calls: calls.toSorted() }
}

// shows: interface-4
describe('npm test', () => {
  test('installs and builds first, so that a fresh clone is enough', () => {
    const { scripts } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    expect(scripts['pretest']).toBe('node scripts/bootstrap.mjs --build')
    expect(scripts['test']).toBe('exec node scripts/check.ts')
    expect(parts.filter((part) => !scripts[part])).toEqual([])
  })

  test('runs every part once, and says that all passed', async () => {
    const { code, output, calls } = await check()
    expect([code, calls]).toEqual([0, parts.toSorted()])
    expect(output).toMatch(/All 6 checks passed/)
  }, 120_000)

  test('names what failed, runs the others all the same, and ends badly', async () => {
    const { code, output, calls } = await check('lint,vitest')
    expect([code, calls]).toEqual([1, parts.toSorted()])
    expect(output).toContain('What went wrong.')
    expect(output).toContain('Failed: lint, tests ')
  }, 120_000)

  test('the linter, which checks the types, leaves out no file of the compiler', () => {
    // Both files have comments.
    const listIn = (file: string, name: string) => {
      const text = readFileSync(path.join(project, file), 'utf8')
      const list = new RegExp(`"${name}": (\\[[^\\]]*\\])`).exec(text)?.[1] ?? ''
      return JSON.parse(list) as string[]
    }
    const ignorePatterns = listIn('.oxlintrc.json', 'ignorePatterns')
    const include = listIn('tsconfig.json', 'include')
    const folders = include.filter((name) => !name.includes('*'))
    expect(folders).toContain('src')
    const leftOut = ignorePatterns
      .filter((pattern) => !pattern.startsWith('/'))
      .flatMap((name) =>
        folders.flatMap((folder) =>
          globSync(`${folder}/**/${name}/**/*.{ts,tsx}`, { cwd: project }),
        ),
      )
    expect(leftOut).toEqual([])
  })

  test('no file of tests is left out', () => {
    const config = readFileSync(path.join(project, 'vitest.config.ts'), 'utf8')
    const patterns = [...config.matchAll(/'([^']*\.test\.tsx?)'/g)].map(
      ([, pattern = '']) => pattern,
    )
    const inAll = (glob: string | string[]) =>
      globSync(glob, {
        cwd: project,
        exclude: (name) => name === 'node_modules' || name === 'dist',
      })
    const run = new Set(inAll(patterns))
    expect(run.size).toBeGreaterThan(100)
    expect(inAll(['**/*.test.ts', '**/*.test.tsx']).filter((file) => !run.has(file))).toEqual([])
  })
})
