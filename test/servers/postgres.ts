// A private PostgreSQL server with its own data directory, for tests and benchmarks; it ends with its parent process.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { findPostgres } from '../../scripts/find-postgres.ts'

export type PrivatePostgres = {
  url: (database?: string) => string
  /**
   * The folder of its socket, which takes a tenth less of the processor than the network for all that a test asks. A server
   * with `keepIn` has none: the path of a socket has 107 characters at most.
   */
  socket: string
  stop: () => Promise<void>
}

type SystemUser = { uid: number; gid: number }

const run = promisify(execFile)

/** The server refuses to run as root, so root starts it as an ordinary user. */
export function ordinaryUser(): SystemUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user =
    users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user) throw new Error('PostgreSQL does not run as root, and no ordinary user was found.')
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** Creating a database is fifteen times faster in memory than on a disk, if a memory file system is available. */
function memory(): string[] {
  const place = '/dev/shm'
  if (!existsSync(place)) return []
  const { bavail, bsize } = statfsSync(place)
  return bavail * bsize > 2 * 1024 ** 3 ? [place] : []
}

/** An ordinary user cannot enter a folder below root's home, whatever its own permissions are. */
function isOpenToAll(directory: string): boolean {
  const parent = path.dirname(directory)
  return (statSync(directory).mode & 0o001) !== 0 && (parent === directory || isOpenToAll(parent))
}

function createDirectory(user: SystemUser | undefined, fsync: boolean, keepIn?: string): string {
  if (keepIn !== undefined) {
    mkdirSync(keepIn, { recursive: true })
    if (user && !isOpenToAll(keepIn)) throw new Error(`${keepIn} is closed to an ordinary user.`)
    if (user) chownSync(keepIn, user.uid, user.gid)
    return path.resolve(keepIn)
  }
  const places = [...(fsync ? [] : memory()), os.tmpdir(), '/tmp', '/var/tmp']
  const place = places.find((directory) => !user || isOpenToAll(directory))
  if (!place) throw new Error('No temporary directory is open to an ordinary user.')
  const directory = mkdtempSync(path.join(place, 'storehand-postgres-'))
  if (user) chownSync(directory, user.uid, user.gid)
  return directory
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('No free port was found.')
  return address.port
}

// The shell owns the server and reads from the parent process, which never writes. When the parent ends, even by
// SIGKILL, the read ends too, and with it the server and its directory.
const guard = `
directory=$1; kept=$2; shift 2
exec 3<&0
"$@" </dev/null 3<&- >"$directory/postgres.log" 2>&1 &
server=$!
( read -r nothing <&3; kill "-\${kept:-QUIT}" "$server" 2>/dev/null ) &
# Nobody may be left to read what follows, and the tidying up must not die of that.
trap '' PIPE
wait "$server"
echo ended
wait
[ "$kept" ] || rm -rf "$directory"
`

async function isReady(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

/**
 * Starts a server on a free port of 127.0.0.1. Without `fsync` it is faster, and a power failure loses its data. `keepIn` is a
 * folder for data that later runs use again, `port` the one of a server that was stopped.
 */
export async function startPostgres({
  fsync = false,
  keepIn,
  port: givenPort,
}: {
  fsync?: boolean
  keepIn?: string | undefined
  port?: number
} = {}): Promise<PrivatePostgres> {
  const bin = await findPostgres()
  const user = ordinaryUser()
  const directory = createDirectory(user, fsync, keepIn)
  // The user may be unable to enter the working directory of this process.
  const options = { cwd: directory, ...user }
  const data = path.join(directory, 'data')
  try {
    if (!existsSync(data)) {
      await run(
        path.join(bin, 'initdb'),
        [
          `--pgdata=${data}`,
          '--username=postgres',
          '--auth=trust',
          '--encoding=UTF8',
          '--locale=C.UTF-8',
          '--no-sync',
        ],
        options,
      )
    }
  } catch (error) {
    rmSync(keepIn === undefined ? directory : data, { recursive: true, force: true })
    throw new Error('The private PostgreSQL could not be created.', { cause: error })
  }
  const port = givenPort ?? (await freePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: keepIn === undefined ? directory : '',
    max_connections: 200,
    jit: 'off',
    shared_buffers: '128MB',
    // Otherwise tests wait for a disk whose data is never read, or fill the memory with its log.
    ...(fsync
      ? {}
      : {
          fsync: 'off',
          synchronous_commit: 'off',
          full_page_writes: 'off',
          max_wal_size: '256MB',
        }),
  }
  const server = spawn(
    'sh',
    [
      '-c',
      guard,
      'storehand-postgres',
      directory,
      // A signal that shuts the server down properly.
      keepIn === undefined ? '' : 'INT',
      path.join(bin, 'postgres'),
      '-D',
      data,
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // A new session: Ctrl-C reaches only the parent, and the guard then cleans up.
    { ...options, stdio: ['pipe', 'pipe', 'ignore'], detached: true },
  )
  let ended = false
  server.stdout.once('data', () => (ended = true))
  const closed = once(server, 'close')
  // A program that forgets to stop the server must still be able to exit.
  server.unref()
  for (const stream of [server.stdin, server.stdout]) {
    if ('unref' in stream && typeof stream.unref === 'function') stream.unref()
  }

  async function stop(): Promise<void> {
    server.ref()
    server.stdin.end()
    await closed
  }

  const url = (database = 'postgres') => `postgres://postgres@127.0.0.1:${port}/${database}`
  const deadline = Date.now() + 30_000
  while (!(await isReady(url()))) {
    if (ended || Date.now() > deadline) {
      const log = readFileSync(path.join(directory, 'postgres.log'), 'utf8')
      await stop()
      throw new Error(`The private PostgreSQL did not start:\n${log}`)
    }
    await wait(25)
  }
  return { url, socket: directory, stop }
}
