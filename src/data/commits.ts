// What a transaction has published and queued, passed on when it commits.
import type { PublishedEvent } from '#domain/live/live-events.ts'
import type { TaskKind } from '#domain/tasks/task-kinds.ts'
import type { Queries, Tx } from './transactions.ts'

export type CommitListener = {
  /** Events that a transaction of this process has committed. Called before the use case continues. */
  onCommit: (events: readonly PublishedEvent[]) => void
  /** A process, perhaps this one, has assigned positions up to this one. */
  onPlaced: (position: number) => void
}

type TaskListener = (kinds: ReadonlySet<TaskKind>) => void

/** How an engine receives the positions that other processes assigned. */
export type ListenElsewhere = (onPlaced: (position: number) => void) => () => Promise<void>

export type CommitListening = {
  /** Calls the listener with the live events of committed transactions, until the returned function is called. */
  listen(listener: CommitListener): () => Promise<void>
  /**
   * Calls the listener with the kinds of tasks that committed transactions of this process have queued, until the
   * returned function is called.
   */
  listenForTasks(listener: TaskListener): () => void
}

/** The events that a transaction has published so far; dispatched when it commits. */
const publishedIn = new WeakMap<Queries, PublishedEvent[]>()

export function recordPublished(tx: Tx, events: readonly PublishedEvent[]): void {
  const published = publishedIn.get(tx)
  if (published) published.push(...events)
  else publishedIn.set(tx, [...events])
}

const queuedIn = new WeakMap<Queries, Set<TaskKind>>()

/** The worker of this process looks for tasks of this kind as soon as the transaction has committed. */
export function recordQueued(tx: Tx, kind: TaskKind): void {
  const kinds = queuedIn.get(tx)
  if (kinds) kinds.add(kind)
  else queuedIn.set(tx, new Set([kind]))
}

/** `dispatch` passes on what this transaction has published and queued: to be called when it has committed. */
export type Commits = CommitListening & { dispatch(tx: Queries): void }

export function createCommits(listenElsewhere: ListenElsewhere): Commits {
  const listeners = new Set<CommitListener>()
  const taskListeners = new Set<TaskListener>()
  return {
    dispatch(tx) {
      const published = publishedIn.get(tx)
      if (published) for (const { onCommit } of listeners) onCommit(published)
      const kinds = queuedIn.get(tx)
      if (kinds) for (const onQueued of taskListeners) onQueued(kinds)
    },
    listen(listener) {
      listeners.add(listener)
      const stop = listenElsewhere(listener.onPlaced)
      return async () => {
        listeners.delete(listener)
        await stop()
      }
    },
    listenForTasks(listener) {
      taskListeners.add(listener)
      return () => taskListeners.delete(listener)
    },
  }
}
