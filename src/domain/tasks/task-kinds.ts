// The kinds of background work. Their handlers, schedules and concurrency: src/schedule.ts.

/** Queued work: one row for each object, deleted when it is done. */
export type QueuedKind =
  | 'send-mail'
  | 'check-cv'
  | 'scan-cv'
  | 'read-cv'
  | 'work-store-notice'
  | 'write-store-pages'
  | 'write-theme-jobs'
  | 'empty-store'
  | 'refresh-customers'
  | 'invite-customers'
  | 'copy-erasures'

/** Standing work: one row each, which stays and has a next time. */
export const standingKinds = [
  'answer-mail-requests',
  'queue-mails',
  'queue-scans',
  'queue-old-texts',
  'look-at-clock',
  'sweep-unclaimed-cvs',
  // Kept from before values were called encrypted: rows of installations name it.
  'renew-sealed',
  'sweep-files',
  'delete-expired',
  'ask-to-keep',
  'close-jobs',
  'remind-of-requests',
  'sweep-invitations',
  'sweep-job-invitations',
  'sweep-mails',
  'sweep-sent-changes',
  'sweep-store-notices',
  'sweep-given-up-tasks',
  'renew-store-tokens',
  'announce-lost-stores',
  'sweep-installs',
  'sweep-audit-log',
  'hash-old-origins',
  'fold-applicant-counts',
  'renew-searches',
  'sweep-live-events',
  'delete-closed-accounts',
  'vacuum-database',
  'delete-old-archives',
  'tend-backups',
] as const

export type StandingKind = (typeof standingKinds)[number]
export type TaskKind = QueuedKind | StandingKind

/** Tasks that were given up and not retried are deleted after this many days. */
export const GIVEN_UP_TASK_DAYS = 90
