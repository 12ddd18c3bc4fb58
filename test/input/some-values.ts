// How many of many values a test tries: for a change each of them somewhere, in `npm run test:all` each of them everywhere.
import { runsEverything } from '../../scripts/test-extent.ts'

/** One after the other from a list, beginning again at its end: each place gets some, and together they get all. */
export function taker<Value>(values: readonly Value[]): (count: number) => Value[] {
  let at = 0
  return (count) => Array.from({ length: count }, () => values[at++ % values.length] as Value)
}

/** Gives each place all values, or a few of them. */
export function takerOfMany<Value>(values: readonly Value[], few: number): () => readonly Value[] {
  const take = taker(values)
  return () => (runsEverything ? values : take(few))
}

/** All, or every fourth: the ones left out stand beside others of their kind. */
export const everyFourth = <Value>(values: readonly Value[]): readonly Value[] =>
  values.filter((_, at) => runsEverything || at % 4 === 0)

/** How many each place gets where not even everything gives all to each. */
export const countFor = (all: number, change: number): number => (runsEverything ? all : change)
