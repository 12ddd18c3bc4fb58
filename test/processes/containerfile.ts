// The instructions of the Containerfile, and an image of folders that is made by them where no program for images is there.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../../scripts/find-programs.ts'

export type Instruction = { name: string; rest: string }

const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
/** Of a Debian. */
export const PATH = '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const root = path.resolve(import.meta.dirname, '../..')

/** Of each stage, in order. */
export function readStages(): Instruction[][] {
  const lines = readFileSync(path.join(root, 'Containerfile'), 'utf8')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, rest })
  }
  return stages
}

export const restsOf = (stage: readonly Instruction[], name: string): string[] =>
  stage.filter((one) => one.name === name).map(({ rest }) => rest)

export const environmentOf = (stage: readonly Instruction[]): Record<string, string> =>
  Object.fromEntries(
    restsOf(stage, 'ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('=', 2))),
  )

/** A bare Debian 12 with npm and the Node that runs this, like the image that the Containerfile begins with. */
export function makeBareDebian(to: string): void {
  const settings = ['--variant=minbase', '--include=ca-certificates', 'bookworm']
  execFileSync('debootstrap', [...settings, to], { stdio: 'ignore' })
  const npm = path.resolve(realpathSync(findProgram(['npm']) ?? ''), '../..')
  cpSync(process.execPath, path.join(to, 'usr/local/bin/node'))
  cpSync(npm, path.join(to, 'usr/local/lib/npm'), { recursive: true })
  execFileSync('ln', ['-s', '../lib/npm/bin/npm-cli.js', path.join(to, 'usr/local/bin/npm')])
  // The machine's own way to the registries.
  for (const file of ['/etc/resolv.conf', CERTIFICATES]) cpSync(file, path.join(to, file))
}

/** Does what the stages say, each in a copy of the bare system, and returns the folder of the last one. */
export function buildInFolders(bare: string, to: string): string {
  const folders: string[] = []
  for (const stage of readStages()) {
    const folder = path.join(to, `stage-${folders.length}`)
    execFileSync('cp', ['-a', bare, folder])
    mkdirSync(path.join(folder, 'app'))
    for (const { name, rest } of stage) {
      if (name === 'COPY') copyInto(folder, folders.at(-1), rest)
      if (name === 'RUN') runInFolder(folder, environmentOf(stage), ['sh', '-c', rest])
    }
    folders.push(folder)
  }
  return folders.at(-1) ?? ''
}

function copyInto(folder: string, before: string | undefined, rest: string): void {
  const words = rest.split(' ').filter((word) => !word.startsWith('--from='))
  const sources = words.slice(0, -1)
  for (const source of sources) {
    const from = source.startsWith('/') ? path.join(before ?? '', source) : path.join(root, source)
    const to = path.join(folder, 'app', words.at(-1) ?? '')
    const isInto = sources.length > 1 || to.endsWith('/')
    cpSync(from, isInto ? path.join(to, path.basename(source)) : to, {
      recursive: statSync(from).isDirectory(),
      verbatimSymlinks: true,
    })
  }
}

/**
 * The command that runs another one in such a folder, as a user. Only for it the folder has the machine's `proc` and `dev`: they are
 * gone with the process, so that nobody who removes the folder removes them.
 */
export const inFolder = (folder: string, words: readonly string[], user = '0:0'): string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  `mount --bind /proc "$0/proc" && mount --bind /dev "$0/dev" &&
  exec chroot --userspec=${user} "$0" sh -c 'cd /app && exec "$@"' sh "$@"`,
  folder,
  ...words,
]

function runInFolder(folder: string, env: Record<string, string>, words: string[]): void {
  const [command = '', ...rest] = inFolder(folder, words)
  const done = spawnSync(command, rest, {
    env: { PATH, HOME: '/root', NODE_EXTRA_CA_CERTS: CERTIFICATES, ...env },
    encoding: 'utf8',
    maxBuffer: 1e8,
  })
  if (done.status !== 0) throw new Error(`${words.join(' ')}\n${done.stdout}\n${done.stderr}`)
}
