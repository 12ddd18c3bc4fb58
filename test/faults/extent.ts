// How long the suites of faults run, and with which random numbers: settings of `npm run test:faults`.
import { randomInt } from 'node:crypto'

/** In the short form, which is part of `npm test`, everything happens a few times only. */
export const isLong = process.env['FAULTS_FORM'] === 'long'

const asked = Number(process.env['FAULTS_ROUNDS'] ?? 0)

/** How often a suite does what it does. `--rounds` replaces the long form's own number. */
export const rounds = (short: number, long: number): number => (isLong ? asked || long : short)

/** Printed when a suite fails: with it, the next run makes the same choices. */
export const seed = Number(process.env['FAULTS_SEED'] ?? randomInt(2 ** 31))

export const seedHint = `FAULTS_SEED=${seed} makes the same choices again`

/** Numbers from 0 to 1 that the same seed gives again (mulberry32). */
export function seeded(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
