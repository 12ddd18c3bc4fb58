// Sends requests at a rate, finds the highest rate that is sustained, and measures its cost.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import os from 'node:os'
import path from 'node:path'
import { exactly, percentile, shown, type Figure } from '../report/figures.ts'
import type { Front, Usage } from '../installation.ts'
import type { Sent, Load } from './load-sender.ts'

/** Longer than a rush may last before the work that waits for its end begins. */
const TRY_SECONDS = 25
const MEMORY_MS = 10_000
/** The share of the answered rate when too much was sent. */
const NEXT_SHARE = 0.8

export const loadOf = (): string =>
  os
    .loadavg()
    .map((value) => value.toFixed(1))
    .join(', ')

/** In its own process. */
export async function send(load: Load): Promise<Sent> {
  const child = fork(path.join(import.meta.dirname, 'load-sender.ts'), {
    serialization: 'advanced',
  })
  child.send(load)
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A sender ended with ${code}`)
  })
  const [sent] = (await Promise.race([once(child, 'message'), ended])) as [Sent]
  return sent
}

/** Milliseconds of all processors: busy, and total. */
function machineTime(): { busy: number; all: number } {
  const times = os.cpus().map((processor) => Object.values(processor.times))
  const all = times.flat().reduce((sum, each) => sum + each, 0)
  const idle = os.cpus().reduce((sum, processor) => sum + processor.times.idle, 0)
  return { busy: all - idle, all }
}

export type Measured<Result> = {
  result: Result
  /** Processor time in between; memory at the end. */
  used: Usage
  /** Memory at the beginning, every ten seconds, and at the end. */
  memory: number[]
  /** How many processors the server used, and how busy the whole machine was, in per cent. */
  processors: number
  busy: number
}

export async function measure<Result>(
  front: Front,
  work: () => Promise<Result>,
): Promise<Measured<Result>> {
  const before = front.usage()
  const machine = machineTime()
  const began = performance.now()
  const memory = [before.memory]
  const watch = setInterval(() => memory.push(front.usage().memory), MEMORY_MS)
  try {
    const result = await work()
    const after = front.usage()
    const { busy, all } = machineTime()
    memory.push(after.memory)
    return {
      result,
      used: {
        server: after.server - before.server,
        database: after.database - before.database,
        replica: after.replica - before.replica,
        memory: after.memory,
      },
      memory,
      processors: (after.server - before.server) / (performance.now() - began),
      busy: Math.round((100 * (busy - machine.busy)) / (all - machine.all)),
    }
  } finally {
    clearInterval(watch)
  }
}

export const fullness = ({ processors, busy }: Measured<unknown>): string =>
  `the server used ${shown(processors)} processors, the machine was ${busy} % busy, load ${loadOf()}`

export const one = (name: string, unit: string, value: number, note = ''): Figure => ({
  name,
  unit,
  range: exactly(value),
  note,
})

export const within = (times: readonly number[], shares = [50, 95, 99]): Figure[] =>
  shares.map((share) => one(`${share} % within`, 'ms', percentile(times, share / 100)))

/** Requests without the expected answer; empty when the rate was sustained. */
const missedOf = ({ unsent, others }: Sent): string =>
  [
    ...(unsent > 0 ? [`${unsent} not sent, because too many were on their way`] : []),
    ...Object.entries(others).map(([what, count]) => `${count} × ${what}`),
  ].join(', ')

export type Offer = {
  /** Requests a second. */
  aim: number
  seconds: number
  /** Resolves when the sending, which is measured, has ended. */
  prepare: (rate: number, seconds: number) => Promise<() => Promise<Sent>>
  /** After each try. */
  rest: () => Promise<unknown>
}

/** From the target rate downwards: the rate that a short try sustains is then sent for the whole time. */
export async function keepRate(
  front: Front,
  offer: Offer,
): Promise<{ figures: Figure[]; sent: Sent }> {
  let rate = offer.aim
  let why = ''
  for (;;) {
    const tried = await measure(front, await offer.prepare(rate, TRY_SECONDS))
    const { result: sent } = tried
    await offer.rest()
    const missed = missedOf(sent)
    if (missed === '') break
    const answered = sent.times.length / sent.seconds
    why = `of ${rate} ${shown(answered)} were answered: ${fullness(tried)}`
    console.log(`         ${why}; ${missed}`)
    rate = Math.floor(answered * NEXT_SHARE)
    if (rate === 0) throw new Error('Nothing is answered')
  }
  const measured = await measure(front, await offer.prepare(rate, offer.seconds))
  const { result: sent, used, memory } = measured
  const count = sent.times.length
  const figures = [
    one('Offered', 'a second', rate, why && `NOT THE ${offer.aim} THAT ARE AIMED FOR: ${why}`),
    one('Answered', 'a second', count / sent.seconds, missedOf(sent)),
    ...within(sent.times),
    one('Server, each', 'ms CPU', used.server / count),
    one('Database, each', 'ms CPU', used.database / count),
    ...(used.replica > 0 ? [one('Replica, each', 'ms CPU', used.replica / count)] : []),
    one('Processors that the server used', '', measured.processors, fullness(measured)),
    one('Memory at the beginning', 'MB', Math.round(memory[0] ?? 0)),
    one(
      'Memory at the end',
      'MB',
      Math.round(used.memory),
      `every 10 s: ${memory.map(Math.round).join(' ')}`,
    ),
  ]
  return { figures, sent }
}
