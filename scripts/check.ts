// All checks that a change must pass, run by `npm test`: format, lint, types, layers, tests. With --all, also those tests that take long
// (`npm run test:all`).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findChromium } from './find-chromium.ts'
import { findPostgres } from './find-postgres.ts'
import { findPdfReaders } from './find-programs.ts'

type Stage = { name: string; command: string }
type Outcome = { name: string; passed: boolean }

const root = path.dirname(import.meta.dirname)
const cheapStages: Stage[] = [
  { name: 'format', command: 'npm run --silent format:check' },
  { name: 'lint', command: 'npm run --silent lint' },
  // The linter checks the types of everything else, each file by the configuration of its folder.
  { name: 'types', command: 'npm run --silent typecheck:others' },
  { name: 'layers', command: 'npm run --silent layers' },
]

const extent = process.argv.includes('--all') ? 'all' : 'change'
const start = performance.now()
const secondsSince = (moment: number) => `${((performance.now() - moment) / 1000).toFixed(1)} s`

function report(name: string, passed: boolean, since: number): Outcome {
  console.log(`${passed ? 'passed' : 'FAILED'}  ${name.padEnd(8)} ${secondsSince(since)}`)
  return { name, passed }
}

async function runQuietly({ name, command }: Stage): Promise<Outcome> {
  const began = performance.now()
  const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const [code]: unknown[] = await once(child, 'close')
  const outcome = report(name, code === 0, began)
  if (code !== 0) console.log(output.trimEnd())
  return outcome
}

/** Found or installed first, so that a missing server is one clear message instead of many failing tests. */
async function prepare(): Promise<Outcome> {
  const began = performance.now()
  try {
    // One after the other: each may need the system's package manager, which runs once at a time.
    console.log(`Tests use PostgreSQL in ${await findPostgres()}`)
    console.log(`Tests use Chromium at ${await findChromium()}`)
    console.log(`Tests use ${Object.values(await findPdfReaders()).join(', ')}`)
    return report('machine', true, began)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return report('machine', false, began)
  }
}

async function runTests(): Promise<Outcome> {
  const began = performance.now()
  const folder = mkdtempSync(path.join(tmpdir(), 'storehand-check-'))
  const failures = path.join(folder, 'failures')
  const child = spawn(
    'npm run --silent vitest -- --reporter=default --reporter=./scripts/failure-reporter.ts',
    {
      cwd: root,
      shell: true,
      stdio: 'inherit',
      env: { ...process.env, TEST_EXTENT: extent, FAILURES_FILE: failures },
    },
  )
  const [code]: unknown[] = await once(child, 'close')
  // Repeated at the very end: if only the end of a long output is kept, it must show what to fix.
  if (code !== 0) {
    console.log(
      existsSync(failures)
        ? readFileSync(failures, 'utf8')
        : 'failed: Vitest ended without a report',
    )
  }
  rmSync(folder, { recursive: true, force: true })
  return report('tests', code === 0, began)
}

const before = await Promise.all([...cheapStages.map(runQuietly), prepare()])
const machineIsReady = before.every(({ name, passed }) => passed || name !== 'machine')
const outcomes = machineIsReady ? [...before, await runTests()] : before
const failed = outcomes.filter(({ passed }) => !passed).map(({ name }) => name)
if (failed.length === 0) {
  console.log(`All ${outcomes.length} checks passed in ${secondsSince(start)}.`)
} else {
  console.log(`Failed: ${failed.join(', ')} (checked for ${secondsSince(start)}).`)
  process.exitCode = 1
}
