// Each command and the start, with each fault of what is around them: one sentence that says what happened, with what, and what to do.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  freePort,
  runCommand,
  startProgram,
  startRefused,
  startWaitingProgram,
} from './e2e/program.ts'

/** Every program of the product, from its files. The start waits for a database, so it is tested beside them. */
const commands = globSync('src/commands/*-command.ts', { cwd: path.dirname(import.meta.dirname) })
  .map((file) => path.basename(file, '-command.ts'))
  .toSorted()

/** What a command needs to come as far as its first use of the database. */
const wordsOf = (): Readonly<Record<string, readonly string[]>> => ({
  operator: ['load'],
  restore: ['--without-ledger', archive],
})

const KEY = 'the key of the backups, kept elsewhere'
let place: string
let settings: Record<string, string>
let archive: string
beforeAll(async () => {
  place = await mkdtemp(path.join(os.tmpdir(), 'storehand-failures-'))
  settings = {
    NODE_ENV: 'test',
    DEMO: '0',
    LOG_LEVEL: 'warn',
    BACKUP_DIR: path.join(place, 'backups'),
    BACKUP_KEY: KEY,
  }
  const dataDir = path.join(place, 'data')
  // The demo makes the archive longer than one encrypted chunk.
  const program = await startProgram(dataDir, { ...settings, DEMO: '1' })
  const backup = await runCommand({ ...settings, DATA_DIR: dataDir }, 'backup')
  expect(backup.code).toBe(0)
  archive = backup.output.split('\n')[0]!
  await program.stop('SIGTERM')
})
afterAll(() => rm(place, { recursive: true, force: true }))

