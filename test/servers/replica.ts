// A streaming replica of a private PostgreSQL server.
import { execFile } from 'node:child_process'
import { chown, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findPostgres } from '../../scripts/find-postgres.ts'
import { ordinaryUser, startPostgres, type PrivatePostgres } from './postgres.ts'

const run = promisify(execFile)

/** Copies the server into `keepIn`, whose parent must be open to an ordinary user, and follows it from there. */
export async function startReplica(
  primary: PrivatePostgres,
  { keepIn, fsync = false }: { keepIn: string; fsync?: boolean },
): Promise<PrivatePostgres> {
  const user = ordinaryUser()
  const { hostname, port } = new URL(primary.url())
  await mkdir(keepIn)
  if (user) await chown(keepIn, user.uid, user.gid)
  const to = ['-D', path.join(keepIn, 'data'), '-R', '-c', 'fast']
  await run(
    path.join(await findPostgres(), 'pg_basebackup'),
    ['-h', hostname, '-p', port, '-U', 'postgres', ...to],
    { cwd: keepIn, ...user },
  )
  return startPostgres({ keepIn, fsync })
}
