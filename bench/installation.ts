// The built server as an operator runs it: one process with files in a folder, or several behind a balancer, with a bucket, a pooler
// and a replica of the database.
import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '#config'
import type { Deps } from '#features/deps.ts'
import { openStorehand } from '../src/open.ts'
import { startProgram } from '../test/e2e/program.ts'
import { findPooler, poolerKnowsNames, startPooler } from '../test/servers/pooler.ts'
import { startPostgres, type PrivatePostgres } from '../test/servers/postgres.ts'
import { startReplica } from '../test/servers/replica.ts'
import { startBucket } from '../test/servers/s3.ts'
import { startScriptedSmtp, type ReceivedMail } from '../test/servers/scripted-smtp.ts'
import { postgresCpu } from './report/postgres-cpu.ts'
import { cpuOf, memoryOf } from './report/process-usage.ts'
import { allocatorOptions, nodeOptions } from './start-options.ts'

/** Milliseconds of processor time, and megabytes of all processes of the server. */
export type Usage = { server: number; database: number; replica: number; memory: number }

/** Processes of the server, and the address for requests to them. */
export type Front = { url: string; usage(): Usage }

export type Installation = Front & {
  /** The product in this process, with the same database and files: it serves no requests and runs no tasks. */
  deps: Deps
  /** The mails that the mail server received. */
  mails: readonly ReceivedMail[]
  /** The same number of processes again, which send all reads to the primary. */
  startWithoutReplica(): Promise<Front>
  /** Stops everything, and returns the output of the processes. */
  close(): Promise<string>
}

type Settings = Record<string, string>

/** The arguments that `npm start` passes to Node, without the one that this variable may not have. */
const NODE_OPTIONS = nodeOptions.filter((option) => !option.startsWith('--min-semi')).join(' ')

export async function startInstallation(processes: number): Promise<Installation> {
  const started = new AsyncDisposableStack()
  try {
    return await start(processes, started)
  } catch (error) {
    await started.disposeAsync()
    throw error
  }
}

async function start(processes: number, started: AsyncDisposableStack): Promise<Installation> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'storehand-bench-'))
  started.defer(() => rm(folder, { recursive: true, force: true }))
  // The pooler and the replica run as an ordinary user.
  await chmod(folder, 0o711)
  const primary = await startPostgres({ fsync: true })
  started.defer(primary.stop)
  const smtp = await startScriptedSmtp()
  started.defer(() => smtp.close())

  const isLarge = processes > 1
  const appUrl = 'http://localhost:3000'
  const direct: Settings = {
    NODE_ENV: 'production',
    NODE_OPTIONS,
    ...allocatorOptions,
    SECRET_KEY: randomBytes(32).toString('hex'),
    APP_URL: appUrl,
    DATABASE_URL: primary.url(),
    STORAGE_URL: isLarge ? await startStorage() : pathToFileURL(path.join(folder, 'files')).href,
    SMTP_URL: smtp.url,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
  }
  const config = readConfig({ ...direct, DATA_DIR: path.join(folder, 'here') })
  const storehand = await openStorehand(config, { appUrl, work: 'none' })
  started.defer(() => storehand.close())

  const pooled = isLarge ? { ...direct, ...(await startPooling()) } : direct
  const replica = isLarge ? await startFollower() : undefined
  const databaseCpu = await postgresCpu(primary.url())
  const replicaCpu = replica ? await postgresCpu(replica.url()) : () => 0
  let output = ''

  async function startFront(settings: Settings): Promise<Front> {
    const programs = await Promise.all(
      Array.from({ length: processes }, async () =>
        startProgram(await mkdtemp(path.join(folder, 'server-')), settings),
      ),
    )
    for (const program of programs) {
      started.defer(async () => {
        output += (await program.stop('SIGTERM')).output
      })
    }
    const urls = programs.map(({ url }) => url)
    const sum = (of: (pid: number) => number) =>
      programs.reduce((total, { pid }) => total + of(pid), 0)
    return {
      url: isLarge ? await startBalancing(urls) : (urls[0] ?? ''),
      usage: () => ({
        server: sum(cpuOf),
        database: databaseCpu(),
        replica: replicaCpu(),
        memory: sum((pid) => memoryOf(pid, 'Rss')),
      }),
    }
  }

  async function startStorage(): Promise<string> {
    const bucket = await startBucket()
    started.defer(() => bucket.close())
    return bucket.url
  }

  async function startPooling(): Promise<Settings> {
    if (!(await findPooler())) throw new Error('pgbouncer is needed')
    const names = poolerKnowsNames()
    // As documented in docs/operations.md.
    const settings = ['pool_mode = transaction', `default_pool_size = ${8 + 5 * (processes - 1)}`]
    if (names) settings.push('max_prepared_statements = 300')
    const pooler = await startPooler(folder, { server: primary.url(), settings })
    started.defer(() => void pooler.stop())
    return {
      DATABASE_URL: pooler.url,
      DATABASE_LISTEN_URL: primary.url(),
      DATABASE_PREPARED_STATEMENTS: names ? 'on' : 'off',
    }
  }

  async function startFollower(): Promise<PrivatePostgres> {
    const follower = await startReplica(primary, {
      keepIn: path.join(folder, 'replica'),
      fsync: true,
    })
    started.defer(follower.stop)
    return follower
  }

  async function startBalancing(urls: readonly string[]): Promise<string> {
    const child = fork(path.join(import.meta.dirname, 'load/balancer.ts'), urls)
    started.defer(() => child.disconnect())
    const [url] = (await once(child, 'message')) as [string]
    return url
  }

  const front = await startFront({
    ...pooled,
    ...(replica && { DATABASE_READ_URL: replica.url() }),
  })
  return {
    ...front,
    deps: storehand.deps,
    mails: smtp.mails,
    startWithoutReplica: () => startFront(pooled),
    async close() {
      await started.disposeAsync()
      return output
    },
  }
}
