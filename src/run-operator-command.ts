// Runs a command of the operator: in the server that has the embedded database open, or else in this process.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { openStorehand } from './open.ts'
import { operatorCommands } from './operator-commands.ts'
import { askServer } from './operator-socket.ts'
import { startPrivately } from './private-start.ts'
import { sayFailure } from './run-with-database.ts'

/** Writes the answer to stdout; a failure to stderr, with exit code 1. */
export async function runOperatorCommand(name: string, words: readonly string[]): Promise<void> {
  try {
    const config = startPrivately()
    const answer = config.databaseUrl ? undefined : await askServer(config.dataDir, name, words)
    if (answer) return await pipeline(answer, process.stdout, { end: false })
    const appUrl = config.appUrl ?? `http://localhost:${config.port}`
    const storehand = await openStorehand(config, { appUrl, work: 'none' })
    try {
      const pieces = operatorCommands(config, storehand.deps)(name, words)
      await pipeline(Readable.from(pieces), process.stdout, { end: false })
    } finally {
      await storehand.close()
    }
  } catch (error) {
    sayFailure(error)
  }
}
