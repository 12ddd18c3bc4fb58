// Lets a command reach a server that has the embedded database open: a socket in the data folder, for the same system
// user only.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A command's request, by name and arguments; the answer is for its output or for a file. */
export type OperatorCommands = (
  name: string,
  words: readonly string[],
) => AsyncIterable<string | Buffer>

/** The longest path that every system allows for a socket. */
const LONGEST_PATH = 100

function addressOf(dataDir: string): string {
  const folder = path.resolve(dataDir)
  const short = `storehand-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`
  const beside = path.join(folder, 'operator.sock')
  return beside.length <= LONGEST_PATH ? beside : path.join(os.tmpdir(), `${short}.sock`)
}

async function answerCommand(
  run: OperatorCommands,
  asked: IncomingMessage,
  answer: ServerResponse,
): Promise<void> {
  try {
    const [name = '', ...words] = (asked.url ?? '').slice(1).split('/').map(decodeURIComponent)
    const pieces = Readable.from(run(name, words))
    // Before the answer is part of a pipeline, whose failure would destroy it with the reason unsaid.
    await once(pieces, 'readable')
    // A later failure aborts the answer, which the client sees.
    pipeline(pieces, answer).catch(() => answer.destroy())
  } catch (error) {
    answer.writeHead(500).end(error instanceof Error ? error.message : String(error))
  }
}

/** Only the process that has the data folder open may call it. Returns a function that stops it. */
export async function listenForOperator(
  dataDir: string,
  run: OperatorCommands,
): Promise<() => Promise<void>> {
  const address = addressOf(dataDir)
  // Left by a process that was killed: no process listens, because the folder is locked.
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const server = createServer((asked, answer) => void answerCommand(run, asked, answer))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  if (process.platform !== 'win32') chmodSync(address, 0o600)
  return () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
}

/** Undefined when no server runs on this data folder. The stream fails when the server does. */
export async function askServer(
  dataDir: string,
  name: string,
  words: readonly string[] = [],
): Promise<Readable | undefined> {
  const answer = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const asking = request({
      socketPath: addressOf(dataDir),
      path: `/${[name, ...words].map(encodeURIComponent).join('/')}`,
      method: 'POST',
    })
    asking.once('response', resolve)
    asking.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    asking.end()
  })
  if (answer?.statusCode === 500) {
    throw new Error(Buffer.concat(await answer.toArray()).toString())
  }
  return answer
}
