// The cost of a start of the built server until its first answer, compared with a Node server that only answers.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../test/e2e/program.ts'
import { allocatorOptions, nodeOptions } from './start-options.ts'
import { rangeOf, type Figure } from './report/figures.ts'
import { cpuOf, memoryOf } from './report/process-usage.ts'

const root = path.dirname(import.meta.dirname)
const ROUNDS = 5
/** A server is at rest when the work of its start is done. */
const REST_MS = 5000

type Start = { cpu: number; wall: number; rssMb: number; pssMb: number }

async function start(
  args: readonly string[],
  env: Record<string, string>,
  restMs: number,
): Promise<Start> {
  const port = await freePort()
  const began = performance.now()
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  try {
    for (;;) {
      if (child.exitCode !== null) throw new Error(`A start ended with ${child.exitCode}`)
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined)
      if (answer?.ok) break
      await wait(5)
    }
    const pid = child.pid ?? 0
    const cpu = cpuOf(pid)
    const wall = performance.now() - began
    await wait(restMs)
    return { cpu, wall, rssMb: memoryOf(pid, 'Rss'), pssMb: memoryOf(pid, 'Pss') }
  } finally {
    child.kill('SIGTERM')
    await ended
  }
}

const bareServer = `require('node:http').createServer((_, response) => response.end('ok')).listen(process.env.PORT, '127.0.0.1')`

/** Figures of several starts in turn; none when the system does not report the resources of a process. */
export async function measureStart(databaseUrl: string, dataDir: string): Promise<Figure[]> {
  if (process.platform !== 'linux') return []
  const program = [...nodeOptions, 'dist/server/start.js']
  const settings = {
    ...allocatorOptions,
    NODE_ENV: 'production',
    SECRET_KEY: 'bench '.repeat(8),
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  }
  // The first one creates the tables, which a restart does not.
  await start(program, settings, 0)
  const ours: Start[] = []
  const bare: Start[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await start(program, settings, REST_MS))
    bare.push(await start(['-e', bareServer], {}, 0))
  }
  const figure = (name: string, unit: string, value: (one: Start) => number, aim?: number) => ({
    name,
    unit,
    range: rangeOf(ours.map(value)),
    floor: rangeOf(bare.map(value)).median,
    ...(aim !== undefined && { aim }),
  })
  return [
    figure('Start until the first answer', 'ms CPU', ({ cpu }) => cpu, 400),
    figure('Start until the first answer, by the clock', 'ms', ({ wall }) => wall),
    figure('Memory at rest, RSS', 'MB', ({ rssMb }) => rssMb, 110),
    figure('Memory at rest, PSS', 'MB', ({ pssMb }) => pssMb, 60),
  ]
}
