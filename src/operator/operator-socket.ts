// Lets a command reach the server that runs: a socket in the data folder, for the same system user only.
import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, request, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { OperatorError } from '#domain/operator-error.ts'

/** A command's output, by its name and words. */
export type OperatorCommands = (name: string, words: readonly string[]) => AsyncIterable<string>

/**
 * What the answer consists of, one line of JSON each. Without the last one the server ended first. A command of another version
 * reads it too, so the names stay.
 */
type Line = { says: string } | { fails: string } | { ends: true }

/** The longest path that every system allows for a socket. */
const LONGEST_PATH = 100

function addressOf(dataDir: string): string {
  const folder = path.resolve(dataDir)
  const short = `storehand-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${short}`
  const beside = path.join(folder, 'operator.sock')
  return beside.length <= LONGEST_PATH ? beside : path.join(os.tmpdir(), `${short}.sock`)
}

async function* linesOf(
  pieces: () => AsyncIterable<string>,
  explain: Explain,
): AsyncGenerator<string> {
  const line = (content: Line) => `${JSON.stringify(content)}\n`
  try {
    for await (const output of pieces()) yield line({ says: output })
    yield line({ ends: true })
  } catch (error) {
    yield line({ fails: explain(error) })
  }
}

/** The sentence that a command's caller reads. */
type Explain = (error: unknown) => string

export type Served = {
  dataDir: string
  /** Of the environment; undefined for the embedded database in `dataDir`. */
  databaseUrl: string | undefined
}

/** So that no command, whose settings were forgotten, is carried out on another installation. */
const databaseOf = ({ databaseUrl }: Served) =>
  createHash('sha256')
    .update(databaseUrl ?? 'embedded')
    .digest('hex')

/** Whether a server answers there: of several on one folder the first one is asked. */
const isAnswered = (address: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })

/** Returns a function that stops it. */
export async function listenForOperator(
  served: Served,
  run: OperatorCommands,
  explain: Explain,
): Promise<() => Promise<void>> {
  const address = addressOf(served.dataDir)
  if (await isAnswered(address)) return async () => {}
  // Left by a process that was killed.
  if (process.platform !== 'win32') rmSync(address, { force: true })
  const server = createServer((asked, answer) => {
    const [name = '', ...words] = (asked.url ?? '').slice(1).split('/').map(decodeURIComponent)
    const isOurs = asked.headers[DATABASE] === databaseOf(served)
    const pieces = () => {
      if (isOurs) return run(name, words)
      throw new OperatorError(
        'The server that runs on this DATA_DIR has another DATABASE_URL than this command. Give the command the settings of the server, or another DATA_DIR.',
      )
    }
    // Fails when the command was ended before its answer.
    pipeline(Readable.from(linesOf(pieces, explain)), answer).catch(() => answer.destroy())
  })
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

const DATABASE = 'x-database'

/** Undefined when no server runs on this data folder. What it yields ends with an `OperatorError` when the command fails. */
export async function askServer(
  served: Served,
  name: string,
  words: readonly string[] = [],
): Promise<AsyncIterable<string> | undefined> {
  const answer = await new Promise<IncomingMessage | undefined>((resolve, reject) => {
    const asking = request({
      socketPath: addressOf(served.dataDir),
      path: `/${[name, ...words].map(encodeURIComponent).join('/')}`,
      method: 'POST',
      headers: { [DATABASE]: databaseOf(served) },
    })
    asking.once('response', resolve)
    asking.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined)
      else reject(error)
    })
    asking.end()
  })
  return answer && readAnswer(answer)
}

async function* readAnswer(answer: IncomingMessage): AsyncGenerator<string> {
  let end: Line | undefined
  try {
    for await (const text of createInterface({ input: answer })) {
      const line = JSON.parse(text) as Line
      if ('says' in line) yield line.says
      else end = line
    }
  } catch (error) {
    throw notToItsEnd(error)
  }
  if (!end) throw notToItsEnd()
  if ('fails' in end) throw new OperatorError(end.fails)
}

const notToItsEnd = (cause?: unknown) =>
  new OperatorError(
    'The server stopped before it had answered. Its log says why; run this again.',
    { cause },
  )
