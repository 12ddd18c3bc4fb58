// How long a visit to the dashboard lasts.

const MINUTE_MS = 60_000
export const VISIT = {
  /** A person who returns sooner continues the same visit. */
  gapMs: 30 * MINUTE_MS,
  /** The time of a running visit is written no more often than this. */
  noteMs: 5 * MINUTE_MS,
  /** How far back things count as new on a first visit. */
  firstMs: 24 * 60 * MINUTE_MS,
} as const
