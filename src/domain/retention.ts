// How long personal data is kept.

export const RETENTION = {
  applicantMonths: 6,
  /** A file nobody's row owns is removed once it is this old: long enough for a submit that is still under way. */
  orphanFileSeconds: 3600,
  /** An uploaded CV waits for its form as long as the verification lives. */
  unclaimedCvHours: 24,
  /** The privacy page says 30 days; two hours less, so that a deletion that runs late keeps it. */
  closedAccountHours: 30 * 24 - 2,
  /** The privacy page says so; the database itself refuses to remove anything younger. */
  auditYears: 7,
} as const
