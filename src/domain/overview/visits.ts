// How long somebody is thought to be looking at the dashboard.

const MINUTE_MS = 60_000
export const VISIT = {
  /** Whoever comes back sooner goes on with the same visit. */
  gapMs: 30 * MINUTE_MS,
  /** A visit that goes on is written down no more often. */
  noteMs: 5 * MINUTE_MS,
  /** What is new for somebody who was never here before. */
  firstMs: 24 * 60 * MINUTE_MS,
} as const
