// A reporter of Vitest for `npm test`: prints the slowest files, and writes to FAILURES_FILE why a run failed, in a few lines.
import { writeFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** Enough of a message to know it again; the whole of it stands further above in the output. */
const LONGEST_MESSAGE = 600
const SLOWEST = 10

function messageOf({ name, message = '', stack = '' }: Partial<SerializedError>): string {
  const ours = stack.split('\n').filter((line) => /^ +at /.test(line) && !/node_modules/.test(line))
  return [`${name}: ${message}`.slice(0, LONGEST_MESSAGE), ...ours].join('\n')
}

function* failuresIn(module: TestModule): Generator<string> {
  for (const error of module.errors()) yield `${module.relativeModuleId}: ${messageOf(error)}`
  for (const suite of module.children.allSuites())
    for (const error of suite.errors())
      yield `${module.relativeModuleId} > ${suite.fullName}: ${messageOf(error)}`
  for (const test of module.children.allTests('failed'))
    yield `${module.relativeModuleId} > ${test.fullName}: ${(test.result().errors ?? []).map(messageOf).join('\n')}`
}

// oxlint-disable-next-line import/no-default-export -- Vitest asks for one
export default class FailureReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandled: readonly SerializedError[],
    reason: string,
  ): void {
    const slowest = modules
      .map((module) => ({ file: module.relativeModuleId, ms: module.diagnostic().duration }))
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, SLOWEST)
    console.log('Slowest files of tests:')
    for (const { file, ms } of slowest) {
      console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
    }
    const file = process.env['FAILURES_FILE']
    if (!file) return
    const lines = [
      `the run ${reason}`,
      ...modules.flatMap((module) => [...failuresIn(module)]),
      ...unhandled.map((error) => `outside of every test: ${messageOf(error)}`),
    ]
    writeFileSync(file, lines.map((line) => `failed: ${line}\n`).join('\n'))
  }
}
