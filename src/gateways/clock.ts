// The current time, replaceable by tests.

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
