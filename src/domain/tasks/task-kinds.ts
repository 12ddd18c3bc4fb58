// The kinds of background work. What each of them does, how often and how many at once: src/schedule.ts.

/** Work that something caused: one row for each thing to do, gone when it is done. */
export const queuedKinds = [
  'send-mail',
  'check-cv',
  'scan-cv',
  'read-cv',
  'work-store-notice',
  'write-store-pages',
  'write-theme-jobs',
  'empty-store',
  'refresh-customers',
  'invite-customers',
  'copy-erasures',
] as const

/** Work that is always there and has its next time: one row each, which stays. */
export const standingKinds = [
  'answer-mail-requests',
  'queue-mails',
  'queue-scans',
  'sweep-unclaimed-cvs',
  'renew-sealed',
  'sweep-files',
  'delete-expired',
  'ask-to-keep',
  'close-jobs',
  'remind-of-requests',
  'sweep-invitations',
  'sweep-job-invitations',
  'sweep-sent-changes',
  'sweep-store-notices',
  'sweep-given-up-tasks',
  'renew-store-tokens',
  'announce-lost-stores',
  'sweep-installs',
  'sweep-audit-log',
  'hash-old-origins',
  'fold-applicant-counts',
  'sweep-live-events',
  'delete-closed-accounts',
  'vacuum-database',
  'tend-backups',
] as const

export type QueuedKind = (typeof queuedKinds)[number]
export type StandingKind = (typeof standingKinds)[number]
export type TaskKind = QueuedKind | StandingKind

/** Tasks that were given up and that nobody asked for again are forgotten after so many days. */
export const GIVEN_UP_TASK_DAYS = 90