/** Nothing of a library: no stack, no object that was printed, no driver's or system call's words. */
const OF_A_LIBRARY =
  /^\s+at |undefined|\[Error|Error:|AggregateError|\{$|connect E|getaddrinfo|no such file|no space left|Unsupported state|does not exist$|password authentication/im

async function fails(
  name: string,
  given: Record<string, string>,
  words: readonly string[] = wordsOf()[name] ?? [],
): Promise<string> {
  const dataDir = await mkdtemp(path.join(place, `${name}-`))
  // So that a move and a restore come as far as the server.
  if (name === 'move-to-postgres') execFileSync('cp', ['-R', `${place}/data/.`, dataDir])
  const all = { ...settings, DATA_DIR: dataDir, ...given }
  const failed = await runCommand(all, name, words)
  expect(failed.code, `${name}: ${failed.output}`).toBe(1)
  expect(failed.output, name).not.toMatch(OF_A_LIBRARY)
  return failed.output
}

/** Each with the database server's address, its name of a database and its user. */
const faults: Record<string, () => Promise<{ url: string; sentence: string }>> = {
  async away() {
    const port = await freePort()
    return {
      url: `postgres://storehand:secret-word@127.0.0.1:${port}/shop`,
      sentence: `The database server at 127.0.0.1:${port} does not answer. Start it, or correct DATABASE_URL.`,
    }
  },
  async 'without the database'() {
    const url = new URL(inject('postgresUrl'))
    url.pathname = '/not_there'
    return {
      url: url.href,
      sentence: `has no database "not_there". Create it, or correct DATABASE_URL.`,
    }
  },
  async 'at an unknown host'() {
    return {
      url: 'postgres://storehand:secret-word@database.invalid/shop',
      sentence: 'Nobody knows the host database.invalid of DATABASE_URL.',
    }
  },
  async 'refusing the user'() {
    const url = new URL(inject('postgresUrl'))
    url.username = 'nobody_we_know'
    return { url: url.href, sentence: 'refuses the user "nobody_we_know". Correct the user' }
  },
}

describe.each(Object.keys(faults))('with the database server %s', (fault) => {
  test('commands say so in one sentence', async () => {
    const { url, sentence } = await faults[fault]!()
    for (const name of fault === 'away' ? commands : ['audit', 'keys']) {
      const output = await fails(name, { DATABASE_URL: url })
      expect(output, name).toContain(sentence)
      expect(output, name).not.toContain('secret-word')
    }
  })
})

test('the start says so too, in production as a line of the log', async () => {
  const { url, sentence } = await faults['refusing the user']!()
  for (const NODE_ENV of ['test', 'production']) {
    const dataDir = path.join(place, `start-${NODE_ENV}`)
    const start = { ...settings, NODE_ENV, DATABASE_URL: url, SECRET_KEY: KEY }
    const { code, output } = await startRefused(dataDir, start)
    expect(code).toBe(1)
    expect(output).not.toMatch(OF_A_LIBRARY)
    const last = output.trim().split('\n').at(-1)!
    if (NODE_ENV === 'test') expect(last).toContain(sentence)
    else {
      expect(JSON.parse(last)).toMatchObject({
        level: 'fatal',
        msg: expect.stringContaining(sentence),
      })
    }
  }
})

// shows: interface-89
test('the start waits for a database server that comes later', async () => {
  const port = await freePort()
  const to = new URL(inject('postgresUrl'))
  const url = new URL(to)
  url.port = String(port)
  const proxy = createServer((socket) => {
    const server = connect(Number(to.port), to.hostname)
    socket.pipe(server).pipe(socket)
    for (const end of [socket, server]) end.on('error', () => end.destroy())
  })
  const WAITS = 'the start waits for the database'
  const program = await startWaitingProgram(
    path.join(place, 'late'),
    { DATABASE_URL: url.href },
    // However long the machine takes to come as far as the database.
    { words: WAITS, help: () => proxy.listen(port, url.hostname) },
  )
  const { output } = await program.stop('SIGTERM')
  proxy.close()
  expect(output.split(WAITS)).toHaveLength(2)
  expect(output).toContain(`127.0.0.1:${port} does not answer`)
})

describe('an archive', () => {
  const restoring = (file: string, given: Record<string, string> = {}) =>
    fails('restore', given, ['--without-ledger', file])
  const changed = async (name: string, change: (bytes: Buffer) => Buffer) => {
    const file = path.join(place, name)
    await writeFile(file, change(await readFile(archive)))
    return file
  }
  const flipped = (place: number) => (bytes: Buffer) => {
    const copy = Buffer.from(bytes)
    copy[place] = copy[place]! ^ 1
    return copy
  }
  // The head of a file and the beginning of its first chunk are 20 and some bytes.
  const damages: Record<string, (bytes: Buffer) => Buffer> = {
    'with a changed byte in its first chunk': flipped(2000),
    'with a changed byte in its first word': flipped(22),
    'with a changed byte near its end': (bytes) => flipped(bytes.length - 100)(bytes),
    'cut off in its first chunk': (bytes) => bytes.subarray(0, 3000),
    'cut off behind its first chunk': (bytes) => bytes.subarray(0, 20 + 65_552),
    'with one byte more': (bytes) => Buffer.concat([bytes, Buffer.from('x')]),
  }
  test.each(Object.keys(damages))('%s is damaged', async (name) => {
    const file = await changed('damaged.backup', damages[name]!)
    expect(await restoring(file)).toBe(
      `The archive ${file} is damaged: a part of it was changed or is missing. Use another archive.\n`,
    )
  })

  test('of another key, of another kind, in a folder that is missing', async () => {
    expect(await restoring(archive, { BACKUP_KEY: 'the key of another installation, 32' })).toMatch(
      /was made with another BACKUP_KEY than those that are given/,
    )
    const other = await changed('other.backup', () => Buffer.from('PK something else'.repeat(9)))
    expect(await restoring(other)).toMatch(/other\.backup is no archive of Storehand/)
    const missing = path.join(place, 'missing', 'archive.backup')
    expect(await restoring(missing)).toBe(
      `There is no ${missing}. Correct the name, or bring it back.\n`,
    )
    expect(await restoring(place)).toContain(`A file is needed, and ${place} is a folder`)
  })
})

describe('a full disk', async () => {
  const disk = await mkdtemp(path.join(os.tmpdir(), 'storehand-full-'))
  let isMounted = true
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    isMounted = false
  }
  afterAll(async () => {
    if (isMounted) execFileSync('umount', ['--lazy', disk])
    await rm(disk, { recursive: true, force: true })
  })

  test.runIf(isMounted)(
    'is named by a backup, by a restore, and by every other command',
    async () => {
      const dataDir = path.join(place, 'copied')
      execFileSync('cp', ['-R', path.join(place, 'data'), dataDir])
      const backups = path.join(disk, 'backups')
      const backup = await fails('backup', { DATA_DIR: dataDir, BACKUP_DIR: backups }, [
        '--new-folder',
      ])
      expect(backup).toMatch(
        new RegExp(
          `^The disk of ${backups}/storehand-\\S+ is full \\(ENOSPC\\)\\. Make room there`,
          'm',
        ),
      )
      const { bavail } = await statfs(disk)
      expect(bavail, 'nothing stays of the archive').toBeGreaterThan(10)
      const full = path.join(disk, 'data')
      for (const name of commands.filter((one) => !['doctor', 'move-to-postgres'].includes(one))) {
        expect(await fails(name, { DATA_DIR: full }), name).toMatch(
          new RegExp(`^The disk of ${full}\\S* is full \\(ENOSPC\\)\\. Make room there`, 'm'),
        )
      }
      expect(await fails('doctor', { DATA_DIR: full })).toMatch(
        /^WRONG {2}Free space: .* too little/m,
      )
    },
  )
})
