// The real program as a child process with its own data folder: starts, crashes and stops as in production.
import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { personalDataIn } from '../log-canaries.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type Exit = { code: number | null; signal: NodeJS.Signals | null; output: string }

export type Program = {
  url: string
  pid: number
  /** However the process ends. */
  ended: Promise<Exit>
  /** Sends the signal and waits for the exit. */
  stop(signal: NodeJS.Signals): Promise<Exit>
}

/** Free a moment ago; another program may take it before it is used. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

/** What `npm start` runs: its limits of memory are tested too. It begins with `exec`, so the shell becomes the program. */
const START = (
  JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
).scripts.start

/** See test/faults/memory-limit.ts. */
const ENTER_GROUP = '[ -z "$TEST_MEMORY_GROUP" ] || echo $$ > "$TEST_MEMORY_GROUP/cgroup.procs"'

type Settings = Record<string, string>

let isCurrent = false
/** Builds what has changed since the last build: a test that is run alone must not start an old program. */
function buildOnce(): void {
  if (isCurrent) return
  execFileSync(process.execPath, [path.join(root, 'scripts/bootstrap.mjs'), '--build'])
  isCurrent = true
}

function launch(
  dataDir: string,
  port: number,
  settings: Settings = {},
  preload?: string,
  from = root,
) {
  // A preload changes modules by the names of their sources; another version may not be built.
  const isBuilt = preload === undefined && from === root
  if (isBuilt) buildOnce()
  const before = preload === undefined ? [] : ['--import', preload]
  const [command, args]: [string, string[]] = isBuilt
    ? ['sh', ['-c', `${ENTER_GROUP}; ${START}`]]
    : [process.execPath, [...before, from === root ? 'src/main.ts' : 'dist/server/start.js']]
  const child = spawn(command, args, {
    cwd: from,
    // Without the tests' environment: no database server, no demo shop.
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      TMPDIR: process.env['TMPDIR'],
      NODE_ENV: 'test',
      DATA_DIR: dataDir,
      PORT: String(port),
      DEMO: '0',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // A test that fails half-way must not leave a server behind.
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = (async (): Promise<Exit> => {
    const [out, error, [code, signal]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>,
    ])
    process.off('exit', kill)
    const output = out + error
    // The output of another version is not checked. The demo's sign-in is printed for the developer, and is no real
    // person's.
    const written = output.replaceAll(/^ .*@pannierlane\.example .*$/gm, '')
    const what = from === root ? personalDataIn(written) : undefined
    if (what) throw new Error(`The program wrote ${what}:\n${output}`)
    return { code, signal, output }
  })()
  return { child, ended }
}

/**
 * Resolves when the program answers; throws with its output when it exits instead. `preload` is a module that Node loads before
 * the program, `from` the folder of another version.
 */
export async function startProgram(
  dataDir: string,
  settings?: Settings,
  preload?: string,
  from?: string,
): Promise<Program> {
  const port = await freePort()
  return answering(launch(dataDir, port, settings, preload, from), port)
}

/** The same for a program that waits for something, and says so with these words: then `help` is called. */
export async function startWaitingProgram(
  dataDir: string,
  settings: Settings,
  { words, help }: { words: string; help: () => void },
): Promise<Program> {
  const port = await freePort()
  const launched = launch(dataDir, port, settings)
  let output = ''
  const listen = (chunk: Buffer) => {
    output += chunk.toString()
    if (!output.includes(words)) return
    launched.child.stdout.off('data', listen)
    help()
  }
  launched.child.stdout.on('data', listen)
  return answering(launched, port)
}

async function answering(
  { child, ended }: ReturnType<typeof launch>,
  port: number,
): Promise<Program> {
  // Its appUrl contains localhost; the IP address avoids a second connection attempt.
  const url = `http://127.0.0.1:${port}`
  let exit: Exit | undefined
  void ended.then((how) => (exit = how))
  for (;;) {
    if (exit) throw new Error(`The program ended with ${exit.code ?? exit.signal}:\n${exit.output}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return {
    url,
    pid: child.pid ?? 0,
    ended,
    async stop(signal) {
      child.kill(signal)
      return ended
    },
  }
}

/** Starts a program that is expected to refuse to start, and waits for its exit. */
export async function startRefused(dataDir: string, settings?: Settings): Promise<Exit> {
  return launch(dataDir, await freePort(), settings).ended
}

/** Runs a command of the operator, `src/commands/<name>-command.ts` as built; `signal` kills it. */
export function runCommand(
  settings: Settings,
  name: string,
  words: readonly string[] = [],
  signal?: AbortSignal,
): Promise<{ code: number; output: string }> {
  buildOnce()
  const env = { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...settings }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`dist/server/${name}-command.js`, ...words],
      { cwd: root, env, killSignal: 'SIGKILL', ...(signal && { signal }) },
      (error, out, problems) => resolve({ code: error ? 1 : 0, output: out + problems }),
    )
  })
}
