// `npm run test:faults`: the suites of faults in their long form. `-- kills inputs --rounds 50 --seed 7` chooses some of them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
  },
})
for (const name of ['rounds', 'seed'] as const) {
  if (values[name] !== undefined && !/^\d+$/.test(values[name])) {
    console.error(`--${name} takes a whole number.`)
    process.exit(1)
  }
}

const root = path.resolve(import.meta.dirname, '../..')
const suites = positionals.length > 0 ? positionals : ['']
const child = spawn(
  process.execPath,
  [
    path.join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project=faults',
    ...suites.map((name) => `test/faults/${name}`),
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(!values.short && { FAULTS_FORM: 'long' }),
      ...(values.rounds && { FAULTS_ROUNDS: values.rounds }),
      ...(values.seed && { FAULTS_SEED: values.seed }),
    },
  },
)
const [code]: unknown[] = await once(child, 'close')
process.exitCode = typeof code === 'number' ? code : 1
