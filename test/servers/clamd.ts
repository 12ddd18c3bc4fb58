// A virus scanner for tests: a scripted one, which is always available, and ClamAV's daemon where it is installed.
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connectVirusScanner } from '#gateways/cvs/virus-scanner.ts'
import { eicar } from '../input/hostile-cvs.ts'
import type { ClamdAnswer } from './scripted-clamd.ts'

export type Clamd = { url: string; stop(): Promise<void> }
export type ScriptedClamd = Clamd & { answer(how: ClamdAnswer): Promise<void> }

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** The path of a socket must be short, so it is not in the tests' own folder. */
const folderFor = () => mkdtemp(path.join(os.tmpdir(), 'clamd-'))

export async function startScriptedClamd(): Promise<ScriptedClamd> {
  const folder = await folderFor()
  const socket = path.join(folder, 'clamd.ctl')
  const child = fork(path.join(import.meta.dirname, 'scripted-clamd.ts'), [eicar, socket], {
    execArgv: [],
  })
  await once(child, 'message')
  return {
    url: `clamd+unix://${socket}`,
    async answer(how) {
      const confirmed = once(child, 'message')
      child.send(how)
      await confirmed
    },
    async stop() {
      await ended(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const programs = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd']
const program = programs.find((file) => existsSync(file))

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** The real daemon, with one signature, over TCP; it accepts files up to 12 MB. */
async function startRealClamd(file: string): Promise<Clamd> {
  const folder = await folderFor()
  const port = await freePort()
  const signatures = path.join(folder, 'signatures')
  await mkdir(signatures)
  const hex = Buffer.from(eicar).toString('hex')
  await writeFile(path.join(signatures, 'eicar.ndb'), `Eicar-Test-Signature:0:*:${hex}\n`)
  const settings = path.join(folder, 'clamd.conf')
  const lines = [
    'Foreground yes',
    `DatabaseDirectory ${signatures}`,
    `TemporaryDirectory ${folder}`,
    'TCPAddr 127.0.0.1',
    `TCPSocket ${port}`,
    'StreamMaxLength 12M',
    'SelfCheck 0',
  ]
  await writeFile(settings, `${lines.join('\n')}\n`)
  const child = spawn(file, ['--config-file', settings], { stdio: 'ignore' })
  const url = `clamd://127.0.0.1:${port}`
  const stop = async () => {
    await ended(child)
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 300; tries += 1) {
    if (await connectVirusScanner(url).ping()) return { url, stop }
    if (child.exitCode !== null) break
    await setTimeout(100)
  }
  await stop()
  throw new Error('clamd did not start')
}

/** The scanners of this machine. */
export const clamds: [name: string, start: () => Promise<Clamd>][] = [
  ['a scripted scanner', startScriptedClamd],
  ...(program
    ? [['ClamAV', () => startRealClamd(program)] satisfies [string, () => Promise<Clamd>]]
    : []),
]
