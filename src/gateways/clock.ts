// The current time, replaceable by tests.

export type Clock = {
  now(): Date
  /** The machine's time. It differs from `now` only in tests that move the time for everything. */
  machine(): Date
}

export const systemClock: Clock = { now: () => new Date(), machine: () => new Date() }
