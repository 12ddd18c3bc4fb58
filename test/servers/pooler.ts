// pgbouncer between the product and a database server.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { installDebianPackage } from '../../scripts/install-debian-package.ts'
import { freePort } from '../e2e/program.ts'
import { ordinaryUser } from './postgres.ts'

/** `PGBOUNCER` names a newer one than the system's. */
const POOLER = process.env['PGBOUNCER'] ?? '/usr/sbin/pgbouncer'

/** False when it is missing and cannot be installed. */
export const findPooler = async (): Promise<boolean> =>
  existsSync(POOLER) || (await installDebianPackage('pgbouncer').catch(() => false))

/** Since 1.21 it supports prepared statements across its connections. */
export function poolerKnowsNames(): boolean {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/
    .exec(execFileSync(POOLER, ['--version']).toString())!
    .map(Number)
  return major > 1 || minor >= 21
}

export async function ask(url: string, question: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(question)).rows
  } finally {
    await client.end()
  }
}

const ANSWER_MS = 20_000

/** `folder` must be open to an ordinary user. */
export async function startPooler(
  folder: string,
  { server, settings }: { server: string; settings: readonly string[] },
) {
  const port = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const write = (target: string) =>
    writeFile(
      file,
      [
        '[databases]',
        `* = host=127.0.0.1 port=${new URL(target).port} user=postgres`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = any',
        'server_login_retry = 1',
        'ignore_startup_parameters = extra_float_digits',
        ...settings,
      ].join('\n'),
      { mode: 0o644 },
    )
  await write(server)
  const pooler = spawn(POOLER, ['-q', file], { ...ordinaryUser(), stdio: 'ignore' })
  const { pathname } = new URL(server)
  const url = `postgres://postgres@127.0.0.1:${port}${pathname}`
  const answers = () =>
    ask(url, 'select 1').then(
      () => true,
      () => false,
    )
  for (const began = performance.now(); !(await answers()); await wait(50)) {
    if (performance.now() - began > ANSWER_MS) throw new Error('The pooler does not answer')
  }
  return {
    url,
    /** From now on connections are forwarded to this server. */
    async pointTo(target: string) {
      await write(target)
      pooler.kill('SIGHUP')
    },
    stop: () => pooler.kill('SIGKILL'),
  }
}
