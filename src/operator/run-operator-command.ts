// Runs a command of the operator: in the server that runs on the data folder, or else in this process.
import type { Config } from '#config'
import { OperatorError } from '#domain/operator-error.ts'
import { systemClock } from '#gateways/clock.ts'
import { createLog } from '#gateways/log.ts'
import { sentenceFor, UNEXPECTED } from './failure-sentences.ts'
import { openDatabase } from '../open-database.ts'
import { openStorehand } from '../open.ts'
import { operatorCommands, type CommandName } from './operator-commands.ts'
import type { Plan } from './operator-verbs.ts'
import { askServer } from './operator-socket.ts'
import { startPrivately } from '../private-start.ts'

/** Writes the answer to stdout; a failure to stderr, with exit code 1. */
export async function runOperatorCommand(name: CommandName): Promise<void> {
  const words = process.argv.slice(2)
  const { usage, plan, asksServer } = operatorCommands[name]
  if (words.includes('--help')) return console.log(usage)
  try {
    const planned = plan(words)
    if (!planned) throw new OperatorError(usage)
    const config = startPrivately()
    const isAsked = asksServer === 'always' || !config.databaseUrl
    const answer = isAsked ? await askServer(config, name, words) : undefined
    for await (const piece of answer ?? runHere(config, planned)) process.stdout.write(piece)
  } catch (error) {
    printFailure(error)
  }
}

/** The log of this process, on stderr: stdout is for the command's answer. */
const logOf = ({ logLevel }: Pick<Config, 'logLevel'>) => createLog(logLevel, process.stderr)

async function* runHere(config: Config, planned: Plan): AsyncGenerator<string> {
  const log = logOf(config)
  if (planned.opens === 'nothing') return yield* planned.run(config)
  if (planned.opens === 'database') {
    const db = await openDatabase(config, { connections: 2 })
    try {
      yield* planned.run(config, { db, log, clock: systemClock })
    } finally {
      await db.close()
    }
    return
  }
  const appUrl = config.appUrl ?? `http://localhost:${config.port}`
  const storehand = await openStorehand(config, { appUrl, work: 'none', log })
  try {
    yield* planned.run(config, storehand.deps)
  } finally {
    await storehand.close()
  }
}

/** One sentence to stderr, and the outcome where it is not plain, without a stack trace unless nobody expected it; the exit code is then 1. */
export function printFailure(error: unknown, outcome = ''): void {
  const sentence = sentenceFor(error)
  console.error(`${sentence ?? UNEXPECTED} ${outcome}`.trim())
  if (sentence === undefined) logOf({ logLevel: 'error' }).error({ err: error }, 'a command failed')
  process.exitCode = 1
}
