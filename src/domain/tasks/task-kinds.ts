// The kinds of background work. What each of them does, how often and how many at once stands in src/task-definitions.ts.

/** Work that somebody or something queued: one row for each thing to do, gone when it is done. */
export const queuedKinds = ['send-mail'] as const

/** Work that is always there and has its next time: one row each, which stays. */
export const standingKinds = ['answer-mail-requests', 'queue-mails'] as const

export type QueuedKind = (typeof queuedKinds)[number]
export type StandingKind = (typeof standingKinds)[number]
export type TaskKind = QueuedKind | StandingKind

/** Tasks that were given up and that nobody asked for again are forgotten after so many days. */
export const GIVEN_UP_TASK_DAYS = 90
