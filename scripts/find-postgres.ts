// Finds the programs of a PostgreSQL server (15 or newer) on this machine, or has Debian install them.
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { installDebianPackage } from './install-debian-package.ts'

const oldestVersion = 15
const run = promisify(execFile)

type Candidate = { bin: string; version: number }

/** Reads "postgres (PostgreSQL) 15.13 (Debian …)", "…18beta1" and the like. */
export function majorVersion(versionLine: string): number | undefined {
  const found = /PostgreSQL\)? (\d+)/.exec(versionLine)
  return found ? Number(found[1]) : undefined
}

/** The newest supported one; of equal versions the first, which is the one on the PATH. */
export function pickPostgres(candidates: Candidate[]): string | undefined {
  const recent = candidates.filter((candidate) => candidate.version >= oldestVersion)
  return recent.toSorted((a, b) => b.version - a.version)[0]?.bin
}

function directories(): string[] {
  // The PATH may link only initdb; the other programs are where the link points to.
  const onPath = (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((directory) => path.join(directory, 'initdb'))
    .filter((file) => existsSync(file))
    .map((file) => path.dirname(realpathSync(file)))
  const asked = spawnSync('pg_config', ['--bindir'], { encoding: 'utf8' }).stdout?.trim()
  const installed = globSync([
    '/usr/lib/postgresql/*/bin',
    '/usr/pgsql-*/bin',
    '/opt/homebrew/opt/postgresql@*/bin',
    '/usr/local/opt/postgresql@*/bin',
  ])
  return [...new Set([...onPath, ...(asked ? [asked] : []), ...installed])].filter(
    (directory) =>
      existsSync(path.join(directory, 'initdb')) && existsSync(path.join(directory, 'postgres')),
  )
}

async function candidates(): Promise<Candidate[]> {
  const found = await Promise.all(
    directories().map(async (bin) => {
      try {
        const { stdout } = await run(path.join(bin, 'postgres'), ['--version'])
        const version = majorVersion(stdout)
        return version ? [{ bin, version }] : []
      } catch {
        // A program for another processor, or a damaged one: tries the next.
        return []
      }
    }),
  )
  return found.flat()
}

/** The directory that holds `initdb` and `postgres`. */
export async function findPostgres(): Promise<string> {
  const present = pickPostgres(await candidates())
  if (present) return present
  const installed = await installDebianPackage('postgresql', () => {
    // Debian would create and start a cluster, which the tests do not need.
    const settings = '/etc/postgresql-common/createcluster.conf'
    if (existsSync(settings)) return
    mkdirSync(path.dirname(settings), { recursive: true })
    writeFileSync(settings, 'create_main_cluster = false\n')
  })
  const added = installed ? pickPostgres(await candidates()) : undefined
  if (added) return added
  throw new Error(
    `PostgreSQL ${oldestVersion} or newer is needed: install its server programs (initdb, postgres) and put them on the PATH.`,
  )
}
